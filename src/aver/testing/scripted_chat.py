"""A chat model without a server: every reply comes from a script, and every request is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from aver.values.chat import ChatFailure, ChatFailureKind, ChatRequest, Completion, Replied, Usage
from aver.values.sealed import Sealed, drawn_from


@dataclass(slots=True)
class ScriptedChat:
    """The port `Chat`: `script` gives the text of a reply, or the kind of failure, for a request."""

    script: Callable[[ChatRequest], str | ChatFailureKind]
    chat_id: str = "scripted"
    requests: list[ChatRequest] = field(default_factory=list)

    def complete(self, request: ChatRequest) -> Completion:
        """Return what the script says; a call costs 100 tokens in and 20 out."""
        self.requests.append(request)
        said = self.script(request)
        usage = Usage(prompt=100, completion=20)
        if isinstance(said, ChatFailureKind):
            return ChatFailure(kind=said, usage=usage)
        source = drawn_from(part.document for part in request.data)
        return Replied(text=Sealed(said, source), usage=usage, model=self.chat_id)
