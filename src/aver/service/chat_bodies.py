"""What OpenAI's clients send, read as leniently as they send it: what means nothing here is passed over."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

MOST_MESSAGES = 200
LONGEST_MESSAGE = 100_000


class Part(BaseModel):
    """A part of a message; only text is read."""

    type: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=LONGEST_MESSAGE)] = ""


class Message(BaseModel):
    """One message of a conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Annotated[str, Field(max_length=LONGEST_MESSAGE)] | Annotated[list[Part], Field(max_length=100)] | None = (
        None
    )

    @property
    def said(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "\n".join(one.text for one in self.content if one.type == "text")
        return self.content or ""


class StreamOptions(BaseModel):
    """What else a stream tells."""

    include_usage: bool = False


class ChatBody(BaseModel):
    """A conversation whose last message is a question."""

    model: Annotated[str, Field(max_length=200, examples=["aver"])]
    messages: Annotated[
        list[Message],
        Field(
            min_length=1,
            max_length=MOST_MESSAGES,
            examples=[[{"role": "user", "content": "How long is the notice period of employees?"}]],
        ),
    ]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: Annotated[int | None, Field(ge=1, le=1, description="One answer is all there is.")] = None
