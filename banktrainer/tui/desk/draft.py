"""Draft: what the playground was left with, kept for as long as the program runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """Code and how it is launched, each as it was typed; an empty text leaves the choice."""

    code: str
    values: str = ""
    block: str = ""
    warp: str = ""
    machine: str = "nvidia"
    kernel: str = ""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of code that the playground can start from; `pack` is where it comes from."""

    title: str
    pack: str
    draft: Draft
    cell: str | None = None
