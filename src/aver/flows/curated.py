"""Curated answers and their verification: who vouches that an answer still says what its sources say (D6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from aver.channels.curated import (
    VERIFIED,
    CuratedAnswer,
    CuratedAnswers,
    fingerprint,
    read_answers,
    read_verified,
)
from aver.config import Settings
from aver.errors import BadInput, NotAllowed, NotFound
from aver.stages.eligibility import eligibility_of, opens
from aver.store.store import Store
from aver.values.governance import Caller, Eligibility, Role


class Service(StrEnum):
    """Whether a curated answer is served to whoever looks."""

    SERVED = "served"
    STALE = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An answer that a caller may know of, and whether it is in service for them."""

    answer: CuratedAnswer
    service: Service


def curated_answers(settings: Settings, store: Store) -> tuple[CuratedAnswers, ...]:
    """Return the curated answers of a home as a source; () where it has none. Raises BadConfiguration."""

    def contents(eligible: Eligibility, documents: tuple[str, ...]) -> Mapping[str, str]:
        return store.contents(documents, eligible=eligible)

    answers = read_answers(settings.home, tenant=settings.identity.tenant)
    return (CuratedAnswers(home=settings.home, answers=answers, contents=contents),) if answers else ()


def standings(settings: Settings, store: Store, caller: Caller, *, today: str) -> tuple[Standing, ...]:
    """Return the answers whose sources `caller` may all read, in the order of the file. Raises BadConfiguration."""
    eligible = eligibility_of(caller, as_of=today)
    return tuple(
        Standing(answer=answer, service=Service.SERVED if fresh else Service.STALE)
        for source in curated_answers(settings, store)
        for answer, fresh in source.in_service(eligible)
    )


def verify_answer(settings: Settings, store: Store, caller: Caller, name: str, *, today: str) -> None:
    """Put an answer into service: `caller` vouches for it, and every quote it rests on stands in its source now.

    Raises NotAllowed without the role of a reviewer, NotFound for an answer the caller may not know of, and BadInput
    naming the source that lacks the words.
    """
    if not caller.roles & {Role.REVIEWER, Role.ADMIN}:
        raise NotAllowed("verifying an answer takes a reviewer", hint="ask somebody with the role reviewer")
    eligible = eligibility_of(caller, as_of=today)
    answers = read_answers(settings.home, tenant=settings.identity.tenant)
    found = next((one for one in answers if one.id == name and opens(eligible, one.governed.whole)), None)
    contents = {} if found is None else store.contents(found.documents, eligible=eligible)
    if found is None or not all(document in contents for document in found.documents):
        raise NotFound(f"no curated answer {name!r} whose sources are current", hint="`aver answers list` shows them")
    texts = store.texts(found.documents, eligible=eligible)
    for document, (uri, quote) in zip(found.documents, found.sources, strict=True):
        if " ".join(quote.split()) not in " ".join(texts[document].split()):
            raise BadInput(f"{uri} doesn't say “{quote}”", hint="correct the answer and its quote, then verify it")
    _write(settings.home, {**read_verified(settings.home), name: fingerprint(found, contents)})


def _write(home: Path, verified: Mapping[str, str]) -> None:
    waiting = home / f"{VERIFIED}.new"
    waiting.write_text(json.dumps(dict(sorted(verified.items())), indent=1) + "\n", encoding="utf-8")
    waiting.replace(home / VERIFIED)
