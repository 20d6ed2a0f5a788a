"""The home screen: what is due, where you stopped, and the ten cells."""
