"""What the pages of leagues draw again and again, without a server."""

import re
from pathlib import Path

import pytest

from league.leagues import hand_in, new_league, new_service, team
from schwarm.web.leagues.game_rows import Defeats
from schwarm.web.leagues.routes import league_facts
from schwarm.web.leagues.team_view import version_rows
from schwarm.web.shell.responses import render_part
from schwarm.words import speaking
from web.plain_text import plain_text


def test_every_version_has_a_button_of_its_own(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    for content in (b"one", b"two", b"three"):
        hand_in(service, team(service, league, 1), content)
    crabs = team(service, league, 1)
    rows = version_rows(service, crabs, service.ratings(league), private=True)
    nothing = dict.fromkeys(("row", "curve", "defeats", "worst", "games", "ended", "standstill"))
    drawn = render_part("team-state", league=league, team=crabs, versions=rows, private=True, own=True, **nothing)
    others = [row.number for row in rows if not row.active]
    assert len(others) == 2
    for number in others:
        assert f'data-choose="{number}">Let this one play<span class="unseen">: Version {number}</span>' in drawn


@pytest.mark.parametrize("private", [False, True])
def test_a_team_reads_why_its_bot_rests(tmp_path: Path, private: bool) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    crabs = team(service, league, 1)
    facts = dict.fromkeys(("row", "curve", "versions", "worst", "games", "own", "at_home", "ended", "standstill"))
    defeats = Defeats(1, 12, 12, [], failing=True)
    drawn = render_part("team-state", league=league, team=crabs, defeats=defeats, private=private, **facts)
    assert ("Version 1 lost its last 12 games by mistakes of its program" in drawn) == private
    service.store.close()


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("0 games", "1 game", "2 games")), ("de", ("0 Spiele", "1 Spiel", "2 Spiele"))]
)
def test_one_game_is_not_many(tmp_path: Path, lang: str, words: tuple[str, ...]) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    with speaking(lang):
        facts = league_facts(service, league)
        for number, said in enumerate(words):
            drawn = plain_text(render_part("league-table", **facts | {"total": number}))
            assert re.search(rf"\b{said}\b", drawn)


def test_a_league_without_a_bot_that_plays_says_why(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)

    def state() -> str:
        drawn = render_part("league-table", **league_facts(service, league))
        return plain_text(drawn).partition(" 0 games")[0]

    assert state() == "Nobody has handed in a bot yet."
    for ready in (None, False):
        hand_in(service, team(service, league, 1), bytes(str(ready), "ascii"), ready=ready)
        assert state() == "No bot that was handed in has passed the check yet."
    hand_in(service, team(service, league, 2), b"good")
    assert state() == "Resting; it goes on by itself."
    service.store.close()
