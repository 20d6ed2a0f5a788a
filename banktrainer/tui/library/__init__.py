"""What can be looked up: packs, the glossary, and help."""
