"""The effects of answering with a chat model or a debate: those of asking, and what speaks and judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from aver.flows.ask import AskTools
from aver.values.chat import Budget, ChatRequest, Completion
from aver.values.deliberation import LocalSummary, MacroSummary
from aver.values.events import ServedAgain
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed

ENOUGH = Budget()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliberateTools(AskTools):
    """The effects of asking, and of debating: each None where it isn't at hand.

    `chat` speaks for all three voices; `entail` judges a claim against texts; `summaries` reads the layers
    of eligible documents. `visible` gives a digest of all that an eligibility opens, `earlier` what the same caller was
    answered before over just that. `budget` bounds a run.
    """

    chat: Callable[[ChatRequest], Completion] | None = None
    entail: Callable[[Sealed, tuple[Sealed, ...]], tuple[Entailed, ...]] | None = None
    summaries: Callable[[Eligibility, tuple[str, ...]], tuple[MacroSummary | LocalSummary, ...]] | None = None
    visible: Callable[[Eligibility], str] | None = None
    earlier: Callable[[Caller, Inquiry, Eligibility, str], ServedAgain | None] | None = None
    budget: Budget = ENOUGH


def deliberate_tools(tools: AskTools) -> DeliberateTools:
    """Return the effects of deliberating with no model and no summaries; `replace` adds what there is."""
    return DeliberateTools(**{item.name: getattr(tools, item.name) for item in fields(AskTools)})
