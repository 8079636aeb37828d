"""A small home, its backup, and archives that nobody's `aver backup` wrote."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.config import Settings, ledger_key_path, read_settings
from aver.flows.backup import back_up
from aver.flows.backup_restore import Restored, restore
from aver.store.engine import Transactions
from aver.store.home import create_home, facts
from aver.store.ledger import load_or_create_key

AT = "2026-11-22T01:00:00Z"


@dataclass(frozen=True)
class Place:
    """A folder with a home in it, made by hand."""

    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def archive(self) -> Path:
        return self.folder / "backup.zip"

    @property
    def environment(self) -> dict[str, str]:
        return {"XDG_CONFIG_HOME": str(self.folder / "config")}

    @property
    def settings(self) -> Settings:
        return read_settings(self.home, self.environment)

    def make(self) -> Transactions:
        """Make the home, with settings and a signing key, and return the ways into its store."""
        transactions = create_home(self.home, encoder="one")
        (self.home / "aver.toml").write_text("[ingest]\njobs = 3\n")
        with transactions.read() as connection:
            known = facts(connection)
        assert known is not None
        key = ledger_key_path(self.settings, known.id)
        key.parent.mkdir(parents=True)
        load_or_create_key(key)
        return transactions

    def back_up(self) -> bytes:
        self.archive.unlink(missing_ok=True)
        back_up(self.settings, self.archive, at=AT)
        return self.archive.read_bytes()

    def restore(self, archive: bytes, name: str = "again", **options: Any) -> Restored:
        """Restore those bytes to a folder `name` beside the home."""
        given = self.folder / "given.zip"
        given.write_bytes(archive)
        return restore(given, self.folder / name, self.environment, **options)

    def contents(self) -> set[str]:
        """Return the names beside the home: what a refused restore must not have changed."""
        return {path.name for path in self.folder.iterdir()}


def files_of(archive: bytes) -> dict[str, bytes]:
    """Return the files of the home in an archive by their paths."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        return {name.removeprefix("home/"): packed.read(name) for name in packed.namelist() if name.startswith("home/")}


def said_by(archive: bytes) -> dict[str, Any]:
    """Return what the manifest of an archive says."""
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        said: dict[str, Any] = json.loads(packed.read("manifest.json"))
        return said


def listed(files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """Return what a true manifest says of `files`."""
    return [
        {"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for path, data in files.items()
    ]


def packed_with(manifest: object, files: Mapping[str, bytes], *, prefix: str = "home/") -> bytes:
    """Return an archive with that manifest and those files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for path, data in files.items():
            packed.writestr(prefix + path, data)
        packed.writestr("manifest.json", json.dumps(manifest))
    return made.getvalue()
