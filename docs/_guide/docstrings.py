"""Docstrings as they are written here, made readable for Sphinx: an indented block is an example in Python."""

from typing import Any

from sphinx.application import Sphinx


def with_examples(lines: list[str]) -> list[str]:
    """The lines with every indented block announced as code. Continued list items stay what they are."""
    found: list[str] = []
    for place, line in enumerate(lines):
        before = lines[place - 1] if place else ""
        if line.startswith("    ") and not before.strip() and _is_plain(lines[:place]):
            found += [".. code-block:: text" if _is_table(line) else ".. code-block:: python", ""]
        found.append(line)
    return found


def _is_plain(before: list[str]) -> bool:
    """Whether the last line that says something is a plain one, so that a block begins here and does not go on."""
    said = [line for line in before if line.strip()]
    return bool(said) and not said[-1].startswith((" ", "- ", ".. "))


def _is_table(line: str) -> bool:
    """`name        what it means`, which is no Python."""
    return "   " in line.strip()


def _process(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    lines[:] = with_examples(lines)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
