"""Screens over one's own code and strides: playground, strides, remedies, compare."""
