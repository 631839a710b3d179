"""The contract between the server and the page's scripts: written down for both, and read as it is written down."""

import asyncio
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, NotRequired, TypedDict

import pytest

import schwarm
from schwarm.games.record import Record
from schwarm.web.contests import contest_form
from schwarm.web.contests.contract import ContestFields, SeasonFields
from schwarm.web.errors import Refused
from schwarm.web.live import game_form
from schwarm.web.live.contract import NewGameFields, SideFields, StartFields
from schwarm.web.shell.access import Visitor

Names = TypedDict("Names", {"from": str, "all": NotRequired[list[str]]})


class Everything(Names):
    """All that JSON can be."""

    flag: bool
    number: int | float
    nothing: str | None
    letters: dict[str, Names]
    kind: Literal["a", "b", 3, True]
    pair: tuple[Literal["sync"], Names]


@pytest.fixture
def script(root: Path) -> dict[str, Any]:
    return runpy.run_path(str(root / "scripts" / "contract"))


def test_the_scripts_have_the_contract_that_the_server_has(script: dict[str, Any]) -> None:
    message = "the contract changed; run: .venv/bin/python scripts/contract"
    assert script["FILE"].read_text(encoding="utf-8") == script["contract"](), message


def test_every_type_of_json_is_written_down(script: dict[str, Any]) -> None:
    assert script["interface"]("Everything", Everything).splitlines() == [
        "/** All that JSON can be. */",
        "interface Everything {",
        "  from: string;",
        "  all?: Array<string>;",
        "  flag: boolean;",
        "  number: number;",
        "  nothing: string | null;",
        "  letters: Record<string, Names>;",
        '  kind: "a" | "b" | 3 | true;',
        '  pair: ["sync", Names];',
        "}",
    ]


@pytest.mark.parametrize("hint", [Path, set[str], dict[int, str], Any])
def test_what_json_cannot_be_is_refused(script: dict[str, Any], hint: object) -> None:
    with pytest.raises(TypeError, match="No type of JSON"):
        script["to_typescript"](hint)


class Fields(dict[str, Any]):
    """Fields that somebody sent; they know which of them were read."""

    def __init__(self, fields: dict[str, Any], kind: Any) -> None:
        super().__init__(fields)
        assert fields.keys() <= kind.__annotations__.keys()
        self.read: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


class OneGame:
    """Games of which only one is there, and in that nobody has moved yet."""

    def find(self, key: str) -> SimpleNamespace:
        return SimpleNamespace(key=key, record=Record(schwarm.game("piranhas-2026").start(7)))


MATCH = {"kind": "match", "game": "piranhas-2026", "games": 2, "players": ["random", "greedy"]}


def test_the_server_reads_all_that_a_script_may_send_for_a_contest() -> None:
    match, cup = Fields(MATCH, ContestFields), Fields(MATCH | {"kind": "tournament"}, ContestFields)
    season = Fields({"kind": "season", "path": "cup"}, SeasonFields)
    contest_form.parse_form(match)
    contest_form.parse_form(cup)
    contest_form.season_path(season)
    assert match.read | cup.read == ContestFields.__annotations__.keys()
    assert season.read | {"kind"} == SeasonFields.__annotations__.keys()


def test_the_server_reads_all_that_a_script_may_send_for_a_game() -> None:
    red = Fields({"kind": "player", "player": "greedy", "name": "Anna"}, SideFields)
    start = Fields({"seed": 7}, StartFields)
    game = Fields({"game": "piranhas-2026", "red": red, "blue": {"kind": "person"}, "start": start}, NewGameFields)
    anna = Visitor("anna", admin=False, client="", local=True)
    games: Any = OneGame()
    asyncio.run(game_form.parse_form(game, games, anna))
    assert game.read == NewGameFields.__annotations__.keys()
    assert red.read == SideFields.__annotations__.keys()
    there = Fields({"key": "example", "after": 3}, StartFields)
    game["start"] = there
    with pytest.raises(Refused, match="That game has 0 moves"):
        asyncio.run(game_form.parse_form(game, games, anna))
    assert start.read | there.read == StartFields.__annotations__.keys()
