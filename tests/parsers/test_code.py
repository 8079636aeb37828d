"""Source code: definitions as named sections in every language, exact places, nothing lost, hostile sources."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest
from document_checks import assert_wellformed, of_kind, spelled, uncovered
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import the_rest_deep

from aver.parsers.code_grammars import grammar_of
from aver.parsers.code_suffixes import CODE_SUFFIXES
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named

PYTHON = '''"""Módulo 😀 of rates."""
import os

LIMIT = 3

# The rate.
@cache
def rate(a: int) -> int:
    """Return it."""

    def inner() -> int:
        return a

    return inner()

class Größe(Base):
    """A size."""

    unit = "m"

    def area(self) -> float:
        return 1.0

    async def volume(self) -> float:
        return 2.0
'''


def read(source: str, name: str) -> Document:
    document = parse(source.encode(), name=name, limits=Limits())
    assert_wellformed(document)
    assert document.text == source and uncovered(document) == []
    return document


def paths(document: Document) -> list[str]:
    """The named paths of all sections."""
    found: list[str] = []
    chains: list[tuple[str, ...]] = []
    for block in document.blocks:
        above = () if block.parent is None else chains[block.parent]
        chains.append((*above, block.ref.title) if isinstance(block.ref, Named) else above)
        if block.kind is BlockKind.SECTION:
            found.append(" > ".join(chains[-1]))
    return found


def test_python_definitions_are_sections_with_their_comments_decorators_and_docstrings() -> None:
    document = read(PYTHON, "src/rates.py")
    assert document.title == "rates.py"
    assert paths(document) == ["rate", "Größe", "Größe > area", "Größe > volume"]
    sections = [spelled(document, block) for block in document.blocks if block.kind is BlockKind.SECTION]
    assert sections[0].startswith("# The rate.\n@cache\ndef rate") and sections[0].endswith("return inner()")
    code = of_kind(document, BlockKind.CODE)
    assert code[:3] == ['"""Módulo 😀 of rates."""\nimport os', "LIMIT = 3", sections[0]]
    assert 'class Größe(Base):\n    """A size."""' in code


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        (
            "a.js",
            "export const f = (a) => 1\n/** doc */\nexport default class A { m() {} }\nfunction g() {}\n",
            ["f", "A", "A > m", "g"],
        ),
        (
            "a.ts",
            "namespace N { interface I { a: string } }\nabstract class B { m(): void {} }\nenum E { A }\n",
            ["N", "N > I", "B", "B > m", "E"],
        ),
        ("a.tsx", "export function View() { return <p>x</p> }\n", ["View"]),
        (
            "A.java",
            "package a;\n/** Doc. */\npublic class A {\n  A() {}\n  int f() { return 1; }\n  record R(int x) {}\n}\n",
            ["A", "A > A", "A > f", "A > R"],
        ),
        (
            "a.h",
            "#ifndef A\n#define A\ntypedef struct { int a; } T;\nstruct Q { int b; };\nint *f(int a) { return 0; }\n"
            "#endif\n",
            ["T", "Q", "f"],
        ),
        (
            "a.cpp",
            "namespace n { class A { void f() {} }; }\nvoid n::A::g() {}\ntemplate<class T> T h(T a) { return a; }\n",
            ["n", "n > A", "n > A > f", "n::A::g", "h"],
        ),
        ("a.go", "package a\n\n// M does.\nfunc (r *R) M() {}\n\ntype S struct { a int }\n", ["M", "S"]),
        (
            "a.rs",
            "#[derive(Debug)]\nstruct S { a: u8 }\nimpl Show for S {\n    fn show(&self) {}\n}\nmod m { fn x() {} }\n",
            ["S", "impl Show for S", "impl Show for S > show", "m", "m > x"],
        ),
    ],
)
def test_every_language_names_its_definitions(name: str, source: str, expected: list[str]) -> None:
    assert paths(read(source, name)) == expected


def test_comments_right_above_a_definition_belong_to_it_and_others_do_not() -> None:
    document = read("// far\n\n// near\n// nearer\nfunc f() {}\n", "a.go")
    assert of_kind(document, BlockKind.CODE) == ["// far", "// near\n// nearer\nfunc f() {}"]


def test_a_language_without_grammar_is_cut_at_blank_lines() -> None:
    document = read("SELECT 1;\n\n  -- two\n  SELECT 2;\n", "q.sql")
    assert of_kind(document, BlockKind.CODE) == ["SELECT 1;", "-- two\n  SELECT 2;"]


def test_a_file_that_breaks_its_grammar_is_kept_whole_with_a_warning() -> None:
    document = read("def f(:\n  ]]] x\n\nclass A:\n    def g(self): pass\n", "a.py")
    assert [warning.code for warning in document.warnings] == ["syntax"]


def test_python_agrees_with_the_standard_library_on_our_own_source() -> None:
    for path in sorted((Path(__file__).parents[2] / "src/aver/parsers").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        expected: list[str] = []
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                expected.append(node.name)
                inner = (
                    [n.name for n in node.body if isinstance(n, ast.FunctionDef)]
                    if isinstance(node, ast.ClassDef)
                    else []
                )
                expected += [f"{node.name} > {name}" for name in inner]
        assert paths(read(source, path.name)) == expected


def test_no_grammar_is_fetched_and_every_suffix_is_registered() -> None:
    probe = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise SystemExit('network')\n"
        "socket.socket.connect = refuse\n"
        "from aver.parsers.code_grammars import grammar_of\n"
        "from aver.parsers.code_suffixes import CODE_TYPES\n"
        "print(sum(grammar_of(kind) is not None for kind in CODE_TYPES))\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "9"
    assert grammar_of("text/x-ruby") is None


@pytest.mark.parametrize(
    "source",
    [
        "(" * 200_000,
        "class A:\n" + "".join("    " * n + f"class B{n}:\n" for n in range(1, 300)) + "    " * 300 + "x = 1\n",
        "class A { " * 5_000,
        "x = 1\n" * 60_000,
        "def f(): pass\n" * 20_000,
        "'" * 100_001,
        "\n" * 1_000_000,
        "#ifdef A\n" * 5_000,
        "/*" * 50_000,
    ],
)
@pytest.mark.parametrize("name", the_rest_deep(["a.py", "a.js", "a.cpp", "a.rs", "a.rb"]))
def test_hostile_sources_give_a_document_within_seconds(source: str, name: str) -> None:
    begun = time.monotonic()
    parse(source.encode(), name=name, limits=Limits())
    assert time.monotonic() - begun < 20


PIECES = st.sampled_from(
    ["def f():\n", "    pass\n", "class A:\n", "{", "}", "(", ")", "fn x() {}\n", "// é\n", "# 😀\n", "\n\n",
     "func g() {}\n", "/*", "*/", '"""', "export ", "function h() {}\n", "int i() {}\n", "struct S {int a;};\n",
     "impl X for Y {", "@d\n", "#ifdef A\n", "#endif\n", "namespace n {", "\t", " "]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(sorted(CODE_SUFFIXES)))
def test_any_mixture_gives_a_wellformed_document_that_loses_nothing(source: str, suffix: str) -> None:
    read(source, f"a{suffix}")
