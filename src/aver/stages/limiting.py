"""How a text begins that limits what stands before it, in English and German (E6).

A rule must not be shown without its exception; chunking keeps the two together, propositions name both.
"""

from __future__ import annotations

import re

EXCEPTION = re.compile(
    r"[\s>*_(\[\-+•#]*(?:however|excepts?|exceptions?|excepting|excluding|unless|notwithstanding|"
    r"nevertheless|provided that|this does not apply|the exceptions?|one exception|the only exceptions?|"
    r"jedoch|allerdings|ausgenommen|ausnahmen?|außer|ausser|es sei denn|abweichend|hiervon|davon|dies gilt nicht|"
    r"das gilt nicht|ungeachtet|unbeschadet|sofern nicht|soweit nicht|die ausnahmen?|eine ausnahme)\b",
    re.IGNORECASE,
)
"""A block or sentence that begins like this limits what stands before it."""

NOTE = re.compile(r"\s*(?:\(\d{1,2}\)|\*{1,3}|[†‡¹²³⁴⁵⁶⁷⁸⁹]|\[\d{1,2}\]|\[\^[\w-]+\]:?)[ \t]*(?=[^\W_])")
"""How a table's note begins, where it isn't marked up as one: the mark that stands in the cell."""
