"""Predict GPU shared-memory bank conflicts before you see them."""

__version__ = "0.1.0"
