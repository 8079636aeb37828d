"""Word's equations on one line: fractions, powers, indices and roots keep their meaning."""

from __future__ import annotations

from lxml import etree

from aver.parsers.docx_xml import local

_PROPERTIES = frozenset({"rPr", "ctrlPr", "fPr", "sSupPr", "sSubPr", "sSubSupPr", "radPr", "dPr", "naryPr", "funcPr"})


def equation(element: etree._Element) -> str:
    """Return an `oMath` element as text, e.g. `x^2/(a+b)`; what isn't known here is written piece by piece."""
    name = local(element)
    if name == "t":
        return element.text or ""
    if name in _PROPERTIES:
        return ""
    part = {local(inner): inner for inner in element}
    match name:
        case "f" if "num" in part and "den" in part:
            return f"{_bracketed(part['num'])}/{_bracketed(part['den'])}"
        case "sSup" if "e" in part and "sup" in part:
            return f"{equation(part['e'])}^{_bracketed(part['sup'])}"
        case "sSub" if "e" in part and "sub" in part:
            return f"{equation(part['e'])}_{_bracketed(part['sub'])}"
        case "sSubSup" if {"e", "sub", "sup"} <= part.keys():
            return f"{equation(part['e'])}_{_bracketed(part['sub'])}^{_bracketed(part['sup'])}"
        case "rad" if "e" in part:
            degree = equation(part["deg"]) if "deg" in part else ""
            return f"{degree}√({equation(part['e'])})"
        case "d":
            return f"({', '.join(equation(inner) for inner in element if local(inner) == 'e')})"
    return "".join(equation(inner) for inner in element)


def _bracketed(element: etree._Element) -> str:
    text = equation(element).strip()
    return text if text.replace(".", "").isalnum() else f"({text})"
