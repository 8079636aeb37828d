"""What an ingest was asked for, as its job keeps it: whoever takes the job up again asks for the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.config import Settings
from aver.errors import BadInput, BadMetadata
from aver.flows.ingest_prepare import Recipe
from aver.parsers.identities import PARSERS
from aver.stages.chunking import CHUNKERS, PROFILES, Profile
from aver.stages.identity import default_readers
from aver.stages.metadata import Rule, readers_of, rules_of
from aver.values.governance import Classification, Governance

CALLER = "caller"
"""The argument of a job that holds who asked, where somebody else works on it."""
UPLOAD = "upload"
"""The origin of what was sent to a service."""
UPLOADS = "uploads"
"""The folder of a home in which uploads lie until their job is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Files and folders, and how they are governed and cut; paths are absolute, rules are read again each time.

    With `uri` the one path is a copy of a document that was uploaded, which has that uri; it is gone once the job is
    over. `served` says that a service began the job and takes it up again by itself. `extract` names a domain pack to
    propose claims with; the job is then done once people have decided on them.
    """

    paths: tuple[str, ...]
    meta: str | None = None
    folder_meta: str | None = None
    readers: str | None = None
    classification: str | None = None
    profile: str | None = None
    chunker: str | None = None
    jobs: int | None = None
    uri: str | None = None
    served: bool = False
    extract: str | None = None

    def there(self) -> tuple[Path, ...]:
        """Return the paths. Raises BadInput for one that isn't there."""
        paths = tuple(Path(path) for path in self.paths)
        for path in paths:
            if not path.exists():
                raise BadInput(f"{path}: there is no such file or folder", hint="name a file or folder that is there")
        return paths

    def rules(self) -> tuple[Rule, ...]:
        """Return what the metadata file says. Raises BadMetadata."""
        if self.meta is None:
            return ()
        path = Path(self.meta)
        try:
            return rules_of(path.read_bytes(), path.name)
        except OSError as error:
            raise BadMetadata(f"{path}: {error.strerror or error}", hint="name a readable file after --meta") from error

    def cut(self, settings: Settings) -> Profile:
        """Return how to cut: what is asked for, else what the settings say. Raises BadInput."""
        if self.profile is not None and self.chunker is not None:
            raise BadInput("--profile and --chunker both say how to cut", hint="give one of them")
        if self.profile is not None and self.profile not in PROFILES:
            raise BadInput(f"--profile {self.profile}: there is no such profile", hint=_choose(PROFILES))
        if self.profile is not None:
            return PROFILES[self.profile]
        chosen = self.chunker or settings.ingest.chunker
        if chosen not in CHUNKERS:
            raise BadInput(f"--chunker {chosen}: there is no such chunker", hint=_choose(CHUNKERS))
        return Profile(strategy=chosen, options=settings.chunk_options, why="the settings")

    def recipe(self, settings: Settings, *, tenant: str, encoder: str) -> Recipe:
        """Return how the files are read, for a home with that encoder. Raises BadInput and BadMetadata."""
        cut = self.cut(settings)
        return Recipe(
            rules=self.rules(),
            defaults=self._governance(settings.identity.mode, tenant),
            chunker=cut.strategy,
            options=cut.options,
            parsers=PARSERS,
            encoder=encoder,
            max_bytes=settings.limits.max_bytes,
            metadata_files=frozenset() if self.meta is None else frozenset({Path(self.meta).resolve()}),
            folder_metadata=self.folder_meta,
        )

    def _governance(self, mode: str, tenant: str) -> Governance:
        who = default_readers(mode) if self.readers is None else readers_of(self.readers, "--readers")
        said: dict[str, Any] = {} if self.uri is None else {"origin_system": UPLOAD}
        if self.classification is not None:
            said["classification"] = Classification[self.classification.upper()]
        return Governance(tenant=tenant, readers=who, **said)


def asked_of(arguments: Mapping[str, object]) -> Asked:
    """Return what the arguments of a job say; who asked isn't part of it."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in arguments.items() if name != CALLER
    }
    return Asked(**given)


def _choose(names: Mapping[str, object]) -> str:
    return f"choose {' or '.join(names)}"
