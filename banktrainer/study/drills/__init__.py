"""Drills: items made from templates, and the choice of the next one.

A template builds an Access from parameters and renders the CUDA code that makes it; tests trace
the code and compare. Light to import: the modules load the engine.
"""
