"""The catalogue of a home, read from `catalogue.toml` or `catalogue.csv` beside its settings (B2)."""

from __future__ import annotations

from pathlib import Path

from aver.stages.planning import NO_CATALOGUE, Catalogue, catalogue_of

NAMES = ("catalogue.toml", "catalogue.csv")
"""The file names looked for, the first that exists is read."""


def read_catalogue(home: Path) -> Catalogue:
    """Return the catalogue of the home in the folder `home`, an empty one where it has none.

    Raises BadConfiguration where `catalogue_of` finds fault with it.
    """
    for name in NAMES:
        file = home / name
        if file.is_file():
            return catalogue_of(file.read_text(encoding="utf-8", errors="replace"), form=file.suffix.lstrip("."))
    return NO_CATALOGUE
