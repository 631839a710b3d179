"""What the German guide says that commands answer is what they answer in German."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from guide.blocks import Block, Desk, blocks, conversation, in_german, pages
from quantity import quantity
from schwarm.arena.overview import elo_text, percent_text
from schwarm.arena.pairs import Pairs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
ANSWERS = [block for page in pages(ROOT) for block in blocks(page) if block.kind == "console"]
TRIED = sorted({block.page for block in ANSWERS if block.reason is None})
LEAST_WORDS = 8
"""A sentence with fewer letters of its own fits everywhere."""


def name(page: Path) -> str:
    return page.relative_to(ROOT / "docs").as_posix()


def place(block: Block) -> str:
    return f"{name(block.page)}:{block.line}"


def is_ours(block: Block) -> bool:
    """Whether Schwarm answers, and not some other program; an answer without its command is ours."""
    commands = [command for command, _ in conversation(block.code)]
    return not commands or any(re.search(r"\bschwarm\b", command) for command in commands)


# The same commands are tried in English on every page.
@pytest.mark.parametrize("page", TRIED[:: quantity(3, 1)], ids=name)
def test_it_is_answered_like_that(page: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path, ROOT, "de")
    for block in blocks(page):
        if block.reason is None and (block.kind != "python" or block.file):
            desk.run(in_german(block, ROOT))


def test_what_a_match_says_follows_from_its_pairs() -> None:
    found = [(block, counts) for block in ANSWERS for counts in re.findall(r"points: (\d+(?: · \d+){4})", block.code)]
    assert found
    for block, counts in found:
        zero, half, one, more, two = map(int, counts.split(" · "))
        pairs = Pairs((zero, half, one, more, two))
        said = f"Elo difference {elo_text(pairs.elo)}; the likelihood that Mybot is stronger is "
        assert f"{said}{percent_text(pairs.superiority)}\n" in block.code, place(block)


@pytest.mark.parametrize("block", ANSWERS, ids=place)
def test_every_answer_is_in_german(block: Block) -> None:
    german = in_german(block, ROOT)
    commands = [command for command, _ in conversation(block.code)]
    assert [unquoted(command) for command, _ in conversation(german.code)] == [unquoted(line) for line in commands]
    # What is no command of ours answers in its own language.
    assert is_ours(block) == (german.code != block.code), german.code
    assert re.findall(r"\d+", block.code) == re.findall(r"\d+", german.code)


@pytest.mark.parametrize("block", [block for block in ANSWERS if block.reason and is_ours(block)], ids=place)
def test_what_takes_too_long_to_try_is_in_the_words_of_the_program(block: Block) -> None:
    lines = zip(block.code.splitlines(), in_german(block, ROOT).code.splitlines(), strict=True)
    for english, german in lines:
        if not english.startswith("$ ") and english.strip("…"):
            said = translated(english)
            assert said, f"{block}: nothing says {english}"
            assert re.search(said, german), f"{block}: {english}\nis not said as\n{german}"


def test_remarks_beside_code_leave_the_code_as_it_is() -> None:
    said = {page: [in_german(block, ROOT) for block in blocks(page)] for page in pages(ROOT) if has_catalogue(page)}
    remarked = 0
    for page, german in said.items():
        for before, after in zip(blocks(page), german, strict=True):
            if before.kind == "sh":
                remarked += before.code != after.code
                assert without_remarks(before.code) == without_remarks(after.code), str(before)
    assert remarked > 4


def has_catalogue(page: Path) -> bool:
    return (ROOT / "docs/locale/de/LC_MESSAGES" / name(page)).with_suffix(".po").exists()


def unquoted(command: str) -> str:
    """A command without what its writer may call as they like."""
    return re.sub(r'"[^"]*"', '""', command)


def without_remarks(code: str) -> str:
    return re.sub(r"\s+# .*$", "", code, flags=re.MULTILINE)


# -- what the program says ------------------------------------------------------------------------------------------


def translated(line: str) -> str | None:
    """How the program says a line in German, as a pattern: the sentence that fits best, or a table's cells."""
    fitting = [(len(own), german) for own, english, german in searched() if english.search(line)]
    if fitting:
        return max(fitting)[1]
    cells, known = line.split("  "), words()
    return r"\s{2,}".join(re.escape(known.get(cell.strip(), cell.strip())) for cell in cells if cell.strip()) or None


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence of the program in both languages."""
    with (ROOT / "src/schwarm/words/locale/de/LC_MESSAGES/schwarm.po").open("rb") as file:
        for message in read_po(file, locale="de"):
            if isinstance(message.id, tuple):
                yield from zip(message.id, message.string or (), strict=True)
            elif message.id:
                yield str(message.id), str(message.string)


def pattern(sentence: str) -> str:
    return "".join(".+?" if part[:1] == "{" else re.escape(part) for part in re.split(r"(\{[^}]*\})", sentence))


@cache
def words() -> dict[str, str]:
    return dict(sentences())


@cache
def searched() -> list[tuple[str, re.Pattern[str], str]]:
    """What is own to a sentence, how it is found in a line, and its German."""
    return [
        (own, re.compile(rf"(?:^|(?<=\W)){pattern(english)}(?:$|(?=\W))"), pattern(german))
        for english, german in words().items()
        if len(own := re.sub(r"\{[^}]*\}|\W", "", english)) >= LEAST_WORDS
    ]
