"""Rules of a --meta file: what they set, which uris they match, and errors that name the place (A10)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadMetadata
from aver.stages.metadata import governance_for, readers_of, rules_of, unused
from aver.values.governance import Classification, Governance, Status

DEFAULTS = Governance(tenant="default", readers=frozenset({"user:local"}))
EVERY_FIELD = {
    "glob": "**",
    "tenant": "acme",
    "readers": ["group:hr", "S-1-5-21-7"],
    "classification": "confidential",
    "jurisdiction": "DE",
    "product": ["a", "b"],
    "tier": [],
    "valid_from": "2024-01-01",
    "valid_until": "2025-01-01",
    "status": "archived",
    "superseded_by": ["b.md"],
    "authority": 1,
    "origin_system": "register",
    "retention": "2030-12-31",
    "legal_hold": True,
    "redacted": False,
}
MEANT = Governance(
    tenant="acme",
    readers=frozenset({"group:hr", "S-1-5-21-7"}),
    classification=Classification.CONFIDENTIAL,
    jurisdictions=frozenset({"DE"}),
    products=frozenset({"a", "b"}),
    valid_from="2024-01-01",
    valid_until="2025-01-01",
    status=Status.ARCHIVED,
    superseded_by=("b.md",),
    authority=1.0,
    origin_system="register",
    retention_until="2030-12-31",
    legal_hold=True,
)


def rules(*plain: dict[str, object]):
    return rules_of(json.dumps({"rule": plain}).encode(), "meta.json")


def test_every_field_of_the_contract_reaches_the_governance() -> None:
    assert governance_for("x.md", rules(EVERY_FIELD), DEFAULTS) == MEANT


def test_toml_yaml_and_json_say_the_same() -> None:
    toml = (
        b'[[rule]]\nglob = "**"\nreaders = ["group:hr"]\nvalid_from = 2024-01-01\n'
        b'[[rule]]\nglob = "a/*"\nclassification = "public"\n'
    )
    plain = [
        {"glob": "**", "readers": ["group:hr"], "valid_from": "2024-01-01"},
        {"glob": "a/*", "classification": "public"},
    ]
    read = rules_of(toml, "m.toml")
    assert read == rules(*plain)
    assert read == rules_of(yaml.safe_dump({"rule": plain}).encode(), "m.yaml")
    assert read == rules_of(
        b"rule:\n - {glob: '**', readers: ['group:hr'], valid_from: 2024-01-01}\n"
        b" - {glob: 'a/*', classification: public}\n",
        "m.yml",
    )


def test_a_later_rule_overrides_an_earlier_one_field_by_field() -> None:
    found = rules(
        {"glob": "**", "authority": 0.2, "readers": ["group:a"]},
        {"glob": "hr/**", "readers": ["group:hr"]},
        {"glob": "other/**", "authority": 0.9},
    )
    governance = governance_for("hr/pay/bands.md", found, DEFAULTS)
    assert (governance.authority, governance.readers) == (0.2, {"group:hr"})
    assert governance_for("x.md", found, DEFAULTS).readers == {"group:a"}


def test_a_glob_that_is_none_is_named() -> None:
    with pytest.raises(BadMetadata, match=r"rule 1: glob = '\[z-a\]\.md' is none"):
        rules({"glob": "[z-a].md"})


def test_an_empty_list_of_readers_means_nobody() -> None:
    assert governance_for("x", rules({"glob": "**", "readers": []}), DEFAULTS).readers == frozenset()


@pytest.mark.parametrize(
    ("glob", "matching", "other"),
    [
        ("**", "a/b/c.md", None),
        ("*.md", "c.md", "a/c.md"),
        ("**/*.md", "c.md", "c.mdx"),
        ("**/*.md", "a/b/c.md", "a/b/c.rst"),
        ("a/**", "a/b/c", "ab/c"),
        ("a/**/c", "a/c", "a/b/d"),
        ("a/**/c", "a/x/y/c", "ac"),
        ("a?c", "abc", "a/c"),
        ("v[12].md", "v1.md", "v3.md"),
        ("v[!1].md", "v2.md", "v1.md"),
        ("a[!b]c", "axc", "a/c"),
        ("a+(b).md", "a+(b).md", "aab.md"),
        ("Hr/**", "Hr/x", "hr/x"),
        ("[", "[", "x"),
    ],
)
def test_a_glob_matches_what_it_says(glob: str, matching: str, other: str | None) -> None:
    (rule,) = rules({"glob": glob})
    assert rule.matches(matching)
    assert other is None or not rule.matches(other)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_glob_can_be_matched_against_any_uri(glob: str, uri: str) -> None:
    if glob:
        (rule,) = rules({"glob": glob})
        assert rule.matches(uri) in (True, False)


@given(st.text(st.characters(exclude_characters="*?["), min_size=1, max_size=20))
def test_a_glob_without_wildcards_matches_itself_only(glob: str) -> None:
    (rule,) = rules({"glob": glob})
    assert rule.matches(glob)
    assert not rule.matches(glob + "x")


@pytest.mark.parametrize(
    ("plain", "named", "hinted"),
    [
        ({"glob": "**", "clasification": "public"}, "rule 2: unknown field 'clasification'", "'classification'"),
        ({"glob": "**", "classification": "secret"}, "rule 2: classification = 'secret'", "confidential"),
        ({"glob": "**", "classification": True}, "rule 2: classification = True", "public"),
        ({"glob": "**", "status": "old"}, "rule 2: status = 'old'", "superseded"),
        ({"glob": "**", "valid_from": "2024-02-30"}, "rule 2: valid_from = '2024-02-30'", "exists"),
        ({"glob": "**", "valid_from": "01.02.2024"}, "rule 2: valid_from", "YYYY-MM-DD"),
        ({"glob": "**", "authority": 1.5}, "rule 2: authority = 1.5", "0 to 1"),
        ({"glob": "**", "authority": True}, "rule 2: authority = True", "0 to 1"),
        ({"glob": "**", "readers": ["hr"]}, "rule 2: readers = ['hr']", "group:NAME"),
        ({"glob": "**", "readers": ["group:a\nuser:b"]}, "rule 2: readers", "group:NAME"),
        ({"glob": "**", "redacted": "no"}, "rule 2: redacted = 'no'", "true or false"),
        ({"glob": "**", "tenant": ""}, "rule 2: tenant = ''", "name"),
        ({"glob": "**", "valid_from": "2024-01-02", "valid_until": "2024-01-01"}, "rule 2: valid_until", "dates"),
        ({"readers": []}, "rule 2 has no glob", "[[rule]]"),
    ],
)
def test_an_error_names_file_rule_field_value_and_what_is_allowed(
    plain: dict[str, object], named: str, hinted: str
) -> None:
    with pytest.raises(BadMetadata) as caught:
        rules({"glob": "ok"}, plain)
    assert caught.value.message.startswith("meta.json: ")
    assert named in caught.value.message
    assert hinted in caught.value.hint


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"[[rule]\n", "m.toml"),
        (b"rule: [", "m.yaml"),
        (b"a: &a [1]\nrule: [*a]\n", "m.yaml"),
        (b"rule: []\nrule: []\n", "m.yaml"),
        (b'{"rule": [], "rule": []}', "m.json"),
        (b'{"rules": []}', "m.json"),
        (b"[]", "m.json"),
        (b"\xff\xfe", "m.json"),
        (b"[" * 100_000, "m.json"),
        (b"rule = []", "m.ini"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(data: bytes, name: str) -> None:
    with pytest.raises(BadMetadata, match=name):
        rules_of(data, name)


def test_rules_that_together_leave_no_valid_day_are_refused_with_the_uri() -> None:
    found = rules({"glob": "**", "valid_from": "2024-01-01"}, {"glob": "a", "valid_until": "2023-01-01"})
    with pytest.raises(BadMetadata, match="a: its rules together"):
        governance_for("a", found, DEFAULTS)


def test_rules_that_match_nothing_are_told() -> None:
    found = rules({"glob": "a/**"}, {"glob": "polices/**"})
    assert [rule.number for rule in unused(found, ["a/b", "policies/c"])] == [2]


def test_readers_on_the_command_line_are_checked_like_those_in_a_file() -> None:
    assert readers_of("user:ann, group:hr,", "--readers") == {"user:ann", "group:hr"}
    with pytest.raises(BadMetadata, match="--readers 'hr'"):
        readers_of("hr", "--readers")


def test_the_rules_of_the_demonstration_corpus_are_valid() -> None:
    path = Path(__file__).resolve().parents[2] / "src" / "aver" / "demo" / "meta.toml"
    found = rules_of(path.read_bytes(), "meta.toml")
    assert governance_for("restricted/hr/salary-bands.md", found, DEFAULTS).readers == {"group:hr"}
