"""What a service takes on, as the section [service] says it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aver.errors import BadConfiguration
from aver.setting import setting


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """What a service takes on at once, and how large; more is turned away.

    `workers` requests are worked on, `waiting` more may wait for their turn; one tenant may have `per_tenant` of both
    in hand. Jobs are worked on one after the other; `jobs_waiting` of one tenant may wait.
    """

    workers: int = setting(4, "Requests that are worked on at once", least=1, most=64)
    waiting: int = setting(32, "Requests that may wait; more get 503", least=0, most=10_000)
    per_tenant: int = setting(24, "Requests of one tenant at once; more get 429", least=1)
    body_bytes: int = setting(8_000_000, "Largest body of a request", least=100)
    body_seconds: float = setting(30.0, "Time in which it has to arrive", least=0.01, most=3_600)
    upload_bytes: int = setting(64_000_000, "Largest document that is uploaded", least=100)
    upload_seconds: float = setting(300.0, "Time in which it has to arrive", least=0.01, most=3_600)
    jobs_waiting: int = setting(8, "Jobs of one tenant that are under way or wait; more get 429", least=1, most=1_000)
    ingest_roots: str = setting(
        "", "Folders that admins may ingest, such as default=/srv/handbook, acme=/srv/acme; empty: none"
    )

    spans_to: str = setting(
        "", "OTLP over HTTP for spans of OpenTelemetry, such as http://127.0.0.1:4318/v1/traces; empty: none"
    )

    @property
    def in_hand(self) -> int:
        """Requests that are worked on or wait."""
        return self.workers + self.waiting

    def roots_of(self, tenant: str) -> tuple[Path, ...]:
        """Return the folders whose content admins of `tenant` may ingest, resolved. Raises BadConfiguration."""
        pairs = [one.partition("=") for one in self.ingest_roots.split(",") if one.strip()]
        for name, _, folder in pairs:
            if not name.strip() or not Path(folder.strip()).is_absolute():
                raise BadConfiguration(
                    "[service] ingest_roots doesn't say TENANT=FOLDER", hint="write default=/srv/handbook"
                )
        return tuple(Path(folder.strip()).resolve() for name, _, folder in pairs if name.strip() == tenant)
