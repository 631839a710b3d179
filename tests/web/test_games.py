"""Games over HTTP: made, played, watched, taken back, resigned, played again; whoever may not gets one sentence."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import schwarm
from patience import PATIENCE, until
from quantity import mainly
from schwarm.games import all_games
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

ME = {"kind": "person"}
GREEDY = {"kind": "player", "player": "greedy"}
LINK = {"kind": "link"}


def first_move(facts: dict) -> str:
    start, targets = next(iter(facts["positions"][-1]["moves"].items()))
    return f"{start}-{targets[0]}"


@pytest.mark.parametrize("game", mainly((game.id for game in all_games()), "ostseeschach-2022".__eq__))
def test_a_whole_game_against_greedy(visitor: Visitor, game: str) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, GREEDY, game)
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    assert stream.event("you")["mine"] == [0]
    facts = stream.event("sync")
    while not facts["running"]:
        facts = stream.event("sync")
    position, moves, outcome = facts["positions"][-1], 0, None
    while outcome is None:
        if position["side"] == 0:
            start, targets = next(iter(position["moves"].items()))
            answer = visitor.ask(
                f"/api/v1/games/{key}/move", {"move": f"{start}-{targets[-1]}", "turn": position["turn"]}
            )
            assert answer.status == 200, answer.text
        told = stream.event("move")
        position, moves = told["position"], moves + 1
        if not position["moves"]:
            outcome = stream.event("end")["outcome"]
    facts = visitor.facts(key)
    assert len(facts["moves"]) == moves
    assert facts["names"] == ["Anna", "greedy"]
    assert facts["outcome"]["sentence"] == outcome["sentence"]
    text = visitor.ask(f"/games/{key}/download.txt").text
    record = schwarm.Record.parse(text)
    assert str(record.outcome.sentence(*record.players)) == outcome["sentence"]
    for kind in ("xml", "xml.gz"):
        answer = visitor.ask(f"/games/{key}/download.{kind}")
        assert schwarm.protocol.replay.read(answer.body).moves[0].move == record.moves[0].move
        assert answer.headers["content-disposition"].startswith("attachment")


def test_a_link_leads_back_through_the_web_server_in_front(visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, LINK)
    proxied = {"Host": "localhost", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    invite = visitor.follow(f"/api/v1/games/{key}/events", proxied).event("you")["invite"]
    assert invite.startswith("https://localhost/join/")


def test_two_persons_over_a_link(arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, LINK)
    link = visitor.follow(f"/api/v1/games/{key}/events").event("you")["invite"].removeprefix(arena.address)
    assert link.startswith("/join/")
    other, third = Visitor(arena.page_port), Visitor(arena.page_port)
    assert "Anna would like to play against you." in other.ask(link).text
    code = link.removeprefix("/join/")
    assert visitor.ask(f"/api/v1/games/{key}/sit", {"code": code}).error == (
        "This link is for your opponent; send it to somebody else."
    )
    assert other.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
    third.ask("/")
    assert third.ask(f"/api/v1/games/{key}/sit", {"code": code}).error == (
        "Somebody else has already taken this seat; you can watch."
    )
    facts = visitor.facts(key)
    assert facts["running"]
    assert facts["names"] == ["Anna", "Ben"]
    assert [visitor.facts(key)["you"]["mine"], other.facts(key)["you"]["mine"], third.facts(key)["you"]["mine"]] == [
        [0],
        [1],
        [],
    ]
    move = {"move": first_move(facts), "turn": 0}
    assert other.ask(f"/api/v1/games/{key}/move", move).error == "It is Red's turn, not yours."
    assert third.ask(f"/api/v1/games/{key}/move", move).status == 403
    assert visitor.ask(f"/api/v1/games/{key}/move", move).status == 200
    # To take back, both must want it.
    assert other.ask(f"/api/v1/games/{key}/undo", {}).error == "There is no move to take back."
    assert visitor.ask(f"/api/v1/games/{key}/undo", {}).status == 200
    assert other.facts(key)["wantsBack"] == 0
    assert len(other.facts(key)["moves"]) == 1
    # Who wants a move of their own back does not say yes by that, nor does whoever asks.
    assert (
        other.ask(f"/api/v1/games/{key}/undo", {}).error == "Your opponent would like to take back; answer that first."
    )
    assert visitor.ask(f"/api/v1/games/{key}/allow-undo", {}).error == "Your opponent does not ask for that any more."
    assert third.ask(f"/api/v1/games/{key}/allow-undo", {}).status == 403
    assert other.ask(f"/api/v1/games/{key}/refuse-undo", {}).status == 200
    assert visitor.facts(key)["wantsBack"] is None
    assert len(visitor.facts(key)["moves"]) == 1
    assert visitor.ask(f"/api/v1/games/{key}/undo", {}).status == 200
    assert other.ask(f"/api/v1/games/{key}/allow-undo", {}).status == 200
    assert visitor.facts(key)["moves"] == []
    assert (
        third.ask(f"/api/v1/games/{key}/resign", {}).error
        == "You are only watching this game; that is up to its players."
    )


def test_what_was_asked_in_a_game_ends_with_it(arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, LINK)
    code = visitor.facts(key)["you"]["invite"].rpartition("/")[2]
    other = Visitor(arena.page_port)
    other.ask("/")
    assert other.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
    visitor.ask(f"/api/v1/games/{key}/move", {"move": first_move(visitor.facts(key)), "turn": 0})
    stream = other.follow(f"/api/v1/games/{key}/events")
    for act in ("undo", "draw", "resign"):
        assert visitor.ask(f"/api/v1/games/{key}/{act}", {}).status == 200
    end = stream.event("end")
    assert (end["wantsBack"], end["wantsDraw"], end["live"]) == (None, None, False)
    for act in ("allow-undo", "accept-draw", "refuse-undo", "refuse-draw"):
        assert other.ask(f"/api/v1/games/{key}/{act}", {}).error == "Your opponent does not ask for that any more."
    assert other.facts(key)["outcome"]["sentence"] == "Ben wins: Anna resigned."
    # Asked again now, it is another question.
    assert visitor.ask(f"/api/v1/games/{key}/undo", {}).status == 200
    assert stream.event("status")["wantsBack"] == 0
    assert other.ask(f"/api/v1/games/{key}/allow-undo", {}).status == 200
    assert len(stream.event("sync")["moves"]) == 1
    other.close()


def test_an_open_challenge_is_joined_on_watch_and_the_third_one_watches(arena: Arena, visitor: Visitor) -> None:
    secret = visitor.new_game(ME, LINK)
    key = visitor.new_game({**ME, "name": "Anna"}, {"kind": "open"})
    ben, carl = Visitor(arena.page_port), Visitor(arena.page_port)
    tables = {table["key"]: table for table in ben.follow("/api/v1/live/events").event("tables")["tables"]}
    code = tables[key]["join"]
    assert tables[secret]["join"] is None
    picture = ben.ask(f"/join/{code}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.body.startswith(b"<svg")
    assert ben.ask(f"/join/{key}.guessed/qr.svg").status == 404
    assert "Anna would like to play against you." in ben.ask(f"/join/{code}").text
    assert ben.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
    late = carl.ask(f"/join/{code}")
    assert (late.status, late.headers["location"]) == (303, f"/game/{key}")
    watching = carl.follow(f"/api/v1/games/{key}/events")
    assert watching.event("you")["mine"] == []
    until(lambda: watching.event("watching")["watching"] == 1)
    # Also a game that is over is what its link leads to.
    assert ben.ask(f"/api/v1/games/{key}/resign", {}).status == 200
    assert carl.ask(f"/join/{code}").headers["location"] == f"/game/{key}"
    for guest in (ben, carl):
        guest.close()


def test_an_open_challenge_is_withdrawn_until_somebody_has_come(arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, {"kind": "open"})
    stream, other = visitor.follow(f"/api/v1/games/{key}/events"), Visitor(arena.page_port)
    code = stream.event("you")["invite"].rpartition("/")[2]
    other.ask("/")
    refused = other.ask(f"/api/v1/games/{key}/withdraw", {})
    assert (refused.status, refused.error) == (403, "You are only watching this game; that is up to its players.")
    assert visitor.ask(f"/api/v1/games/{key}/withdraw", {}).status == 200
    end = stream.event("end")
    assert (end["outcome"]["winner"], end["outcome"]["sentence"]) == (None, "The game was cancelled.")
    assert not end["again"]
    refused = visitor.ask(f"/api/v1/games/{key}/rematch", {})
    assert refused.error == "Nobody came to this game, so there is nobody to play again with; start a new one."
    assert other.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).error == "This game is over."
    other.close()
    assert f"/game/{key}" not in visitor.ask("/games").text
    key = visitor.new_game(ME, GREEDY)
    refused = visitor.ask(f"/api/v1/games/{key}/withdraw", {})
    assert (refused.status, refused.error) == (409, "The game has begun already; resign if you want to end it.")
    # Who gives up at once has played; the list says so.
    assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
    until(lambda: f"/game/{key}" in visitor.ask("/games").text)


def test_slips_are_no_violations(visitor: Visitor) -> None:
    key = visitor.new_game(ME, {**ME, "name": "Ben"}, start={"seed": "7"})
    moves = f"/api/v1/games/{key}/move"
    assert visitor.ask(moves, {"move": "A4-D4", "turn": 0}).error == (
        "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4."
    )
    assert "is not a move" in visitor.ask(moves, {"move": "rubbish", "turn": 0}).error
    assert visitor.ask(moves, {"move": "A4-C4", "turn": 5}).error == (
        "The game has gone on in the meantime; look at the board again."
    )
    assert visitor.ask(moves, {"move": "A4-C4", "turn": 0}).status == 200
    assert visitor.facts(key)["live"]


def test_take_back_resign_and_again(visitor: Visitor) -> None:
    key = visitor.new_game(ME, GREEDY, start={"seed": 7})
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    stream.event("sync")
    visitor.ask(f"/api/v1/games/{key}/move", {"move": "A4-C4", "turn": 0})
    stream.event("move")
    stream.event("move")
    assert visitor.ask(f"/api/v1/games/{key}/undo", {}).status == 200
    assert stream.event("sync")["moves"] == []
    assert visitor.ask(f"/api/v1/games/{key}/hint").json["move"]
    assert visitor.ask(f"/api/v1/games/{key}/rematch", {}).error == "The game is not over yet."
    visitor.ask(f"/api/v1/games/{key}/resign", {})
    assert stream.event("end")["outcome"]["sentence"] == "greedy wins: Red resigned."
    again = visitor.ask(f"/api/v1/games/{key}/rematch", {}).json["key"]
    assert visitor.ask(f"/api/v1/games/{key}/rematch", {}).json["key"] == again
    assert visitor.facts(again)["you"]["mine"] == [1]
    assert visitor.facts(again)["positions"][0]["text"] == visitor.facts(key)["positions"][0]["text"]


@pytest.mark.parametrize(("clock", "waits"), [({"time": "1m"}, True), ({"time": "3m+0s"}, True), ({}, False)])
def test_nobodys_clock_runs_in_a_new_game_before_they_have_seen_it(
    arena: Arena, visitor: Visitor, clock: dict[str, Any], waits: bool
) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, LINK, **clock)
    code = visitor.follow(f"/api/v1/games/{key}/events").event("you")["invite"].rpartition("/")[2]
    ben, third = Visitor(arena.page_port), Visitor(arena.page_port)
    ben.ask("/")
    assert ben.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
    assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
    again = visitor.ask(f"/api/v1/games/{key}/rematch", {}).json["key"]
    assert visitor.facts(again)["you"]["mine"] == [1]
    # Who watches is not waited for, and whether Ben looks at the game before is no matter.
    ben.facts(key)
    facts = third.facts(again)
    assert (facts["running"], [player["here"] for player in facts["players"]]) == (not waits, [not waits, True])
    ben.facts(again)
    facts = third.facts(again)
    assert (facts["running"], [player["here"] for player in facts["players"]]) == (True, [True, True])
    assert ben.ask(f"/api/v1/games/{again}/move", {"move": first_move(facts), "turn": 0}).status == 200


def test_a_bot_of_ones_own_with_notes_and_output(visitor: Visitor, tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Loud(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('thinking <b>hard</b> about', state.turn, flush=True)\n"
        "        self.note(f'turn {state.turn} <script>')\n"
        "        return state.legal_moves()[0]\n"
    )
    late = str(schwarm.game("piranhas-2026").start(7)).replace(" 0 -", " 56 -")
    loud = {"kind": "player", "player": f"{bot}:Loud"}
    key = visitor.new_game(loud, GREEDY, start={"position": late})
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    stream.event("end")
    assert stream.event("sync")["names"] == ["Loud", "greedy"]
    facts = visitor.facts(key)
    assert facts["moves"][0]["note"] == "turn 56 <script>"
    assert "thinking <b>hard</b> about 56" in visitor.ask(f"/api/v1/games/{key}/log/56").json["text"].splitlines()
    assert (
        visitor.ask(f"/api/v1/games/{key}/undo", {}).error
        == "You are only watching this game; that is up to its players."
    )


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "chess"}, "There is no game “chess”; the games are piranhas-2026, ostseeschach-2022"),
        ({"red": "me"}, "“red” is missing or invalid; it should be an object."),
        ({"red": {"kind": "cat"}}, "“red.kind” is missing or invalid; it should be one of person, link, open, client"),
        ({"colour": 1}, "“colour” is not known here; there are: game, red, blue, rules, time, start."),
        ({"blue": {"kind": "player", "player": ""}}, "Name the program that should play, such as mybot, mybot/bot"),
        ({"blue": {"kind": "player", "player": "/nowhere/bot"}}, "There is no file /nowhere/bot."),
        ({"time": "soon"}, "“soon” is not a time control; write 2s or 2s/10s for a move"),
        ({"time": "90m"}, "Every time limit is at most an hour here."),
        ({"start": {"seed": 1e999}}, "The request cannot be read; it should be a JSON object."),
        ({"start": {"seed": 1.5}}, "The number of a start is a whole number, 0 or more; the same number"),
        ({"start": {"seed": "9" * 60_000}}, "The number of a start is a whole number, 0 or more; the same number"),
        ({"start": {"position": "\ud800"}}, "The request cannot be read; it should be a JSON object."),
        ({"start": {"key": "\0", "turn": 3}}, "“start.key” is missing or invalid; it should be a text of at most 400"),
        ({"start": {"key": "example-piranhas-2026", "after": 99}}, "That game has 46 moves; choose a number from 0 to"),
        ({"start": {"seed": "x"}}, "The number of a start is a whole number, 0 or more; the same number"),
        ({"start": {"key": "nowhere", "turn": 3}}, "There is no such game here; it may have been removed."),
        ({"start": {"position": "<script>alert(1)</script>"}}, "The position has 1 part, but it needs 3"),
    ],
)  # fmt: skip
def test_wishes_that_cannot_be_granted(visitor: Visitor, wish: dict, sentence: str) -> None:
    visitor.ask("/")
    answer = visitor.ask("/api/v1/games", {"game": "piranhas-2026", "red": ME, "blue": GREEDY} | wish)
    assert answer.status in (400, 404)
    assert sentence in answer.error


def test_programs_that_connect_are_watched(arena: Arena, visitor: Visitor) -> None:
    """A game between two clients that nobody at the page started: listed, followed, paused, stepped and cancelled."""
    live_games = visitor.follow("/api/v1/live/events")
    red, blue = arena.client("red"), arena.client("blue")
    for client in (red, blue):
        client.say('<protocol><join gameType="swc_2026_piranhas"/>')
        client.room = client.read("joined").get("roomId") or ""
    key = red.room
    while key not in [table["key"] for table in live_games.event("changed")["tables"]]:
        pass
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    you = stream.event("you")
    assert (you["mine"], you["admin"], you["port"], you["client"]) == ([], True, arena.port, True)
    facts = stream.event("sync")
    assert facts["running"]
    assert visitor.ask(f"/api/v1/games/{key}/pause", {}).status == 200
    assert stream.event("status")["paused"]
    assert visitor.ask(f"/api/v1/games/{key}/go", {}).status == 200
    assert visitor.ask(f"/api/v1/games/{key}/cancel", {}).status == 200
    assert stream.event("end")["outcome"]["sentence"] == "The game was cancelled."
    assert visitor.ask(f"/api/v1/games/{key}/cancel", {}).error == "This game is over."
    assert visitor.ask(f"/api/v1/games/{key}/rematch", {}).status == 403


def test_a_client_sits_down_at_a_waiting_table(arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game(ME, {"kind": "client"}, "ostseeschach-2022")
    assert not visitor.facts(key)["running"]
    client = arena.client("client")
    client.say('<protocol><join gameType="swc_2022_ostseeschach"/>')
    client.read("joined")
    stream = visitor.follow(f"/api/v1/games/{key}/events")
    assert stream.event("sync")["running"]


def test_every_page_answers_in_both_languages(arena: Arena) -> None:
    for lang, word in (("de", "Spielen"), ("en", "Play")):
        visitor = Visitor(arena.page_port, lang=f"{lang}-AT,fr;q=0.5")
        pages = ["/", "/play", "/watch", "/games", "/rules", "/analysis", "/login"]
        for path in [*pages, *(f"/rules/{game.id}" for game in all_games())]:
            answer = visitor.ask(path)
            assert answer.status == 200, path
            assert f'<html lang="{lang}"' in answer.text
            assert f">{word}</a>" in answer.text
    chosen = Visitor(arena.page_port, lang="de")
    assert chosen.ask("/rules?lang=en").headers["location"] == "/rules"
    assert '<html lang="en"' in chosen.ask("/rules").text
    assert '<html lang="en"' in Visitor(arena.page_port, lang="fr").ask("/").text


def test_a_bot_is_asked_about_a_position(visitor: Visitor, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Bot(Player):\n"
        "    def choose(self, state, clock):\n"
        "        print('looking at turn', state.turn)\n"
        "        self.note('value 0.5')\n"
        "        return state.legal_moves()[0]\n"
    )
    start = schwarm.game("piranhas-2026").start(7)
    state = start.play(start.legal_moves()[0])
    wish = {"player": f"{bot}:Bot", "game": "piranhas-2026", "rules": "documents", "position": str(state)}
    told = visitor.ask("/api/v1/ask-bot", wish).json
    assert told["move"]["move"] == str(state.legal_moves()[0])
    assert told["note"] == "value 0.5"
    assert "looking at turn 1" in told["printed"]
    # Nobody else hears of it.
    assert "bot.py" not in visitor.ask("/games").text
    bot.write_text(bot.read_text().replace("return state.legal_moves()[0]", "raise RuntimeError('no idea at all')"))
    broken = visitor.ask("/api/v1/ask-bot", wish).json
    assert broken["move"] is None
    assert "no idea" in broken["why"] + broken["printed"]
    assert visitor.ask("/api/v1/ask-bot", wish | {"player": "wait"}).status == 400
    assert visitor.ask("/api/v1/ask-bot", wish | {"position": "x"}).status == 400
    assert visitor.ask("/api/v1/ask-bot", wish, trusted=False).status == 403


def test_openings_of_stored_games(visitor: Visitor) -> None:
    start = schwarm.game("piranhas-2019").start(4711)
    key = visitor.new_game({**ME, "name": "Anna"}, {**ME, "name": "Ben"}, "piranhas-2019", start={"seed": 4711})
    move = str(start.legal_moves()[0])
    assert visitor.ask(f"/api/v1/games/{key}/move", {"move": move, "turn": 0}).status == 200
    address = f"/api/v1/openings/piranhas-2019?position={quote(str(start))}"
    # What is not over yet is not counted.
    assert visitor.ask(address).json["moves"] == []
    assert visitor.ask(f"/api/v1/games/{key}/resign", {}).status == 200
    until(lambda: visitor.ask(address).json["moves"])
    found = visitor.ask(address).json
    assert (found["red"], found["draws"], found["blue"]) == (1, 0, 0)
    assert [each["move"] for each in found["moves"]] == [move]
    assert visitor.ask(address + "&who=people&player=Ben").json["red"] == 1
    assert visitor.ask(address + "&who=programs").json["red"] == 0
    assert visitor.ask(address + "&who=everybody").status == 400
    assert visitor.ask("/api/v1/openings/piranhas-2019?position=x").status == 400


def test_pictures(visitor: Visitor) -> None:
    position = str(schwarm.game("ostseeschach-2022").start(1)).replace("/", "%2F").replace(" ", "+")
    assert visitor.ask(f"/picture/ostseeschach-2022.svg?position={position}").text.startswith("<svg")
    assert visitor.ask(f"/picture/ostseeschach-2022.png?position={position}&width=300").body.startswith(b"\x89PNG")
    assert visitor.ask("/picture/ostseeschach-2022.png?position=x").status == 400
    assert visitor.ask(f"/picture/ostseeschach-2022.exe?position={position}").status == 404
    film = visitor.ask("/games/example-ostseeschach-2022/download.gif?side=turned&theme=dark")
    assert film.body.startswith(b"GIF89a")
    assert film.headers["content-disposition"].endswith('.gif"')
    assert visitor.ask("/games/example-ostseeschach-2022/download.gif?theme=pink").status == 400
    assert visitor.ask("/games/nothing/download.gif").status == 404


if sys.platform == "win32":  # pragma: no cover
    pytest.skip("programs are started with POSIX paths here", allow_module_level=True)


def test_who_announces_a_move_and_thinks_on_still_thinks(visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": "Anna"}, {**ME, "name": "Ben"})
    state = schwarm.game("piranhas-2026").parse(visitor.facts(key)["positions"][0]["text"])
    body = json.dumps({"move": str(state.legal_moves()[0]), "turn": 0}).encode()
    head = {"Content-Length": str(len(body)), "X-Schwarm": "page"}
    head["Cookie"] = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())

    def slowly() -> Iterator[bytes]:
        yield body[:1]
        time.sleep(1.0)
        yield body[1:]

    with closing(HTTPConnection("127.0.0.1", visitor.port, timeout=PATIENCE)) as connection:
        connection.request("POST", f"/api/v1/games/{key}/move", slowly(), head)
        assert connection.getresponse().status == 200
    assert visitor.facts(key)["moves"][0]["seconds"] >= 0.9
