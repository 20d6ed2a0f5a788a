"""The preview of a pack while it is written."""
