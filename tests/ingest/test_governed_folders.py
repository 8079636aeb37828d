"""Who governs a document: the command line, a metadata file, its folder, a connector; never the document (A10)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aver.errors import BadMetadata, LegalHold
from aver.flows.documents import documents, versions_of
from aver.flows.ingest import ingest_entries
from aver.flows.ingest_outcomes import Failed, Skipped
from aver.flows.ingest_walk import METADATA, Found
from aver.stages.metadata import Rule, rules_of
from aver.store.doctor import examine
from aver.values.governance import Caller, Classification, Governance, Status
from tests.ingest.folders import DEFAULTS, Home
from tests.store.adapters import bytes_of

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))
NOBODY = replace(DEFAULTS, readers=frozenset())
TODAY = "2026-06-01"
SECRET = "Zanzibarprotokoll"


def rules(*plain: dict[str, object]) -> tuple[Rule, ...]:
    return rules_of(json.dumps({"rule": list(plain)}).encode(), "meta.json")


def readers_of(home: Home) -> dict[str, list[str]]:
    return {one.uri: sorted(one.governance.readers) for one in home.store.newest("default")}


def test_the_nearest_folder_wins_and_without_a_word_nobody_reads(home: Home) -> None:
    rule = '[[rule]]\nglob = "**"\nreaders = ["group:{}"]\n'
    home.write(
        {
            "a.md": "# A\n",
            "hr/meta.toml": rule.format("hr") + 'classification = "confidential"\n',
            "hr/b.md": "# B\n",
            "hr/pay/meta.toml": rule.format("payroll"),
            "hr/pay/c.md": "# C\n",
            "hr/pay/deep/d.md": "# D\n",
            "it/e.md": "# E\n",
        }
    )
    summary = home.ingest(defaults=NOBODY, folder_metadata="meta.toml")
    assert readers_of(home) == {
        "a.md": [],
        "hr/b.md": ["group:hr"],
        "hr/pay/c.md": ["group:payroll"],
        "hr/pay/deep/d.md": ["group:payroll"],
        "it/e.md": [],
    }
    assert {one.uri: one.reason for one in summary.skipped} == {"hr/meta.toml": METADATA, "hr/pay/meta.toml": METADATA}
    inherited = next(one for one in home.store.newest("default") if one.uri == "hr/pay/deep/d.md")
    assert inherited.governance.classification is Classification.CONFIDENTIAL


def test_the_command_line_wins_over_folders_and_folders_count_only_where_it_names_them(home: Home) -> None:
    home.write({"hr/meta.toml": '[[rule]]\nglob = "**"\nreaders = ["user:mallory"]\n', "hr/b.md": "# B\n"})
    home.ingest(defaults=NOBODY)
    assert readers_of(home)["hr/b.md"] == []
    home.ingest(defaults=NOBODY, folder_metadata="meta.toml", rules=rules({"glob": "**", "readers": ["user:ann"]}))
    assert readers_of(home)["hr/b.md"] == ["user:ann"]


@pytest.mark.parametrize(
    "broken",
    ["[[rule]]\nreaders = 1\n", '[[rule]]\nglob = "**"\ntenant = "other"\n', "not toml", '[[rule]]\nglob="*"\nx=1\n'],
)
def test_nothing_below_a_broken_folder_file_is_taken_and_the_rest_is(home: Home, broken: str) -> None:
    home.write({"hr/meta.toml": broken, "hr/b.md": "# B\n", "hr/deep/c.md": "# C\n", "it/e.md": "# E\n"})
    summary = home.ingest(folder_metadata="meta.toml")
    (failed,) = summary.failed
    assert failed.uri == "hr/meta.toml" and isinstance(failed.error, BadMetadata)
    assert "hr/meta.toml" in failed.error.message
    assert [one.uri for one in summary.stored] == ["it/e.md"]


def test_a_linked_folder_file_governs_nothing(home: Home, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text('[[rule]]\nglob = "**"\nreaders = ["user:mallory"]\n')
    home.write({"hr/b.md": "# B\n"})
    (home.folder / "hr/meta.toml").symlink_to(tmp_path / "elsewhere.toml")
    summary = home.ingest(folder_metadata="meta.toml")
    assert [one.uri for one in summary.failed] == ["hr/meta.toml"]
    assert summary.stored == ()


@pytest.mark.parametrize("name", ["meta.json", "meta.toml", "meta.yaml"])
def test_the_metadata_of_an_ingest_is_not_a_document(home: Home, name: str) -> None:
    home.write({name: '{"rule": []}', "other.json": '{"a": 1}', "b.md": "# B\n"})
    summary = home.ingest(metadata_files=frozenset({(home.folder / name).resolve()}))
    assert Skipped(uri=name, reason=METADATA) in summary.outcomes
    assert [one.uri for one in summary.stored] == ["b.md", "other.json"]
    alone = home.ingest(home.folder / name, metadata_files=frozenset({(home.folder / name).resolve()}))
    assert alone.outcomes == (Skipped(uri=name, reason=METADATA),)


def test_a_connector_says_who_reads_and_the_command_line_may_still_say_otherwise(home: Home) -> None:
    home.write({"a.md": "# A\n\nText.\n", "b.md": "# B\n\nText.\n"})

    def listed() -> Iterator[Found | Failed | Skipped]:
        for name, reader in (("a", "sid:S-1-5-21"), ("b", "group:sales")):
            given = rules({"glob": "**", "readers": [reader], "origin_system": "share"})
            yield Found(path=home.folder / f"{name}.md", uri=f"share/{name}.md", rules=given)

    recipe, tools = home.recipe(defaults=NOBODY, rules=rules({"glob": "**/b.md", "legal_hold": True})), home.tools()
    assert ingest_entries(listed, recipe, tools=tools).counts()["added"] == 2
    assert readers_of(home) == {"share/a.md": ["sid:S-1-5-21"], "share/b.md": ["group:sales"]}
    held = {one.uri: one.governance.legal_hold for one in home.store.newest("default")}
    assert held == {"share/a.md": False, "share/b.md": True}


FRONT_MATTER = """---
tenant: other
readers: [user:mallory]
classification: public
legal_hold: true
legal-hold: true
authority: 1.0
retention: 2099-01-01
redacted: true
redact: [".*"]
origin_system: vatican
jurisdiction: [everywhere]
supersedes: victim.md
superseded_by: newer.md
status: active
---

# Mallory

This supersedes victim.md, and everybody may read it.
"""


def test_a_document_that_tries_to_govern_itself_only_narrows_itself(home: Home) -> None:
    home.write({"victim.md": "# Victim\n\nThe rule stands.\n", "mallory.md": FRONT_MATTER})
    given = {"glob": "mallory.md", "status": "archived", "authority": 0.2, "readers": ["user:local"]}
    home.ingest(rules=rules(given))
    governance = versions_of(home.store, LOCAL, "mallory.md")[0].governance
    expected = Governance(
        tenant="default",
        readers=frozenset({"user:local"}),
        authority=0.2,
        status=Status.ARCHIVED,
        superseded_by=("newer.md",),
    )
    assert governance == expected
    victim = versions_of(home.store, LOCAL, "victim.md")[0].governance
    assert (victim.status, victim.superseded_by) == (Status.ACTIVE, ())


def test_redacted_text_is_nowhere_in_the_home_and_ingesting_again_changes_nothing(home: Home, tmp_path: Path) -> None:
    home.write({"x.md": f"# On {SECRET}\n\nThe {SECRET} says 42. The rest stays.\n", "y.md": "# Y\n\nPlain.\n"})
    chosen = rules({"glob": "x.md", "redact": [SECRET]})
    assert home.ingest(rules=chosen).counts()["added"] == 2
    assert home.ingest(rules=chosen).counts()["unchanged"] == 2
    left = bytes_of(tmp_path / "home")
    assert SECRET.encode() not in left and b"The rest stays" in left
    assert not examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384, deep=True).problems


@pytest.mark.parametrize("rule", [{"redact": [SECRET]}, {"redacted": True}])
def test_a_redaction_that_comes_later_takes_every_stored_version_along(
    home: Home, tmp_path: Path, rule: dict[str, object]
) -> None:
    for text in (f"# X\n\nThe {SECRET} says one.\n", "# X\n\nNothing to see.\n"):
        home.write({"x.md": text, "y.md": "# Y\n\nPlain.\n"})
        home.ingest()
    assert SECRET.encode() in bytes_of(tmp_path / "home")
    summary = home.ingest(rules=rules({"glob": "x.md", **rule}))
    (erased,) = [one.erased for one in summary.stored if one.uri == "x.md"]
    assert erased is not None and erased.startswith("rcp_")
    assert SECRET.encode() not in bytes_of(tmp_path / "home")
    again = home.ingest(rules=rules({"glob": "x.md", **rule}))
    assert again.counts()["unchanged"] == 2
    assert not examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384, deep=True).problems


def test_a_document_redacted_as_a_whole_is_read_by_nobody_and_keeps_no_text(home: Home, tmp_path: Path) -> None:
    home.write({"x.md": f"# X\n\nThe {SECRET}.\n"})
    home.ingest(rules=rules({"glob": "x.md", "redacted": True}))
    assert documents(home.store, LOCAL, today=TODAY) == ()
    assert SECRET.encode() not in bytes_of(tmp_path / "home")


def test_what_is_held_is_not_redacted_behind_the_back_of_the_hold(home: Home, tmp_path: Path) -> None:
    home.write({"x.md": f"# X\n\nThe {SECRET}.\n"})
    home.ingest(rules=rules({"glob": "x.md", "legal_hold": True}))
    summary = home.ingest(rules=rules({"glob": "x.md", "redact": [SECRET]}))
    assert [type(one.error) for one in summary.failed] == [LegalHold]
    assert SECRET.encode() in bytes_of(tmp_path / "home")


def test_a_name_that_redaction_would_have_to_mask_is_refused(home: Home) -> None:
    home.write({"jane-doe.md": "# Pay\n", "b.md": "# B\n"})
    summary = home.ingest(rules=rules({"glob": "**", "redact": ["jane"]}))
    assert [(one.uri, type(one.error)) for one in summary.failed] == [("jane-doe.md", BadMetadata)]
    assert [one.uri for one in summary.stored] == ["b.md"]
