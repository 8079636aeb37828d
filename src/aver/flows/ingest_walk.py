"""From the paths a user names to files with uris; what is not taken is named with its reason.

A uri is the path below the ingested folder with "/" between its parts, a single file's is its name.
Nothing outside the folder is ever read on behalf of a link inside it. The metadata of an ingest is not
ingested. Where whoever ingests names a kind of file that governs its folder, the files below inherit its
rules; of two folders the nearer wins, and where such a file can't be read nothing below it is taken.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aver.errors import BadInput, BadMetadata, TooLarge, UnreadableDocument
from aver.flows.ingest_outcomes import Failed, Skipped
from aver.stages.metadata import Rule, rules_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file to ingest and the uri it will have; `rules` are what its folder, or its connector, says of it."""

    path: Path
    uri: str
    rules: tuple[Rule, ...] = ()


DEEPEST = 200
"""Folders within folders that are walked into."""
METADATA = "the metadata of this ingest"
"""Why a metadata file is skipped."""

Entry = Found | Failed | Skipped


def walk(
    paths: Iterable[Path],
    *,
    supports: Callable[[str], bool],
    metadata: frozenset[Path] = frozenset(),
    folder_metadata: str | None = None,
) -> Iterator[Entry]:
    """Yield every entry below `paths`, folders in order of names.

    `supports` says of a name whether some parser takes it; `metadata` are resolved paths of files that govern
    this ingest; `folder_metadata` is the name of a file that governs the folder it lies in. Two files of one
    uri are told apart by failing the second; a folder more than `DEEPEST` deep fails as one. Raises BadInput for a
    path that is not there.
    """
    seen: set[str] = set()
    rounds = _Round(supports=supports, metadata=metadata, folder_metadata=folder_metadata)
    for path in paths:
        for entry in _below(path, rounds):
            if isinstance(entry, Found) and entry.uri in seen:
                error = BadInput(
                    f"{entry.uri}: {entry.path} has the same uri as a file named before",
                    hint="ingest their common parent folder instead",
                )
                yield Failed(uri=entry.uri, error=error)
                continue
            seen.add(entry.uri)
            yield entry


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """What every folder of one walk is looked at with."""

    supports: Callable[[str], bool]
    metadata: frozenset[Path]
    folder_metadata: str | None


def _below(path: Path, rounds: _Round) -> Iterator[Entry]:
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}", hint="name a file or folder that is there") from error
    if stat.S_ISDIR(mode):
        yield from _folder(path, path.resolve(), "", (), rounds)
    elif stat.S_ISREG(mode):
        yield _file(path, path.name, (), rounds)
    else:
        yield Skipped(uri=path.name, reason="not a regular file")


def _folder(folder: Path, root: Path, prefix: str, rules: tuple[Rule, ...], rounds: _Round) -> Iterator[Entry]:
    if prefix.count("/") > DEEPEST:
        error = TooLarge(
            f"{prefix}: more than {DEEPEST} folders deep", hint="ingest the folders below it by themselves"
        )
        yield Failed(uri=prefix, error=error)
        return
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
        rules += _own_rules(folder, prefix, rounds)
    except OSError as error:
        yield Failed(uri=prefix or folder.name, error=_unreadable(prefix or str(folder), error))
        return
    except BadMetadata as error:
        yield Failed(uri=f"{prefix}{rounds.folder_metadata}", error=error)
        return
    for entry in entries:
        uri = f"{prefix}{entry.name}"
        try:
            reason = _left_alone(entry, root, rounds)
            if reason is not None:
                yield Skipped(uri=uri, reason=reason)
            elif entry.is_dir():
                yield from _folder(entry, root, f"{uri}/", rules, rounds)
            else:
                yield _file(entry, uri, rules, rounds)
        except OSError as error:
            yield Failed(uri=uri, error=_unreadable(uri, error))


def _own_rules(folder: Path, prefix: str, rounds: _Round) -> tuple[Rule, ...]:
    """Return what the folder's own metadata file says; raises OSError and BadMetadata."""
    if rounds.folder_metadata is None or not (file := folder / rounds.folder_metadata).is_file():
        return ()
    if file.is_symlink():
        raise BadMetadata(f"{prefix}{file.name} is a link", hint="put the file itself into the folder")
    return rules_of(file.read_bytes(), f"{prefix}{file.name}", below=prefix)


def _left_alone(entry: Path, root: Path, rounds: _Round) -> str | None:
    """Return why an entry is skipped, None where it isn't."""
    if entry.name == rounds.folder_metadata or entry.resolve() in rounds.metadata:
        return METADATA
    if entry.name.startswith("."):
        return "hidden"
    if entry.is_symlink():
        if not entry.resolve().is_relative_to(root):
            return "a link that leaves the ingested folder"
        if entry.is_dir():
            return "a link to a folder"
    if not entry.is_dir() and not entry.is_file():
        return "a broken link" if entry.is_symlink() else "not a regular file"
    return None


def _file(path: Path, uri: str, rules: tuple[Rule, ...], rounds: _Round) -> Entry:
    if path.resolve() in rounds.metadata:
        return Skipped(uri=uri, reason=METADATA)
    if not uri.isprintable():
        error = BadInput(f"{uri!r} holds control characters or is not UTF-8", hint="rename the file")
        return Failed(uri=repr(uri), error=error)
    if not rounds.supports(uri):
        return Skipped(uri=uri, reason=f"no parser for {path.suffix or 'a file without suffix'}")
    return Found(path=path, uri=uri, rules=rules)


def contents(found: Found, *, max_bytes: int) -> bytes:
    """Return the bytes of a file. Raises TooLarge and UnreadableDocument naming its uri."""
    try:
        with found.path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise _unreadable(found.uri, error) from error
    if len(data) > max_bytes:
        raise TooLarge(f"{found.uri}: more than {max_bytes} bytes", hint="split it, or raise max_bytes in aver.toml")
    return data


def _unreadable(uri: str, error: OSError) -> UnreadableDocument:
    return UnreadableDocument(
        f"{uri}: {error.strerror or error}", hint="check its permissions and that it still exists"
    )
