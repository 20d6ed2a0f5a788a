"""The screen of statistics, and the charts that it draws."""
