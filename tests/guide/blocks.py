"""The code on a page of the guide, and how each kind of it is run.

    ```python     run in the page's own namespace; if every print( of a block has a comment, that is what it prints
    ```sh         run by a shell, in the page's own folder
    ```console    lines with $ are run; what stands below them is what they print, with … for anything

A comment before a block changes that: `<!-- not run: REASON -->`, `<!-- file: NAME -->` (it is saved under this name).
A block with words for a reader has German in its page's catalogue, see `docs/_guide/answers.py`.
A page's own folder is empty at first, but for `examples`, as in the repository.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from patience import LONG

KINDS = ("python", "sh", "console")
_BLOCK = re.compile(
    r"^(?P<indent> *)(?:<!-- (?P<remark>[^>]*?) -->\n\s*)?```(?P<kind>\w+)[^\n]*\n(?P<code>.*?)^ *```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """One block of a page: its kind, its code, and what a comment before it says about it."""

    page: Path
    line: int
    kind: str
    code: str
    remark: str

    @property
    def reason(self) -> str | None:
        """Why it is not run, if it is not."""
        return self.remark.partition("not run:")[2].strip() if self.remark.startswith("not run") else None

    @property
    def file(self) -> str | None:
        """Where it is saved, if it is."""
        return self.remark.partition("file:")[2].strip() if self.remark.startswith("file:") else None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages(root: Path) -> list[Path]:
    """Every page of the guide."""
    docs = root / "docs"
    return [page for page in sorted(docs.rglob("*.md")) if not page.relative_to(docs).parts[0].startswith("_")]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page that could be run, in their order."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        if found["kind"] in KINDS:
            indent = len(found["indent"])
            code = "".join(line[indent:] for line in found["code"].splitlines(keepends=True))
            line = text.count("\n", 0, found.start("kind")) + 1
            yield Block(page, line, found["kind"], code, found["remark"] or "")


def in_german(block: Block, root: Path) -> Block:
    """The block as the German guide has it."""
    page = block.page.relative_to(root / "docs").with_suffix(".po")
    message = _catalogue(root / "docs/locale/de/LC_MESSAGES" / page).get(block.code)
    return replace(block, code=str(message.string)) if message else block


@cache
def _catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="de")


PATIENT = f"""#!{sys.executable}
import sys
from schwarm.cli import main
if sys.argv[1:2] == ["check"]:
    from schwarm.workshop import check_game, diagnosis
    check_game.MAX_EXIT_SECONDS = diagnosis.MAX_EXIT_SECONDS = 60.0
    sys.argv += ["--time", "60s"]
main()
"""
"""`schwarm`, where a bot is not told to be too slow because the machine is busy with other tests."""


class Desk:
    """Where the code of one page is run, block by block."""

    def __init__(self, folder: Path, root: Path, language: str = "en") -> None:
        self.folder, self.names = folder, {"__name__": "guide"}
        shutil.copytree(root / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
        home, patient = folder / ".home", folder / ".home/bin/schwarm"
        patient.parent.mkdir(parents=True)
        patient.write_text(PATIENT)
        patient.chmod(0o755)
        self.settings = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("SCHWARM_", "XDG_"))},
            "PATH": os.pathsep.join((str(patient.parent), str(Path(sys.executable).parent), os.environ["PATH"])),
            "HOME": str(home),
            "SCHWARM_LANG": language,
            "COLUMNS": "120",
        }

    def run(self, block: Block) -> None:
        if block.file:
            place = self.folder / block.file
            assert place.resolve().is_relative_to(self.folder.resolve()), f"{block} is saved elsewhere"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(block.code, encoding="utf-8")
        elif block.kind == "python":
            self._python(block)
        elif block.kind == "sh":
            self._shell(block, block.code)
        else:
            for command, promised in conversation(block.code):
                printed = self._shell(block, command)
                pattern = re.escape(promised).replace("…", ".*?")
                assert re.fullmatch(pattern, printed, re.DOTALL), f"{block}: {command}\nprints\n{printed}"

    def _python(self, block: Block) -> None:
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            exec(compile(block.code, str(block), "exec"), self.names)
        lines = [line.lstrip() for line in block.code.splitlines() if line.lstrip().startswith("print(")]
        promised = [line.partition("  # ")[2] for line in lines]
        if promised and all(promised):
            assert printed.getvalue().splitlines() == promised, str(block)

    def _shell(self, block: Block, commands: str) -> str:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=self.settings,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=LONG,
        )
        assert done.returncode == 0, f"{block}:\n{done.stdout}{done.stderr}"
        return done.stdout.rstrip("\n")


def conversation(code: str) -> Iterator[tuple[str, str]]:
    """Every command with what it is said to print."""
    for part in re.split(r"^\$ ", code, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed.rstrip("\n")
