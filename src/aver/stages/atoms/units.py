"""The units a number may carry, each spelling mapped to one name; a different name is a different unit.

Nothing is converted here; `conversion` says which amounts are equal.
"""

from __future__ import annotations

import re

from aver.patterns import regex

_SPELLINGS = {
    "%": "% percent prozent pct vom-hundert",
    "‰": "‰ promille",
    "percentage point": "prozentpunkt prozentpunkte prozentpunkten",
    "year": "year years yr yrs jahr jahre jahren jahres jährig jährige",
    "month": "month months monat monate monaten monats",
    "week": "week weeks wk woche wochen",
    "day": "day days tag tage tagen tages",
    "hour": "hour hours hr hrs h stunde stunden std",
    "minute": "minute minutes min mins minuten",
    "second": "second seconds sec secs s sekunde sekunden sek",
    "millisecond": "ms millisecond milliseconds millisekunde millisekunden",
    "€": "€ eur euro euros",
    "$": "$ usd us$ dollar dollars",
    "£": "£ gbp pound-sterling",
    "¥": "¥ jpy yen",
    "chf": "chf franken",
    "cent": "cent cents",
    "°C": "°c celsius",
    "°F": "°f fahrenheit",
    "°": "° degree degrees grad",
    "metre": "metre metres meter meters m",
    "kilometre": "km kilometre kilometres kilometer kilometers kilometern",
    "centimetre": "cm centimetre centimetres centimeter centimeters zentimeter zentimetern",
    "millimetre": "mm millimetre millimetres millimeter millimeters millimetern",
    "micrometre": "µm μm micrometre micrometres micrometer micrometers mikrometer",
    "nanometre": "nm nanometre nanometres nanometer nanometers",
    "mile": "mile miles meile meilen",
    "foot": "ft foot feet",
    "inch": "inch inches zoll",
    "square metre": "m² m2 qm quadratmeter quadratmetern",
    "square kilometre": "km² km2 quadratkilometer quadratkilometern",
    "square centimetre": "cm² cm2 quadratzentimeter quadratzentimetern",
    "square millimetre": "mm² mm2 quadratmillimeter quadratmillimetern",
    "hectare": "ha hectare hectares hektar",
    "cubic centimetre": "cm³ cm3 kubikzentimeter kubikzentimetern",
    "cubic metre": "m³ m3 kubikmeter kubikmetern",
    "litre": "l litre litres liter liters litern",
    "millilitre": "ml millilitre millilitres milliliter milliliters millilitern",
    "gram": "g gram grams gramm",
    "kilogram": "kg kilogram kilograms kilogramm",
    "milligram": "mg milligram milligrams milligramm",
    "microgram": "µg μg mcg microgram micrograms mikrogramm",
    "tonne": "t tonne tonnes tonnen ton tons",
    "pound": "lb lbs pound pounds pfund",
    "byte": "byte bytes",
    "pixel": "px pixel pixels pixeln",
    "token": "token tokens",
    "page": "page pages seite seiten",
    "kilowatt hour": "kwh kilowattstunde kilowattstunden",
}
_CASED = {
    "kilobyte": "kB KB",
    "megabyte": "MB",
    "gigabyte": "GB",
    "terabyte": "TB",
    "kibibyte": "KiB",
    "mebibyte": "MiB",
    "gibibyte": "GiB",
    "kilobit": "kbit kbps",
    "megabit": "Mbit Mbps",
    "watt": "W Watt watts",
    "kilowatt": "kW",
    "megawatt": "MW",
    "milliwatt": "mW",
    "volt": "V Volt volts",
    "millivolt": "mV",
    "microampere": "µA μA uA",
    "milliampere": "mA",
    "ampere": "Ampere amperes",
    "hertz": "Hz",
    "kilohertz": "kHz",
    "megahertz": "MHz",
    "gigahertz": "GHz",
    "newton": "N Newton",
    "pascal": "Pa",
    "kilopascal": "kPa",
    "megapascal": "MPa",
    "bar": "bar",
    "joule": "J Joule",
    "kilojoule": "kJ",
    "kilocalorie": "kcal",
    "kelvin": "Kelvin",
    "mole": "mol",
    "millimole": "mmol",
    "decibel": "dB",
    "basis point": "bp bps",
}
_UNITS = {spelling: name for name, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_CASED_UNITS = {spelling: name for name, spellings in _CASED.items() for spelling in spellings.split()}
_PER = {"d": "day", "a": "year"}
"""What a letter stands for only behind a stroke."""

_TOKEN = regex(r"[%‰€$£¥°µμ]?[A-Za-zäöüÄÖÜß]*[²³]?(?:/[A-Za-zµμäöü]+[²³]?)*")

_POWER = regex(r"(?P<power>square|sq\.?|cubic)\s(?P<measure>[a-z]+)\b", re.IGNORECASE)
"""An area or a volume spelt out: "84 square metres"."""

CURRENCIES = frozenset("€$£¥")


def unit_at(text: str, position: int) -> tuple[str, int] | None:
    """Return the unit that starts at `position` (after a space or hyphen at most) and where it ends, or None."""
    gap = re.compile(r"[ \t\u00a0\u202f\u2009]?|-(?=[A-Za-zäöü%])").match(text, position)
    start = gap.end() if gap else position
    if start == position and text[start : start + 1] == "-":
        start += 1
    found = _TOKEN.match(text, start)
    if not found or not found[0]:
        return None
    power = _POWER.match(text, start)
    if power:
        spelt = f"{'cubic' if power['power'].lower() == 'cubic' else 'square'} {named_unit(power['measure'])}"
        return (spelt, power.end()) if spelt in _SPELLINGS else None
    name = "%" if found[0].lower() == "percentage" else named_unit(found[0])
    if name == "%" and re.match(r"\s+points?\b", text[found.end() :]):
        return "percentage point", found.end()
    if found[0].lower() == "percentage":
        return None
    return (name, found.end()) if name else None


def named_unit(token: str) -> str | None:
    """Return the one name of the unit spelt `token` (`mg/kg` part by part, `mg/d` a day), or None."""
    first, *others = token.split("/")
    names = [_CASED_UNITS.get(first) or _UNITS.get(first.lower())]
    names += [_PER.get(part) or _CASED_UNITS.get(part) or _UNITS.get(part.lower()) for part in others]
    return "/".join(name for name in names if name) if all(names) else None


def units_in(text: str) -> frozenset[str]:
    """Return every unit spelt anywhere in `text`, as in a table header `Dose (mg)`."""
    tokens = {found[0] for found in _TOKEN.finditer(text) if found[0]}
    return frozenset(name for name in map(named_unit, tokens) if name)
