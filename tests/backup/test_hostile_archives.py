"""Whatever an archive holds, a restore brings back the home that was backed up, or changes nothing (A12).

The archives are named for the attack; the last tests alter a true one at random.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import AverError, BadBackup, BadInput, FromLaterVersion
from aver.flows.backup_manifest import is_plain, manifest_of
from tests.backup.homes import Place, files_of, listed, packed_with, said_by

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("hostile"))
    made.make().engine.dispose()
    made.back_up()
    (made.folder / "given.zip").touch()
    yield made


@pytest.fixture(scope="module")
def archive(place: Place) -> bytes:
    return place.archive.read_bytes()


def refused(place: Place, archive: bytes, kind: type[AverError] = BadBackup) -> AverError:
    """Return the error with which an archive is refused; nothing may have changed beside the home or above it."""
    before = place.contents(), {path.name for path in place.folder.parent.iterdir()}
    with pytest.raises(kind) as caught:
        place.restore(archive)
    assert (place.contents(), {path.name for path in place.folder.parent.iterdir()}) == before
    assert caught.value.hint
    return caught.value


CLIMBING = (
    "../evil",
    "/etc/evil",
    "a/../../evil",
    "..",
    ".",
    "",
    "a//b",
    "a/",
    "..\\evil",
    "a\\..\\..\\evil",
    "C:\\evil",
    "nul\x00byte",
    "line\nbreak",
    "\ud800",
    "a" * 300,
    "/".join(["deep"] * 300),
)


@pytest.mark.parametrize("path", CLIMBING)
def test_a_path_that_climbs_out_or_is_none_is_refused(place: Place, archive: bytes, path: str) -> None:
    files = files_of(archive)
    said = said_by(archive)
    said["files"] = [*listed(files), {**listed({"x": b""})[0], "path": path}]
    refused(place, packed_with(said, files))
    assert not is_plain(path)


@pytest.mark.parametrize("path", ["aver.db-wal", "aver.db-shm", "aver.db-journal", "in-use.lock", "jobs/job_1.lock"])
def test_a_journal_or_a_lock_that_would_be_taken_for_the_home_s_own_is_refused(
    place: Place, archive: bytes, path: str
) -> None:
    files = {**files_of(archive), path: b"x"}
    refused(place, packed_with({**said_by(archive), "files": listed(files)}, files))


def with_one_more(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with(said, {**files, "packs/evil.toml": b"x"})


def with_one_beside(files: Files, said: dict[str, Any]) -> bytes:
    made = io.BytesIO(packed_with(said, files))
    with zipfile.ZipFile(made, "a") as packed:
        packed.writestr("../evil", b"x")
    return made.getvalue()


def with_one_less(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with(said, {path: data for path, data in files.items() if path != "aver.toml"})


def with_one_altered(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with(said, {**files, "aver.toml": files["aver.toml"].replace(b"3", b"4")})


def with_one_longer_than_said(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with(said, {**files, "aver.toml": files["aver.toml"] + bytes(5_000_000)})


def with_one_twice(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with({**said, "files": [*said["files"], said["files"][0]]}, files)


def with_a_file_that_is_a_folder_too(files: Files, said: dict[str, Any]) -> bytes:
    both = {**files, "packs": b"x", "packs/a": b"y"}
    return packed_with({**said, "files": listed(both)}, both)


def without_a_database(files: Files, said: dict[str, Any]) -> bytes:
    left = {path: data for path, data in files.items() if path != "aver.db"}
    return packed_with({**said, "files": listed(left)}, left)


def with_a_database_that_is_none(files: Files, said: dict[str, Any]) -> bytes:
    left = {**files, "aver.db": b"no database"}
    return packed_with({**said, "files": listed(left)}, left)


def with_a_torn_database(files: Files, said: dict[str, Any]) -> bytes:
    torn = bytearray(files["aver.db"])
    torn[8_192:40_960] = bytes(32_768)
    left = {**files, "aver.db": bytes(torn)}
    return packed_with({**said, "files": listed(left)}, left)


def with_the_database_of_another_home(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with({**said, "home_id": "0" * 32}, files)


def with_members_outside_the_home(files: Files, said: dict[str, Any]) -> bytes:
    return packed_with(said, files, prefix="")


def without_a_manifest(files: Files, _said: dict[str, Any]) -> bytes:
    made = io.BytesIO(packed_with({}, files))
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("home/aver.db", files["aver.db"])
    return made.getvalue()


def with_a_manifest_nested_without_end(files: Files, _said: dict[str, Any]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", "[" * 200_000)
    return made.getvalue()


def with_a_manifest_that_inflates_without_end(files: Files, _said: dict[str, Any]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", b" " * 40_000_000)
    return made.getvalue()


def packed_by_another_method(files: Files, said: dict[str, Any]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("manifest.json", json.dumps(said))
        for path, data in files.items():
            packed.writestr(f"home/{path}", data)
    return made.getvalue()


def with_a_password(files: Files, said: dict[str, Any]) -> bytes:
    made = bytearray(packed_with(said, files))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = made.find(mark)
        while at >= 0:
            made[at + offset] |= 1
            at = made.find(mark, at + 1)
    return bytes(made)


def that_is_empty(_files: Files, _said: dict[str, Any]) -> bytes:
    return b""


def that_is_text(_files: Files, _said: dict[str, Any]) -> bytes:
    return b"a backup, honestly\n" * 100


ATTACKS = (
    with_one_more,
    with_one_beside,
    with_one_less,
    with_one_altered,
    with_one_longer_than_said,
    with_one_twice,
    with_a_file_that_is_a_folder_too,
    without_a_database,
    with_a_database_that_is_none,
    with_a_torn_database,
    with_the_database_of_another_home,
    with_members_outside_the_home,
    without_a_manifest,
    with_a_manifest_nested_without_end,
    with_a_manifest_that_inflates_without_end,
    packed_by_another_method,
    with_a_password,
    that_is_empty,
    that_is_text,
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_an_archive_is_refused(place: Place, archive: bytes, attack: Callable[[Files, dict[str, Any]], bytes]) -> None:
    refused(place, attack(files_of(archive), said_by(archive)))


def test_a_later_format_is_refused_with_the_way_out(place: Place, archive: bytes) -> None:
    later = packed_with({**said_by(archive), "version": 2, "something": "new"}, files_of(archive))
    assert "version" in refused(place, later, FromLaterVersion).hint


def test_a_home_that_there_is_no_room_for_is_refused_before_a_byte_is_written(place: Place, archive: bytes) -> None:
    said = said_by(archive)
    said["files"][0]["bytes"] = 1 << 60
    assert "room" in refused(place, packed_with(said, files_of(archive)), BadInput).message


def test_a_link_in_an_archive_becomes_no_link(place: Place, archive: bytes, tmp_path: Path) -> None:
    files = {**files_of(archive), "packs/link": b"/etc/passwd"}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("manifest.json", json.dumps({**said_by(archive), "files": listed(files)}))
        for path, data in files.items():
            info = zipfile.ZipInfo(f"home/{path}")
            info.external_attr = (0o120777 if path == "packs/link" else 0o100600) << 16
            packed.writestr(info, data)
    link = place.restore(made.getvalue(), f"{tmp_path.name}-links").home / "packs" / "link"
    assert not link.is_symlink()
    assert link.read_bytes() == b"/etc/passwd"


@pytest.mark.parametrize("name", ["../../evil", "", "F" * 32, "0" * 31])
def test_an_id_of_a_home_that_would_name_another_key_file_is_refused(place: Place, archive: bytes, name: str) -> None:
    refused(place, packed_with({**said_by(archive), "home_id": name}, files_of(archive)))


@pytest.mark.parametrize("arguments", ["no json", "[]", '{"uri": "x", "paths": 7}', '{"uri": "x", "paths": {"a": 1}}'])
def test_a_database_whose_jobs_ask_for_nothing_that_is_known_is_refused(
    place: Place, archive: bytes, tmp_path: Path, arguments: str
) -> None:
    files = files_of(archive)
    (tmp_path / "x.db").write_bytes(files["aver.db"])
    with closing(sqlite3.connect(tmp_path / "x.db")) as database, database:
        database.execute(
            "INSERT INTO job VALUES ('t', 'job_1', 'u', 'ingest', 'running', ?, '', '', 1, 1, 0, 0, 0, 0, '')",
            (arguments,),
        )
    files["aver.db"] = (tmp_path / "x.db").read_bytes()
    refused(place, packed_with({**said_by(archive), "files": listed(files)}, files))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


SAID = ["format", "version", "files", "left_out", "signer", "aver", "made_at", "home_id", "more"]


@given(JSON, st.sampled_from(SAID))
def test_a_manifest_says_what_a_manifest_says_or_is_refused(archive: bytes, value: Any, key: str) -> None:
    said = said_by(archive)
    try:
        found = manifest_of(json.dumps({**said, key: value}).encode())
    except (BadBackup, FromLaterVersion):
        return
    assert found.files and all(is_plain(one.path) for one in found.files)
    assert key in ("left_out", "signer", "aver", "made_at") or value == said[key]


@given(st.binary(max_size=200))
def test_bytes_that_are_no_manifest_are_refused(data: bytes) -> None:
    with pytest.raises(BadBackup):
        manifest_of(data)


@given(st.data())
def test_an_archive_altered_anywhere_restores_what_was_backed_up_or_nothing(
    place: Place, archive: bytes, data: st.DataObject
) -> None:
    altered = bytearray(archive)
    places = st.integers(0, len(archive) - 1) | st.integers(len(archive) - 600, len(archive) - 1) | st.integers(0, 60)
    for at, byte in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=4)):
        altered[at] = byte
    begin, end = sorted(data.draw(st.tuples(places, places)))
    way = data.draw(st.sampled_from(["flipped", "truncated", "cut", "doubled"]))
    if way == "truncated":
        del altered[begin:]
    elif way == "cut":
        del altered[begin:end]
    elif way == "doubled":
        altered[begin:begin] = altered[begin:end]
    before = place.contents()
    try:
        found = place.restore(bytes(altered), "altered")
    except AverError as error:
        assert isinstance(error, BadBackup | FromLaterVersion | BadInput), error
        assert error.hint
    else:
        expected = files_of(archive)
        kept = {path.name: path.read_bytes() for path in found.home.iterdir()}
        assert set(kept) == set(expected)
        assert kept["aver.toml"] == expected["aver.toml"]
        assert rows_of(kept["aver.db"]) == rows_of(expected["aver.db"])
        for path in found.home.iterdir():
            path.unlink()
        found.home.rmdir()
    assert place.contents() == before


def rows_of(data: bytes) -> list[str]:
    """Return what a database holds as SQL."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data[:18] + b"\x01\x01" + data[20:])
        return list(database.iterdump())
