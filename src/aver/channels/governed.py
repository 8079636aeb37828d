"""The governance of a source and of its rows, as data: fields that hold for all, and columns that say it per row.

The names and values are those of a `--meta` file (`aver.stages.metadata.fields`). Nothing said means nothing allowed,
and a row whose governance can't be read is open to nobody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from aver.errors import BadConfiguration
from aver.stages.eligibility import opens
from aver.stages.metadata.fields import FIELDS
from aver.values.governance import Eligibility, Governance

HELD = frozenset({"status", "superseded_by", "retention", "legal_hold", "redact"})
"""Fields that concern the life of a stored document and mean nothing for a row read where it stands."""

ALLOWED = tuple(name for name in FIELDS if name not in HELD)
BY_ROW = tuple(name for name in ALLOWED if name not in ("authority", "origin_system"))
_LISTS = frozenset({"readers", "jurisdiction", "product", "tier"})
_DAYS = frozenset({"valid_from", "valid_until"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Governed:
    """What holds for a whole source, and `columns`: `(field, column)` for what each row says itself."""

    whole: Governance
    columns: tuple[tuple[str, str], ...] = ()

    def of_row(self, values: tuple[object, ...]) -> Governance | None:
        """Return the governance of a row from the `values` of `columns`; None where one of them can't be read."""
        found: dict[str, object] = {}
        for (field, _), value in zip(self.columns, values, strict=True):
            try:
                found[FIELDS[field].attribute] = _read(field, value)
            except (ValueError, RecursionError):
                return None
        return replace(self.whole, **found)  # type: ignore[arg-type]

    def opens_row(self, eligible: Eligibility, values: tuple[object, ...]) -> bool:
        """Whether `eligible` opens the row with these `values` of `columns`."""
        governance = self.of_row(values)
        return governance is not None and opens(eligible, governance)

    def may_open(self, eligible: Eligibility) -> bool:
        """Whether any row could be open: what holds for the whole, wherever no column says otherwise."""
        widest = replace(
            self.whole,
            **{  # type: ignore[arg-type]
                FIELDS[field].attribute: value
                for field, value in _widest(eligible).items()
                if field in dict(self.columns)
            },
        )
        return opens(eligible, widest)


def governed(written: Mapping[str, object], *, tenant: str, where: str, origin: str) -> Governed:
    """Return the governance in the keys of a declaration: fields, and under `by_row` a table of field to column.

    Raises BadConfiguration naming `where`, the field and what is allowed; readers must be said somewhere.
    """
    columns = written.get("by_row", {})
    if not isinstance(columns, dict) or not all(f in BY_ROW and isinstance(c, str) and c for f, c in columns.items()):
        raise BadConfiguration(f"{where}: by_row is not allowed", hint=f"a table of columns for: {', '.join(BY_ROW)}")
    values: dict[str, object] = {}
    for field in ALLOWED:
        if field not in written:
            continue
        try:
            values[FIELDS[field].attribute] = FIELDS[field].read(written[field])
        except ValueError as error:
            raise BadConfiguration(
                f"{where}: {field} = {written[field]!r} is not allowed", hint=f"allowed: {error}"
            ) from error
    if "readers" not in written and "readers" not in columns:
        raise BadConfiguration(
            f"{where} has no readers", hint='say readers = ["group:..."], or which column names them under by_row'
        )
    defaults = Governance(tenant=tenant, readers=frozenset(), origin_system=origin)
    return Governed(whole=replace(defaults, **values), columns=tuple(sorted(columns.items())))  # type: ignore[arg-type]


def _read(field: str, value: object) -> object:
    """Return a cell's value as the field takes it; bytes are UTF-8. Raises ValueError."""
    written = value.decode("utf-8") if isinstance(value, bytes) else value
    if field in _LISTS:
        names = _listed(written)
        return FIELDS[field].read(names) if names else frozenset()
    if field in _DAYS and written in (None, ""):
        return None
    if field == "redacted" and str(written) in ("0", "1"):
        return str(written) == "1"
    if field == "classification" and str(written) in ("0", "1", "2", "3"):
        return FIELDS[field].read(int(str(written)))
    return FIELDS[field].read(written)


def _listed(value: object) -> list[object]:
    """Return a list written as JSON or with commas; nothing written is an empty list. Raises ValueError."""
    if value is None or value == "":
        return []
    if not isinstance(value, str):
        raise ValueError("a list of names")
    if value.lstrip().startswith("["):
        found: list[object] = json.loads(value)
        return found
    return [name.strip() for name in value.split(",") if name.strip()]


def _widest(eligible: Eligibility) -> dict[str, object]:
    return {
        "tenant": eligible.tenant,
        "readers": eligible.principals,
        "classification": 0,
        "jurisdiction": frozenset(),
        "product": frozenset(),
        "tier": frozenset(),
        "valid_from": None,
        "valid_until": None,
        "redacted": False,
    }
