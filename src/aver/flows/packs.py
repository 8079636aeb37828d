"""Domain packs on disk: those that ship with Aver, those of a home, and any folder with a `pack.toml` (B8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from aver.errors import BadInput, BadPack, NotFound
from aver.ports import Embedder
from aver.stages.packs import Cosines, pack_of, parameters_of, read_inquiry
from aver.values.inquiry import Inquiry
from aver.values.packs import Pack

FILE = "pack.toml"
"""The file of a pack in its folder."""
FOLDER = "packs"
"""The folder of a home that holds one folder for each of its packs."""
_SHIPPED = "aver.demo"
_ENCODED: WeakKeyDictionary[Embedder, dict[tuple[str, ...], NDArray[np.float32]]] = WeakKeyDictionary()
"""The vectors of the questions in packs, by the encoder that made them."""


def read_pack(folder: Path) -> Pack:
    """Return the pack in `folder`. Raises BadPack naming the file and field where something is wrong with it."""
    file = folder / FILE
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadPack(f"{file}: not UTF-8", hint="save it as UTF-8") from error
    except OSError as error:
        raise BadPack(
            f"{file}: {error.strerror or 'cannot be read'}", hint=f"a pack is a folder with a {FILE}"
        ) from error
    return pack_of(text, file=str(file))


def pack_named(name: str, *, home: Path | None = None) -> Pack:
    """Return the pack called `name`: of the `home` if it has one, else one that ships with Aver.

    Raises NotFound with the names there are, BadPack where the pack is wrong or names itself differently.
    """
    folder = pack_folder(name, home=home)
    pack = read_pack(folder)
    if pack.name != name:
        raise BadPack(f"{folder / FILE}: name: {pack.name!r} in the folder {name!r}", hint="give both one name")
    return pack


def pack_folder(name: str, *, home: Path | None = None) -> Path:
    """Return the folder of the pack called `name`. Raises NotFound with the names there are."""
    folders = _folders(home)
    if name not in folders:
        raise NotFound(f"there is no pack {name!r}", hint=f"one of {', '.join(sorted(folders))}")
    return folders[name]


def with_pack(inquiry: Inquiry, pack: Pack, given: Sequence[str] = (), *, gauge: Embedder | None = None) -> Inquiry:
    """Return `inquiry` with the parameters that `pack` reads from its question and from each `name=value` given.

    Raises BadInput for what is no `name=value`, and as `read_inquiry` does.
    """
    return with_values(inquiry, pack, given_values(given), gauge=gauge)


def with_values(inquiry: Inquiry, pack: Pack, values: Mapping[str, str], *, gauge: Embedder | None = None) -> Inquiry:
    """Return `inquiry` with the parameters that `pack` reads from its question, and `values` given by name.

    With `gauge`, the built-in encoder, what is asked for in other words than the pack's is found by its meaning.
    """
    cosines = None if gauge is None else cosines_by(gauge)
    reading = read_inquiry(inquiry.question.text, pack, given=values, cosines=cosines)
    return replace(inquiry, parameters=parameters_of(reading, pack, values))


def cosines_by(gauge: Embedder) -> Cosines:
    """Return how like texts are by `gauge`; the questions of a pack are encoded once in a process."""
    known = _ENCODED.setdefault(gauge, {})

    @lru_cache(maxsize=64)
    def encoded(text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = gauge.encode((text,))[0]
        return row

    def cosines(text: str, others: tuple[str, ...]) -> list[float]:
        if others not in known:
            known[others] = gauge.encode(others)
        rows: list[float] = (known[others] @ encoded(text)).tolist()
        return rows

    return cosines


def given_values(given: Sequence[str]) -> dict[str, str]:
    """Return what each `name=value` gives. Raises BadInput for what is none, and for a name given twice."""
    values: dict[str, str] = {}
    for written in given:
        name, equals, value = written.partition("=")
        if not equals or name.strip() in values:
            raise BadInput(f"{written!r} is no name=value, or its name is given twice", hint="material=clear_glass")
        values[name.strip()] = value.strip()
    return values


def pack_names(*, home: Path | None = None) -> tuple[str, ...]:
    """Return the names of the packs that `pack_named` finds, sorted."""
    return tuple(sorted(_folders(home)))


def _folders(home: Path | None) -> dict[str, Path]:
    """Return the folder of each pack; one of the home stands before one of the same name that ships."""
    roots = [Path(str(files(_SHIPPED))) / FOLDER, *([home / FOLDER] if home is not None else [])]
    return {file.parent.name: file.parent for root in roots for file in sorted(root.glob(f"*/{FILE}"))}
