"""What a check-up finds, one sentence each with what to do about it, and the inspection of a bot's start script."""

import codecs
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from schwarm.words import Listing, Message, Sentence, excerpt


class Weight(Enum):
    """How much a finding matters; the value is its sign in a report."""

    GOOD = "✓"
    HINT = "!"
    """It plays, but this may cost a game one day."""
    FAULT = "✗"
    """With this it loses games, or never plays any."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found."""

    weight: Weight
    message: Message

    def __str__(self) -> str:
        return f"{self.weight.value} {self.message}"


def good(message: Message) -> Finding:
    return Finding(Weight.GOOD, message)


def hint(message: Message) -> Finding:
    return Finding(Weight.HINT, message)


def fault(message: Message) -> Finding:
    return Finding(Weight.FAULT, message)


MAX_SCRIPT_BYTES = 100_000
STARTED = re.compile(r"(?:python[\w.]*\S*|-jar|\}\")\s+(?:-[A-Za-z]\s+)*[\"']?([\w./-]+\.(?:py|jar))")
"""The file that a line of a shell script starts with Python or Java."""
COMMENT = re.compile(r"(?:^|\s)#.*", re.MULTILINE)
CHOICE = re.compile(r"\bif\b.*?\bfi\b|\bcase\b.*?\besac\b", re.DOTALL)
"""Commands that may never be reached."""
NOT_STARTED = re.compile(r"(?:^|[\s;&|(])(?:echo|printf|test|\[)\s.*", re.MULTILINE)
"""The rest of a line that says or asks something."""


def inspect(script: Path) -> Iterator[Finding]:
    """Findings in a start.sh without running it."""
    if not script.is_file():
        found = [path.name for path in sorted(script.parent.glob("*.sh")) if path.is_file()]
        yield fault(NO_SCRIPT_BUT(files=Listing(found[:5])) if found else NO_SCRIPT())
        return
    with script.open("rb") as file:
        content = file.read(MAX_SCRIPT_BYTES)
    faults = []
    if b"\r\n" in content:
        faults.append(fault(WINDOWS_LINES()))
    elif content.startswith(codecs.BOM_UTF8):
        faults.append(fault(HIDDEN_CHARACTER()))
    elif not content.startswith(b"#!"):
        faults.append(fault(NO_FIRST_LINE()))
    elif (program := _missing_interpreter(content)) is not None:
        faults.append(fault(NO_INTERPRETER(program=excerpt(program))))
    if not os.access(script, os.X_OK):
        faults.append(fault(NOT_EXECUTABLE()))
    text = content.decode(errors="replace")
    faults += [fault(message) for message in _missing_files(script.parent, text)]
    yield from faults
    if '"$@"' not in text and "$@" not in text and "$*" not in text:
        yield hint(NO_ARGUMENTS())
    if not faults:
        yield good(SCRIPT_FINE())


def _missing_interpreter(content: bytes) -> str | None:
    """The program that a script's first line names, if there is none on this computer. The system would say that the
    script itself does not exist."""
    words = content.splitlines()[0].removeprefix(b"#!").split()
    program = os.fsdecode(words[0]) if words else ""
    return None if os.path.isfile(program) else program


def _missing_files(folder: Path, text: str) -> Iterator[Message]:
    """What cannot be there, whatever folder the script goes to; where it only may be missing, the game will show it."""
    for passing in (COMMENT, CHOICE, NOT_STARTED):
        text = passing.sub("", text)
    for name in dict.fromkeys(STARTED.findall(text)):
        if (folder / name).is_file() or any(folder.rglob(Path(name).name)):
            continue
        there = sorted(path.name for path in folder.glob(f"*{Path(name).suffix}") if not path.name.startswith("test_"))
        if there:
            yield WRONG_FILE(name=excerpt(name), files=Listing(there[:5]))
        else:
            yield NO_FILE(name=excerpt(name))


NO_SCRIPT = Sentence(
    "There is no start.sh, which the contest needs to start a bot; “schwarm new” makes one you can copy."
)
NO_SCRIPT_BUT = Sentence("There is no start.sh, which the contest needs to start a bot, only {files}; rename it.")
WINDOWS_LINES = Sentence(
    "start.sh has Windows line endings, so Linux cannot start it; save it with Unix line endings (LF)."
)
NO_FIRST_LINE = Sentence("The first line of start.sh must name its interpreter; write: #!/bin/sh")
NO_INTERPRETER = Sentence(
    "The first line of start.sh names “{program}”, which does not exist on this computer; write: #!/bin/sh"
)
HIDDEN_CHARACTER = Sentence(
    "start.sh begins with a hidden character (a byte order mark), so Linux cannot start it; save it as UTF-8 without "
    "BOM."
)
NOT_EXECUTABLE = Sentence("start.sh is not executable; make it so with: chmod +x start.sh")
WRONG_FILE = Sentence(
    "start.sh starts {name}, which does not exist; there is {files}. Write the right name in start.sh."
)
NO_FILE = Sentence("start.sh starts {name}, which does not exist; put the file in the folder.")
NO_ARGUMENTS = Sentence('start.sh does not pass its options on to the bot; end the line that starts it with "$@".')
SCRIPT_FINE = Sentence("start.sh is there, is executable and has Unix line endings.")
