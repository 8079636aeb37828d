"""The effects of asking with some of them taken away, for ablation (N2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from aver.flows.ask import AskTools
from aver.stages.ablation import Switches, ablated
from aver.stages.tuning import WITHOUT_READER, Tuning
from aver.values.evidence import ChannelResult
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion

_Search: TypeAlias = Callable[[Eligibility, SubQuestion, int], tuple[ChannelResult, ...]]


def ablated_tools(tools: AskTools, switches: Switches) -> AskTools:
    """Return `tools` with what `switches` turn off gone: a channel is not asked, a model is not there."""
    tuning = tools.tuning if switches.reader else _without_reader(tools.tuning)
    made = replace(tools, tuning=ablated(tuning, switches))
    if not switches.reader:
        made = replace(made, read=None)
    if not switches.stance:
        made = replace(made, stances=None)
    if not switches.succession:
        made = replace(made, succeed=_nobody_succeeds)
    if not switches.references:
        made = replace(made, refer=None)
    silent = frozenset(switches.sources) | ({"lexical", "dense"} & set(switches.off))
    return replace(made, search=_search_without(made, silent)) if silent else made


def _without_reader(tuning: Tuning) -> Tuning:
    return replace(WITHOUT_READER, per_channel=tuning.per_channel, thresholds=tuning.thresholds)


def _nobody_succeeds(eligible: Eligibility, uris: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    del eligible, uris
    return ()


def _search_without(tools: AskTools, silent: frozenset[str]) -> _Search:
    asked = tools.search

    def search(eligible: Eligibility, part: SubQuestion, k: int) -> tuple[ChannelResult, ...]:
        return tuple(result for result in asked(eligible, part, k) if result.channel not in silent)

    return search
