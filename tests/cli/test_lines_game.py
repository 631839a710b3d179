"""A game from another package brings a reason, an overlay, colours and its German, and all of them are seen."""

import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cli.command import schwarm
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

GERMAN = {
    "{winner} win: a line is full.": "{winner} gewinnen: eine Reihe ist voll.",
    "full line": "volle Reihe",
    "Three in a line win.": "Drei in einer Reihe gewinnen.",
    "Crosses": "Kreuze",
    "Noughts": "Kringel",
    "pairs": "Paare",
    "Show the pairs": "Die Paare zeigen",
    "list the pairs": "die Paare aufzählen",
}
MOVES = ("a1", "b1", "a2", "b2", "a3")
"""Crosses fill the first column."""


@pytest.fixture(autouse=True)
def installed(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = shutil.copytree(root / "tests" / "lines_game", tmp_path / "package")
    shutil.copytree(root / "tests" / "fourth_game", package / "fourth_game")
    words = Catalog(locale="de")
    for english, german in GERMAN.items():
        words.add(english, german)
    folder = package / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "lines.mo").open("wb") as file:
        write_mo(file, words)
    monkeypatch.setenv("PYTHONPATH", str(package))


@pytest.mark.parametrize(
    ("lang", "typed", "listed", "told", "rule", "shown", "end"),
    [
        (
            "en",
            "pairs",
            "list the pairs",
            "Crosses  2: a1 a2",
            "Three in a line win.",
            "Show the pairs.",
            "Crosses win:",
        ),
        (
            "de",
            "paare",
            "die Paare auf",
            "Kreuze  2: a1 a2",
            "Drei in einer Reihe",
            "Die Paare zeigen.",
            "Kreuze gewinnen:",
        ),
    ],
    ids=["en", "de"],
)
def test_its_own_words_are_said_in_both_languages(
    lang: str, typed: str, listed: str, told: str, rule: str, shown: str, end: str
) -> None:
    lines = "\n".join([*MOVES[:3], typed, "?", "help" if lang == "en" else "hilfe", *MOVES[3:], ""])
    played = schwarm("play", "lines", "--red", "person", "--blue", "person", typed=lines, lang=lang).stdout
    for words in (told, listed, end):
        assert words in played
    assert rule in schwarm("rules", "lines", lang=lang).stdout
    assert shown in schwarm("show", "--help", lang=lang).stdout


def test_its_overlay_and_its_colours_are_drawn(tmp_path: Path) -> None:
    position = ("show", "3/oo1/X1X 4", "--game", "lines", "--svg")
    for name, options in (("plain.svg", ()), ("pairs.svg", ("--pairs",))):
        done = schwarm(*position, name, *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    plain, pairs = ((tmp_path / name).read_text() for name in ("plain.svg", "pairs.svg"))
    assert plain != pairs
    for colour, other in (("green", "red"), ("yellow", "blue")):
        # Each is named once by the style sheet.
        assert (plain.count(f"{colour}-letter"), plain.count(f"{other}-letter")) == (3, 1)
    refused = schwarm("show", "piranhas-2026", "--pairs")
    assert refused.stderr == "Error: This game has no pairs.\n"


@pytest.mark.parametrize(
    ("lang", "button", "end"),
    [
        ("en", "Show the pairs", "Anna win: a line is full."),
        ("de", "Die Paare zeigen", "Anna gewinnen: eine Reihe ist voll."),
    ],
)
def test_the_page_knows_them_too(tmp_path: Path, lang: str, button: str, end: str) -> None:
    with Arena(tmp_path / "data", lang=lang) as arena:
        visitor = Visitor(arena.page_port, lang=lang)
        anna, ben = ({"kind": "person", "name": name} for name in ("Anna", "Ben"))
        key = visitor.new_game(anna, ben, game="lines")
        for turn, move in enumerate(MOVES):
            assert visitor.ask(f"/api/v1/games/{key}/move", {"move": move, "turn": turn}).status == 200
        facts = visitor.facts(key)
        assert (facts["outcome"]["reason"], facts["outcome"]["sentence"]) == ("line", end)
        assert facts["colours"] == ["green", "yellow"]
        page = visitor.ask(f"/game/{key}").text
        assert f'aria-label="{button}"' in page
        groups = visitor.ask("/api/v1/groups/lines/pairs?position=3%2Foo1%2FX1X+4")
        assert [(group["side"], group["squares"]) for group in groups.json] == [(0, ["a1", "c1"]), (1, ["a2", "b2"])]
