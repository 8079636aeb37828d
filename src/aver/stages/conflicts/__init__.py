"""Where selected evidence disagrees, and where a question leaves open which of several cases it means (E5, B8).

Nobody asks "are there contradictions?". Pairs are made by typed blocking (the same subject and the same attribute,
both taken from the question), and only then are their values compared.
"""

from aver.stages.conflicts.alike import contradiction, said_otherwise
from aver.stages.conflicts.ambiguity import ambiguities_in, editions_in
from aver.stages.conflicts.detection import conflicts_in, with_sides_selected
from aver.stages.conflicts.quoting import opposed, sides_quoted
from aver.stages.conflicts.statements import Statement, statements_in
from aver.stages.conflicts.unsaid import unsaid_in
from aver.stages.wanted import Wanted, wanted_of

__all__ = [
    "Statement",
    "Wanted",
    "ambiguities_in",
    "conflicts_in",
    "contradiction",
    "editions_in",
    "opposed",
    "said_otherwise",
    "sides_quoted",
    "statements_in",
    "unsaid_in",
    "wanted_of",
    "with_sides_selected",
]
