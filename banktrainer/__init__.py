"""Predict GPU shared-memory bank conflicts before you see them."""

__version__ = "0.1.0"

TRACEBACK_VARIABLE = "BANKTRAINER_TRACEBACK"
"""Set, an error of this program's own shows where it happened."""
