"""Which order of candidates was learned for a tenant and is in use."""

from __future__ import annotations

import math
from collections.abc import Sequence

from aver.config import Settings
from aver.errors import BadConfiguration
from aver.stages.learning import SIGNALS, LearnedOrder


def order_in_force(settings: Settings, tenant: str, *, reader: str) -> LearnedOrder | None:
    """Return the order learned for the tenant, None where there is none or another reader is in use.

    Raises BadConfiguration for weights that are none.
    """
    found = dict(settings.rankings).get(tenant)
    if found is None or found.reader != reader:
        return None
    return LearnedOrder(weights=_numbers(found.weights.split(), tenant), version=found.version, reader=found.reader)


def _numbers(words: Sequence[str], tenant: str) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        numbers = ()
    if len(numbers) != len(SIGNALS) or not all(map(math.isfinite, numbers)):
        raise BadConfiguration(
            f"[ranking.{tenant}] weights are not {len(SIGNALS)} numbers",
            hint="run `aver eval rank` again, or delete the section",
        )
    return numbers
