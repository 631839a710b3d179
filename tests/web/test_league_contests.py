"""Contests that organisers hold on a league's teams: by form, several at once, across a crash, to published pages."""

import re
import signal
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from league.leagues import hand_in, new_league, new_service, team
from patience import until
from schwarm.league.codes import new_code
from schwarm.store import leagues, open_store
from schwarm.workshop.bot_project import create
from schwarm.workshop.packing import pack
from web.arena import Arena, Visitor
from web.browsing import expect, person
from web.leagues import enter

pytestmark = pytest.mark.slow

KEY = "abcdef"
FINISHED = "Finished; all games have been played."
MATCH = {"kind": "match", "title": "", "teams": [1], "partners": ["greedy"], "games": 4, "time": "2s/10s"}
SEASON = MATCH | {"kind": "season", "title": "Schuljahr 2026/27 – Süd", "partners": ["random", "greedy"], "teams": []}


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return pack(create(tmp_path_factory.mktemp("bot") / "mybot", "piranhas-2026"), core=False).path.read_bytes()


class Prepared:
    """A data folder with a league that rests: three teams have handed in, one has not."""

    def __init__(self, data: Path, bot: bytes) -> None:
        self.data, self.organiser, self.team = data, new_code(), new_code()
        service = new_service(data)
        league = new_league(service.store, 4, key=KEY)
        for number in (1, 2, 3):
            hand_in(service, team(service, league, number), bot)
        leagues.change_league(service.store, league.id, playing=False)
        leagues.add_organiser(service.store, service.codes.hash(self.organiser), league.id)
        leagues.renew_code(service.store, team(service, league, 2), service.codes.hash(self.team))
        service.store.close()

    def count(self, event: str) -> int:
        store = open_store(self.data)
        try:
            return len(store.keys(event=event))
        finally:
            store.close()


@pytest.fixture
def prepared(tmp_path: Path, bot: bytes) -> Prepared:
    return Prepared(tmp_path / "data", bot)


def begin(who: Visitor, **change: object) -> str:
    begun = who.ask(f"/api/v1/leagues/{KEY}/contests", MATCH | change)
    assert begun.status == 201, begun.text
    return str(begun.json["event"])


def says(who: Visitor, event: str, sentence: str) -> bool:
    return sentence in who.ask(f"/contests/{event}").words


def test_contests_go_on_after_a_crash(prepared: Prepared) -> None:
    with Arena(prepared.data, "--proxy", "127.0.0.1") as before:
        organiser, member = enter(before, prepared.organiser), enter(before, prepared.team)
        for path, fields in (("contests", MATCH), ("contests/forecast", MATCH), ("groups", {"groups": {"1": "A"}})):
            assert member.ask(f"/api/v1/leagues/{KEY}/{path}", fields).status == 403
        told = organiser.ask(f"/api/v1/leagues/{KEY}/contests/forecast", MATCH).json
        assert told["games"] == 4
        assert told["sentence"].startswith("4 games. With ")
        finals = SEASON | {"finalists": 2, "games": 2}
        for more, games, difference in (
            ({}, 2 + 6, ""),
            ({"final_games": 4}, 2 + 4, "This differs from the rules: Piranhas 2026 asks for at least 6 games in an "),
        ):
            told = organiser.ask(f"/api/v1/leagues/{KEY}/contests/forecast", finals | more).json
            assert told["games"] == games
            assert told["difference"].startswith(difference)
            assert bool(told["difference"]) == bool(difference)
        missing = organiser.ask(f"/api/v1/leagues/{KEY}/contests", MATCH | {"teams": [4]})
        assert missing.error == "Team 4 has no version that passed the check, so it cannot take part yet."
        # A title is only shown, so a league's title is one for a contest, too.
        untitled = organiser.ask(f"/api/v1/leagues/{KEY}/contests", SEASON | {"title": " "})
        assert untitled.error == "Give the contest a title."
        season = begin(organiser, **SEASON)
        assert "Schuljahr 2026/27 – Süd" in organiser.ask(f"/contests/{season}").words
        match = begin(organiser)
        # A large one beside it, and one that somebody stops.
        large = begin(organiser, kind="tournament", title="Partners", teams=[], partners=["random", "greedy"], games=24)
        stopped = begin(organiser, kind="match", teams=[], partners=["random", "greedy"], games=2000)
        assert member.ask(f"/api/v1/contests/{stopped}/stop", {}).status == 403
        assert organiser.ask(f"/api/v1/contests/{stopped}/stop", {}).status == 200
        until(lambda: says(organiser, stopped, "Not finished"), what="the end of the running games")
        until(lambda: prepared.count(large), what="a game")
        listed = organiser.ask(f"/leagues/{KEY}").text
        assert all(event in listed for event in (match, large, stopped))
        before.end(signal.SIGKILL)
    halted = prepared.count(stopped)
    with Arena(prepared.data, "--proxy", "127.0.0.1") as after:
        guest = Visitor(after.page_port)
        # Nobody has to say so.
        until(lambda: all(says(guest, event, FINISHED) for event in (match, large)), what="both")
        assert says(guest, stopped, "Not finished, and not being played right now.")
        listed = guest.ask(f"/leagues/{KEY}").words
        assert f"interrupted: {halted} of 2000 games" in listed
        # It is the only one that somebody has to let go on.
        assert listed.count("Resume: ") == listed.count("Resume: random – greedy") == 1
    assert (prepared.count(match), prepared.count(large), prepared.count(stopped)) == (4, 24, halted)


@pytest.mark.parametrize(
    ("lang", "fewer"), [("en", "This differs from the rules: Piranhas 2026"), ("de", "Das weicht von den Regeln ab")]
)
def test_the_form_says_that_a_final_of_fewer_games_differs_from_the_rules(
    prepared: Prepared, browser: Browser, lang: str, fewer: str
) -> None:
    with Arena(prepared.data) as arena, person(browser, arena.address, lang=lang, size=(375, 812)) as me:
        me.go(f"/leagues/{KEY}/contests/new?kind=season")
        form = me.new_contest
        games, difference = form.field("Games per encounter of the Final Eight"), form.difference
        expect(games).to_have_value("6")
        # Few games before the final leave it as it is.
        form.field("Games per encounter").fill("2")
        expect(form.forecast).to_have_text(re.compile(r"^(At least|Mindestens) \d+"))
        expect(difference).to_be_hidden()
        games.fill("4")
        expect(difference).to_contain_text(fewer)
        assert not Axe().run(me.page).response["violations"]
        games.fill("6")
        expect(difference).to_be_hidden()
