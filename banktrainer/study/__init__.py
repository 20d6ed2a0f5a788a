"""Forecasts graded, what comes next, and progress: all derived from a journal of answers.

Light to import: the engine, the packs' solver and FSRS load when first needed.
"""
