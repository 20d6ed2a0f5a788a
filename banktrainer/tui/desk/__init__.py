"""What screens ask for: packs, study and records as values to show, each got in a thread."""
