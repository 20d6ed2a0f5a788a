"""Packs that were added: brought under the home folder, found there, replaced and removed."""
