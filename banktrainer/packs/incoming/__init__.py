"""Cards from other people's files: Markdown notes, tables, GIFT; whatever is no card is told."""
