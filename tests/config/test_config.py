"""Settings: file, variables, defaults, and errors that name the place (M1)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from aver.config import commented_toml, home_folder, ledger_key_path, read_settings
from aver.errors import BadConfiguration


def written(home: Path, text: str) -> Path:
    (home / "aver.toml").write_text(text, encoding="utf-8")
    return home


def test_a_home_without_a_file_has_the_defaults(tmp_path: Path) -> None:
    settings = read_settings(tmp_path, {})
    assert (settings.identity.mode, settings.identity.tenant) == ("local", "default")
    assert settings.chunk_options.max_tokens == 250
    assert settings.jobs >= 1


def test_the_file_that_init_writes_says_every_default_and_reads_back_as_the_defaults(tmp_path: Path) -> None:
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line else line for line in commented_toml().splitlines()
    )
    plain = tomllib.loads(uncommented)
    defaults = read_settings(tmp_path, {})
    assert read_settings(written(tmp_path, uncommented), {}) == defaults
    assert read_settings(written(tmp_path, commented_toml()), {}) == defaults
    assert set(plain) == {
        "identity",
        "store",
        "ingest",
        "chunking",
        "limits",
        "workers",
        "retrieval",
        "ledger",
        "service",
        "models",
    }


def test_the_file_sets_and_a_variable_wins_over_it(tmp_path: Path) -> None:
    home = written(tmp_path, "[ingest]\njobs = 3\nbatch_chunks = 10\n[limits]\nmax_seconds = 5\n")
    settings = read_settings(home, {"AVER_INGEST_JOBS": "4", "AVER_IDENTITY_TENANT": "acme", "AVER_HOME": "x"})
    assert (settings.jobs, settings.ingest.batch_chunks, settings.identity.tenant) == (4, 10, "acme")
    assert settings.limits.max_seconds == 5.0


@pytest.mark.parametrize(
    ("text", "named", "hinted"),
    [
        ("[ingset]\njobs = 1\n", "aver.toml: section has no 'ingset'", "'ingest'"),
        ("[ingest]\njob = 1\n", "aver.toml: [ingest] has no 'job'", "'jobs'"),
        ("[ingest]\njobs = -1\n", "aver.toml: [ingest] jobs = -1", "at least 0"),
        ('[retrieval]\nreword = "paraphrase synonyms"\n', "[retrieval] reword", "paraphrase, hypothetical, step-back"),
        ('[retrieval]\nreword = "paraphrase"\n', "need a chat model", "[models.chat]"),
        ('[retrieval]\nrerank = "authority utility"\n', "need a chat model", "[models.chat]"),
        ("[ingest]\njobs = true\n", "aver.toml: [ingest] jobs = True", "a whole number"),
        ("[ingest]\nchunker = 'magic'\n", "aver.toml: [ingest] chunker = 'magic'", "structure or fixed"),
        ("ingest = 3\n", "aver.toml: ingest is not a section", "[ingest]"),
        ("[ingest\n", "aver.toml: ", "correct the file"),
        ("[limits]\nmax_seconds = inf\n", "max_seconds = inf", "at most 86400"),
        (f"[limits]\nmax_bytes = {10**30}\n", "max_bytes", "at most"),
        (f"[limits]\nmax_memory = {10**30}\n", "max_memory", "at most"),
        ("[chunking]\ntarget_tokens = 900\n", "chunk sizes", "target <= max"),
    ],
)
def test_a_bad_setting_names_file_and_key_and_says_what_is_allowed(
    tmp_path: Path, text: str, named: str, hinted: str
) -> None:
    with pytest.raises(BadConfiguration) as caught:
        read_settings(written(tmp_path, text), {})
    assert named in caught.value.message
    assert hinted in caught.value.hint


def test_a_bad_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="AVER_INGEST_JOBS = 'many'"):
        read_settings(tmp_path, {"AVER_INGEST_JOBS": "many"})


def test_a_misspelt_variable_is_not_ignored(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration) as caught:
        read_settings(tmp_path, {"AVER_INGEST_JOB": "2"})
    assert "AVER_INGEST_JOBS" in caught.value.hint


def test_the_option_wins_over_the_variable_and_the_variable_over_the_working_folder(tmp_path: Path) -> None:
    assert home_folder(tmp_path / "a", {"AVER_HOME": "/b"}) == tmp_path / "a"
    assert home_folder(None, {"AVER_HOME": "/b"}) == Path("/b")
    assert home_folder(None, {}) == Path.cwd() / ".aver"


def test_a_home_of_no_user_is_named() -> None:
    with pytest.raises(BadConfiguration, match="~nobody-of-that-name/x"):
        home_folder(Path("~nobody-of-that-name/x"), {})


def test_the_ledger_key_lies_outside_the_home_unless_told_otherwise(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / "home", {"XDG_CONFIG_HOME": str(tmp_path / "config")})
    assert ledger_key_path(settings, "f00") == tmp_path / "config" / "aver" / "ledger-f00.key"
    chosen = read_settings(tmp_path / "home", {"AVER_LEDGER_KEY": str(tmp_path / "k")})
    assert ledger_key_path(chosen, "f00") == tmp_path / "k"


def test_folders_to_ingest_are_named_for_each_tenant_and_there_are_none_by_default(tmp_path: Path) -> None:
    assert read_settings(tmp_path, {}).service.roots_of("default") == ()
    said = f"default={tmp_path}/a, acme = {tmp_path}/b,acme={tmp_path}/c"
    service = read_settings(tmp_path, {"AVER_SERVICE_INGEST_ROOTS": said}).service
    assert service.roots_of("acme") == (tmp_path / "b", tmp_path / "c")
    assert service.roots_of("default") == (tmp_path / "a",)
    assert service.roots_of("other") == ()


@pytest.mark.parametrize("said", ["/srv/docs", "default=docs", "=/srv", "default"])
def test_a_folder_to_ingest_without_tenant_or_root_is_refused(tmp_path: Path, said: str) -> None:
    service = read_settings(tmp_path, {"AVER_SERVICE_INGEST_ROOTS": said}).service
    with pytest.raises(BadConfiguration):
        service.roots_of("default")
