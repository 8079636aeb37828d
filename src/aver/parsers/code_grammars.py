"""The grammar that reads a programming language.

One wheel per language: the packs that hold all grammars fetch them over the network when first used (measured), which
nothing here may do. A language without a grammar is still read, as blocks between blank lines.
"""

from __future__ import annotations

from tree_sitter import Language


def grammar_of(media_type: str) -> Language | None:
    """Return the grammar of a media type in CODE_TYPES, None where there is none."""
    match media_type.removeprefix("text/x-"):
        case "python":
            import tree_sitter_python

            return Language(tree_sitter_python.language())
        case "javascript":
            import tree_sitter_javascript

            return Language(tree_sitter_javascript.language())
        case "typescript":
            import tree_sitter_typescript

            return Language(tree_sitter_typescript.language_typescript())
        case "tsx":
            import tree_sitter_typescript

            return Language(tree_sitter_typescript.language_tsx())
        case "java":
            import tree_sitter_java

            return Language(tree_sitter_java.language())
        case "c":
            import tree_sitter_c

            return Language(tree_sitter_c.language())
        case "c++":
            import tree_sitter_cpp

            return Language(tree_sitter_cpp.language())
        case "go":
            import tree_sitter_go

            return Language(tree_sitter_go.language())
        case "rust":
            import tree_sitter_rust

            return Language(tree_sitter_rust.language())
    return None
