"""One sitting, card by card: the forecast, the reveal, the steps, and how it ended."""
