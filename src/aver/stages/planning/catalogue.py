"""Names that mean the same: a catalogue of entities and aliases that the owner of a home writes (B2).

`catalogue.toml` holds `[[entity]]` tables with `id`, `name` and `aliases`; a CSV file has the columns id, name,
aliases (separated by "|"). The catalogue is configuration, not evidence: it is the same for every caller, so nothing
about a document shows through it.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from dataclasses import dataclass

from aver.errors import BadConfiguration


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing with its canonical id, its name and the other names people use for it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The name, then the aliases."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The entities of a home."""

    entities: tuple[Entity, ...] = ()


NO_CATALOGUE = Catalogue()


def catalogue_of(text: str, *, form: str) -> Catalogue:
    """Return the catalogue written in `text` as `form` ("toml" or "csv").

    Raises BadConfiguration naming the entity that lacks an id or a name, or says one name for two things.
    """
    try:
        rows = _rows(text, form)
    except (tomllib.TOMLDecodeError, csv.Error) as error:
        raise BadConfiguration(f"the catalogue is not {form}: {error}", hint="see docs/planning.md") from error
    entities = tuple(_entity(row, number) for number, row in enumerate(rows, start=1))
    _unambiguous(entities)
    return Catalogue(entities=entities)


def _rows(text: str, form: str) -> list[dict[str, object]]:
    if form == "csv":
        return [
            {**row, "aliases": [one.strip() for one in (row.get("aliases") or "").split("|") if one.strip()]}
            for row in csv.DictReader(io.StringIO(text))
        ]
    found = tomllib.loads(text).get("entity", [])
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _entity(row: dict[str, object], number: int) -> Entity:
    name, aliases = row.get("name"), row.get("aliases", [])
    identity = row.get("id") or name
    good = isinstance(name, str) and name.strip() and isinstance(identity, str) and isinstance(aliases, list)
    if not good or not all(isinstance(one, str) and one.strip() for one in aliases):  # type: ignore[attr-defined]
        raise BadConfiguration(
            f"entity {number} of the catalogue needs a name and a list of aliases", hint="see docs/planning.md"
        )
    return Entity(id=str(identity), name=str(name), aliases=tuple(str(one) for one in aliases))  # type: ignore[attr-defined]


def _unambiguous(entities: tuple[Entity, ...]) -> None:
    owner: dict[str, str] = {}
    for entity in entities:
        for name in entity.names:
            if owner.setdefault(name.casefold(), entity.id) != entity.id:
                raise BadConfiguration(
                    f"the catalogue gives {name!r} to both {owner[name.casefold()]} and {entity.id}",
                    hint="a name that means two things cannot be expanded; leave it out of both",
                )


def entities_in(question: str, catalogue: Catalogue) -> tuple[tuple[Entity, str], ...]:
    """Return the entities that `question` names, each with the words that name it, longest names first."""
    known = [(name, entity) for entity in catalogue.entities for name in entity.names]
    found: list[tuple[Entity, str]] = []
    taken: list[tuple[int, int]] = []
    for name, entity in sorted(known, key=lambda pair: (-len(pair[0]), pair[0])):
        place = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.I)
        if place is None or any(place.start() < end and start < place.end() for start, end in taken):
            continue
        taken.append(place.span())
        found.append((entity, place.group()))
    return tuple(found)
