"""What a section is for, read off its heading in English or German."""

from __future__ import annotations

from aver.patterns import regex
from aver.values.documents import Role

_NUMBERING = regex(
    r"^(?:(?:chapter|kapitel|section|abschnitt|appendix|anhang)\s+)?(?:[0-9]+(?:\.[0-9]+)*[.):]?\s+|[ivx]+[.)]\s+)?"
)
_ROLES: dict[Role, frozenset[str]] = {
    Role.ABSTRACT: frozenset(
        {"abstract", "zusammenfassung", "kurzfassung", "executive summary", "kurzzusammenfassung"}
    ),
    Role.REFERENCES: frozenset(
        {
            "references",
            "reference list",
            "references and footnotes",
            "footnotes and references",
            "bibliography",
            "works cited",
            "literature",
            "literature cited",
            "literatur",
            "literaturverzeichnis",
            "literaturangaben",
            "quellen",
            "quellenverzeichnis",
            "quellenangaben",
            "referenzen",
            "einzelnachweise",
            "bibliografie",
            "bibliographie",
        }
    ),
    Role.TOC: frozenset({"contents", "table of contents", "inhalt", "inhaltsverzeichnis", "inhaltsübersicht"}),
}
_BY_NAME = {name: role for role, names in _ROLES.items() for name in names}


def role_of(title: str) -> Role | None:
    """Return the role that a heading's words give its section, numbering and markup set aside, or None."""
    plain = " ".join(title.casefold().strip("*_`#:. \t").split())
    return _BY_NAME.get(plain) or _BY_NAME.get(_NUMBERING.sub("", plain, count=1))
