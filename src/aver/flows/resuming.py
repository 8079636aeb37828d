"""Go on with a run that was cut off: what its model already said is not asked for again.

The new run retrieves afresh, because what the caller may read can have changed; a recorded reply serves
only a request that is the same to the byte, and so was made from the same evidence. Everything served is
recorded in the new run like any other effect, so that it replays on its own.
"""

from __future__ import annotations

from typing import Any

from aver.flows.consulting import Speak
from aver.store.payloads import sealer_of, stored_payloads, unsealer
from aver.store.run_log import RunLog
from aver.values.chat import ChatFailure, ChatRequest, Completion, Replied
from aver.values.codec import decode, encode
from aver.values.events import Observed
from aver.values.governance import Caller

_CHAT = "chat"


def resuming(log: RunLog, caller: Caller, run: str, chat: Speak) -> Speak:
    """Return `chat` with the replies recorded in the caller's own `run` served first; failures are asked anew.

    Raises NotFound, NotAllowed and StoreDamaged.
    """
    recorded = [item.event for item in log.events(caller, run) if isinstance(item.event, Observed)]
    with log.read(caller.tenant) as connection:
        payloads = stored_payloads(connection, tenant=caller.tenant, run=run)
    sealer, unseal = sealer_of(payloads), unsealer(payloads)
    replies = [(event.request, event.result) for event in recorded if event.effect == _CHAT and event.request]

    def speak(request: ChatRequest) -> Completion:
        asked = encode({"positional": (request,), "named": {}}, seal=sealer.seal)
        for known, result in replies:
            said = _reply(result, unseal) if known == asked else None
            if said is not None:
                return said
        return chat(request)

    return speak


def _reply(result: dict[str, Any], unseal: Any) -> Replied | None:
    """Return a recorded reply whose words are still there, None for a failure or erased words."""
    if "returned" not in result:
        return None
    said: Completion = decode(Completion, result["returned"], unseal=unseal)
    return None if isinstance(said, ChatFailure) or said.text.erased is not None else said
