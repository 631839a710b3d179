"""Every sentence has its German, and the compiled catalogue is up to date."""

import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from schwarm import words
from schwarm.words import Listing, Sentence, excerpt, say, speaking

PO = words.LOCALE / "de" / "LC_MESSAGES" / "schwarm.po"


def test_the_catalogue_is_complete_and_compiled(root: Path) -> None:
    done = subprocess.run([sys.executable, "scripts/words", "--check"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_translations_fill_the_same_gaps() -> None:
    with PO.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    assert len(messages) > 200
    for message in messages:
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        known = {gap for text in ids for gap in gaps(str(text))}
        for text in strings:
            assert gaps(str(text)) <= known, f"{text!r} has a gap that its English lacks"


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_plurals() -> None:
    row = Sentence(
        "The board has {n} row, but it needs {expected}, separated by “/”.",
        "The board has {n} rows, but it needs {expected}, separated by “/”.",
    )
    with speaking("de"):
        assert str(row(n=1, expected=8)).startswith("Das Brett hat 1 Zeile,")
        assert str(row(n=2, expected=8)).startswith("Das Brett hat 2 Zeilen,")
    with pytest.raises(TypeError, match="needs a number n"):
        str(row(expected=8))


def test_lists() -> None:
    assert say("{games}", games=Listing(["a", "b", "c"])) == "a, b and c"
    with speaking("de"):
        assert f"{Listing(['a', 'b'])}" == "a und b"
    assert f"{Listing(['a'])}" == "a"
    assert f"{Listing()}" == ""


def test_foreign_text_is_cut_and_cleaned() -> None:
    assert excerpt("a\nb\x1b[0m") == "a�b�[0m"
    assert excerpt("x" * 50) == "x" * 40 + "…"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "SCHWARM_LANG": "en"}, "en"),
        ({"SCHWARM_LANG": "de"}, "de"),
    ],
)
def test_the_users_language(variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SCHWARM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert words.detect() == expected


def test_a_language_nobody_speaks() -> None:
    with pytest.raises(ValueError, match="Schwarm speaks en and de, not 'fr'"):
        words.use("fr")
