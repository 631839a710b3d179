"""Every message of the guide has German, and nobody reads an English page in the German guide without being told."""

import re
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po

EMPHASIS = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
ELSEWHERE = {
    *("Add to home screen", "Greedy", "Piranhas 2026", "Software-Challenge", "Surprise", "There is no Python 3.12"),
    "Ubuntu",
}
"""What stands out on a page like a button, but is a name, has a number in it, or is said by another program."""


def test_every_message_has_german(root: Path) -> None:
    done = subprocess.run([sys.executable, root / "scripts/guide", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_message_is_fuzzy_or_empty(root: Path) -> None:
    catalogues = sorted((root / "docs/locale/de").rglob("*.po"))
    assert len(catalogues) > 10
    for path in catalogues:
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                assert not message.id or (message.string and not message.fuzzy), f"{path.name}: {message.id}"


def test_german_has_german_quotation_marks(root: Path) -> None:
    for path in sorted((root / "docs/locale/de").rglob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                plain = "".join(str(message.string).split("`")[::2])
                # Only blocks of code end with a line, and code has quotation marks of its own.
                assert '"' not in plain or plain.endswith("\n"), f"{path.name}: {message.string}"
                assert plain.count("„") == plain.count("“"), f"{path.name}: {message.string}"
                assert "”" not in plain, f"{path.name}: {message.string}"


def test_buttons_are_called_as_the_page_calls_them(root: Path) -> None:
    with (root / "src/schwarm/words/locale/de/LC_MESSAGES/schwarm.po").open("rb") as file:
        said = {message.id: message.string for message in read_po(file, locale="de") if isinstance(message.id, str)}
    beginnings = "\n".join(f"\n{english}".casefold() for english in said)
    count = 0
    for path in sorted((root / "docs/locale/de").rglob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                for name in EMPHASIS.findall(str(message.id)):
                    if name[0].isupper() and name not in ELSEWHERE:
                        count += 1
                        assert f"\n{name.casefold()}" in beginnings, f"{path.name}: nothing is called {name}"
                        german = EMPHASIS.findall(str(message.string))
                        assert said.get(name, german[0]) in german, f"{path.name}: {name} is called {said[name]}"
    assert count > 30


def test_readers_are_addressed_alike(root: Path) -> None:
    for path in sorted((root / "docs/locale/de").rglob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale="de"):
                found = re.search(
                    r"\b([Ee]uch|[Ee]ure[mnrs]?|ihr (könnt|wisst|seid|habt)|Ihnen)\b", str(message.string)
                )
                assert not found, f"{path.name}: {message.string}"
