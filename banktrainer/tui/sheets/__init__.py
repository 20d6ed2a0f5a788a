"""What screens are made of: the sheet with its modes, boards on it, lists, pickers, search."""
