"""Commits of a Git repository as evidence (D5): what was changed, by whom and why, in the days before the question.

The history is read by `git log` with settings that run nothing of the repository's own (no hooks, signatures, external
diffs, pagers or lazy fetches). A commit is cited by its hash, which is a hash of its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from aver.channels.governed import Governed
from aver.channels.log_files import CALLED_FOR
from aver.channels.matching import best_matching
from aver.channels.reaching import command_output
from aver.channels.records import Record, one_line, passage_of
from aver.stages.eligibility import opens
from aver.stages.planning.intents import intents_of
from aver.values.evidence import Passage
from aver.values.governance import Eligibility

_FORMAT = "%x00%H%x00%aI%x00%an%x00%s%x00%b%x00"
"""Hash, date, author, subject, body, and then the names of files: NUL can stand in none of them."""

_FIELDS = 6
_QUIET = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "TZ": "UTC",
}
_SETTINGS = ("core.fsmonitor=false", "core.quotePath=false", "log.showSignature=false", "protocol.allow=never")
_FILES = 20
"""Changed files that are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GitHistory:
    """A declared repository: of the commits that `ref` reaches those of the last `days`, at most `max_commits`.

    `always` looks at them for every question, else only for those about code, logs and what runs.
    """

    label: str
    path: Path
    governed: Governed
    ref: str = "HEAD"
    days: int = 14
    max_commits: int = 500
    max_bytes: int = 4_000_000
    always: bool = False

    @property
    def name(self) -> str:
        """The channel: `git:` and the declared name."""
        return f"git:{self.label}"

    def opens(self, eligible: Eligibility, asked: str) -> bool:
        """Whether the caller may read the history and the question calls for it."""
        return opens(eligible, self.governed.whole) and (self.always or bool(CALLED_FOR & {*intents_of(asked)}))

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best commits for `asked`, newest first among equals.

        Raises SourceFailed, DeadlineExceeded and TooLarge.
        """
        commits = self._commits(eligible, until=until)
        best = best_matching(asked, [one.matched for one in commits], k)
        return tuple(passage_of(commits[position], eligible) for position in best)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` are commits that the history still reaches, open to the caller."""
        wanted = frozenset(one.chunk for one in passages if one.uri.startswith(f"{self.name}@"))
        if not wanted or not opens(eligible, self.governed.whole):
            return frozenset()
        return wanted & frozenset(passage_of(one, eligible).chunk for one in self._commits(eligible, until=until))

    def _commits(self, eligible: Eligibility, *, until: float) -> list[Record]:
        last = date.fromisoformat(eligible.as_of[:10])
        settings = (*_SETTINGS, f"safe.directory={self.path}")
        argv = (
            "git",
            *(word for one in settings for word in ("-c", one)),
            "--no-pager",
            "log",
            f"--since={last - timedelta(days=self.days)}T00:00:00Z",
            f"--until={last}T23:59:59Z",
            f"--max-count={self.max_commits}",
            f"--format={_FORMAT}",
            "--name-only",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            self.ref,
            "--",
        )
        output = command_output(argv, folder=self.path, until=until, most=self.max_bytes, extra=_QUIET)
        parts = output.decode("utf-8", "replace").split("\0")[1:]
        return [self._record(parts[start : start + _FIELDS]) for start in range(0, len(parts), _FIELDS)]

    def _record(self, parts: Sequence[str]) -> Record:
        commit, at, author, subject, body, files = parts
        paragraphs = [one_line(one) for one in body.split("\n\n")]
        changed = [name for name in files.split("\n") if name.strip()]
        more = f" and {len(changed) - _FILES} more" if len(changed) > _FILES else ""
        named = f"changes {', '.join(changed[:_FILES])}{more}" if changed else ""
        return Record(
            uri=f"{self.name}@{commit}",
            title=one_line(subject),
            path=tuple(one for one in (self.label, commit[:12], at[:16], one_line(author), named) if one),
            lines=tuple(("", one) for one in (one_line(subject), *paragraphs) if one),
            governance=self.governed.whole,
            prose=True,
        )
