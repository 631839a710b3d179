"""Every message of the guide has German, and nobody reads an English page in the German guide without being told."""

import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po


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
