"""Organisers rename, hide and remove teams; and what teams and strangers cannot do about names."""

import html
import io
import re
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from sqlalchemy import select

from league.contests import begin, load, play
from league.leagues import InstantPool, deliver, hand_in, new_league, new_service, record_of, team
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.game_job import GameReport
from schwarm.arena.runner import Ended, Event, Runner
from schwarm.games import Team
from schwarm.league import moderation
from schwarm.league.codes import new_code
from schwarm.league.game_report import keep_words, to_played
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues, open_store, tables, versions
from schwarm.store.contests import load_terms, save_terms
from schwarm.store.league_games import add_league_game
from schwarm.store.leagues import League
from schwarm.store.team_names import rename_in_words, rename_key
from web.arena import Answer, Arena, Visitor
from web.browsing import expect, person
from web.leagues import Elsewhere, enter, read_codes

pytestmark = pytest.mark.slow

KEY, OLD, NEW = "abcdef", "Idioten", "Heringe"
NAMES = (OLD, "Haie", "Krabben", "Wale")
SECONDS = 2.0
"""In which a name has to be gone."""


class Talkative(InstantPool):
    """Bots that name their opponents."""

    def __init__(self) -> None:
        super().__init__(lambda assignment: Team.ONE)

    def free(self) -> bool:
        return not self.waiting

    def collect(self, timeout: float) -> GameReport | None:
        if not self.waiting:
            return None
        assignment = self.waiting.pop(0)
        red, blue = assignment.fixture.players
        said = (0, 0, f"{red} against {blue}"), (1, 1, f'{{"won": "{red}"}}')
        return deliver(assignment, Team.ONE, printed=said)


class Class:
    """A data folder with a league of four teams that has played, and a season that its teams have played."""

    def __init__(self, data: Path) -> None:
        self.data, self.codes, self.organiser = data, [new_code() for _ in NAMES], new_code()
        service = new_service(data)
        self.league = league = new_league(service.store, 4, key=KEY)
        for number, (name, code) in enumerate(zip(NAMES, self.codes, strict=True), 1):
            hand_in(service, team(service, league, number), bytes([number]))
            leagues.renew_code(service.store, team(service, league, number), service.codes.hash(code))
            assert leagues.name_team(service.store, team(service, league, number), name, "shark")
        leagues.group_teams(service.store, league.id, {1: "A", 2: "A", 3: "B", 4: "B"})
        leagues.change_league(service.store, league.id, playing=False)
        leagues.add_organiser(service.store, service.codes.hash(self.organiser), league.id)
        for pair, (one, two) in enumerate([(1, 2), (3, 1), (2, 3), (1, 4), (1, 2), (1, 2), (1, 2)], 1):
            play_game(service, league, pair, one, two)
        self.season = begin(service, league)
        play(service, self.season, Talkative())
        service.store.close()

    def dump(self) -> str:
        """Everything that the store holds."""
        store = open_store(self.data)
        try:
            with store.database.reading() as connection:
                rows = [row for table in tables.metadata.sorted_tables for row in connection.execute(select(table))]
                return "\n".join(str(tuple(row)) for row in rows)
        finally:
            store.close()


def play_game(service: LeagueService, league: League, pair: int, one: int, two: int) -> None:
    names = dict(enumerate(NAMES, 1))
    for second, (red, blue) in enumerate([(one, two), (two, one)]):
        pairing = Pairing(league, pair, bool(second), f"{red}.1", f"{blue}.1")
        teams = leagues.list_teams(service.store, league.id)
        zips = {f"{number}.1": f"{number}" * 64 for number in names}
        said = (0, 0, f"I beat {names[blue]}!"), (1, 1, f"{names[red]} was lucky")
        report = deliver(to_assignment(pairing, teams, zips, service.zips), Team.ONE, printed=said)
        assert add_league_game(service.store, league, *to_played(pairing, report, record_of(report)))


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Class, Arena]]:
    prepared = Class(tmp_path_factory.mktemp("moderation") / "data")
    with Arena(prepared.data, "--proxy", "127.0.0.1") as arena:
        yield prepared, arena


@pytest.fixture
def prepared(tmp_path: Path) -> Iterator[tuple[Class, Arena]]:
    prepared = Class(tmp_path / "data")
    with Arena(prepared.data, "--proxy", "127.0.0.1") as arena:
        yield prepared, arena


def call(who: Visitor, number: int, name: str) -> Answer:
    return who.ask(f"/api/v1/leagues/{KEY}/teams/{number}/name", {"name": name})


def stand(who: Visitor, number: int, standing: str) -> Answer:
    return who.ask(f"/api/v1/leagues/{KEY}/teams/{number}/standing", {"standing": standing})


def read_all(guest: Visitor, organiser: Visitor, season: str) -> dict[str, str]:
    """Everything that can be read about a league and its contest, by its address."""
    found: dict[str, str] = {}
    games: set[str] = set()
    paths = [f"/leagues/{KEY}{tab}" for tab in ("", "/games", "/live", "/wall")]
    paths += [f"/api/v1/leagues/{KEY}/{part}" for part in ("table", "wall")]
    paths += [f"/leagues/{KEY}/{name}.{kind}" for name in ("ratings", "games") for kind in ("csv", "json")]
    paths += [f"/leagues/{KEY}/teams/{number}" for number in range(1, 5)]
    paths += [f"/contests/{season}{tab}" for tab in ("", "/games", "/ratings", "/wall")] + [
        f"/api/v1/contests/{season}/wall"
    ]
    paths += [f"/contests/{season}/{name}.{kind}" for name in ("table", "ratings", "games") for kind in ("csv", "json")]
    paths += ["/", "/watch", "/contests", "/leagues"]
    for who in (guest, organiser):
        for path in paths:
            found[f"{path} {who is organiser}"] = text = who.ask(path).text
            games |= set(re.findall(r'href="(/game/[^"#]+)', text))
        for number in range(1, 5):
            path = f"/leagues/{KEY}/teams/{number}/output/1/1"
            found[f"{path} {who is organiser}"] = who.ask(path).text
    for path in games:
        found[path] = organiser.ask(path).text
        found[f"{path} details"] = organiser.ask(path.replace("/game/", "/api/v1/games/") + "/details").text
        found[f"{path} text"] = organiser.ask(path.replace("/game/", "/games/") + "/download.txt").text
    assert len(games) > 10
    with zipfile.ZipFile(io.BytesIO(organiser.ask(f"/leagues/{KEY}/export.zip").body)) as archive:
        for name in archive.namelist():
            found[f"export {name}"] = name + archive.read(name).decode(errors="replace")
    return found


def where(found: dict[str, str], name: str) -> list[str]:
    return [place for place, text in found.items() if name in text or name in place]


def test_the_old_name_of_a_renamed_team_is_nowhere_left(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    guest, organiser = Elsewhere(arena.page_port), enter(arena, school.organiser)
    assert len(where(read_all(guest, organiser, school.season), OLD)) > 40
    before = guest.ask(f"/api/v1/leagues/{KEY}/wall").json
    answer = call(organiser, 1, NEW)
    begun = time.monotonic()
    assert answer.status == 200, answer.text
    told = guest.ask(f"/api/v1/leagues/{KEY}/wall").json
    assert OLD not in str(told)
    assert NEW in str(told)
    assert told["edition"] != before["edition"]
    assert OLD not in guest.ask(f"/api/v1/leagues/{KEY}/table").text
    assert OLD not in guest.ask(f"/api/v1/contests/{school.season}/wall").text
    assert time.monotonic() - begun < SECONDS
    after = read_all(guest, organiser, school.season)
    assert where(after, OLD) == []
    assert len(where(after, NEW)) > 40
    assert OLD not in school.dump()
    # What bots said is otherwise as it was: another word that begins like the name stays.
    output = organiser.ask(f"/leagues/{KEY}/teams/2/output/1/1").text
    assert f"{NEW} was lucky" in output
    # The results of the contest are the same, under the new name.
    store = open_store(school.data)
    results = DatabaseResults(store, school.season).results()
    store.close()
    assert any(NEW in result.players for result in results.values())
    assert all(OLD not in key for key in results)


def test_a_name_that_an_organiser_gave_stays(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    organiser, own, other = enter(arena, school.organiser), enter(arena, school.codes[0]), enter(arena, school.codes[1])
    assert call(organiser, 1, NEW).status == 200
    back = own.ask(f"/api/v1/leagues/{KEY}/team", {"name": OLD, "fish": "crab"})
    assert (back.status, back.error) == (403, "The organiser chose your team's name; ask them if you want another one.")
    assert back.error in html.unescape(own.ask(f"/leagues/{KEY}/teams/1").text)
    # Another picture is the team's own business.
    assert own.ask(f"/api/v1/leagues/{KEY}/team", {"name": NEW, "fish": "crab"}).status == 200
    # Nobody takes over the name that has just become free, nor one that looks like it.
    for name in (OLD, OLD.upper(), "Idi\u043eten", "1diot\u0435n", NEW, NEW.upper()):
        taken = other.ask(f"/api/v1/leagues/{KEY}/team", {"name": name, "fish": "crab"})
        assert taken.status == 409, name
        assert taken.error.startswith(
            "Another team of this league has that name or one that looks like it, or had it before"
        )
    # An organiser is told, too, when a name is taken; their own word counts for names that are free.
    for name in ("Haie", "haie", "H\u0430ie"):
        refused = call(organiser, 1, name)
        assert refused.status == 409
        assert refused.error.startswith("Another team of this league has that name")
    assert "has 1 to 30 visible characters" in call(organiser, 1, "").error
    assert "is what teams are called that are gone" in call(organiser, 1, "zurückgezogen").error
    reserved = other.ask(f"/api/v1/leagues/{KEY}/team", {"name": "Withdrawn 3", "fish": "crab"})
    assert "is what teams are called that are gone" in reserved.error
    assert call(organiser, 1, OLD).status == 200


def test_a_hidden_team_is_gone_until_it_is_shown_again(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    guest, organiser, own = Elsewhere(arena.page_port), enter(arena, school.organiser), enter(arena, school.codes[0])
    assert stand(organiser, 1, "hidden").status == 200
    after = read_all(guest, organiser, school.season)
    # Its organiser alone still sees its page.
    assert where(after, OLD) == [f"/leagues/{KEY}/teams/1 True"]
    assert guest.ask(f"/leagues/{KEY}/teams/1").status == 404
    assert "withdrawn" in guest.ask(f"/leagues/{KEY}/games").text
    assert "withdrawn" in guest.ask(f"/contests/{school.season}").text
    german = Visitor(arena.page_port, "de")
    assert "zurückgezogen" in german.ask(f"/leagues/{KEY}/games").text
    assert "zurückgezogen" in german.ask(f"/contests/{school.season}").text
    assert "withdrawn" not in german.ask(f"/contests/{school.season}").words
    # Others keep their games: of nine encounters of a team none is lost.
    games = guest.ask(f"/leagues/{KEY}/games.json").json
    assert len(games) == 14
    assert "withdrawn" not in guest.ask(f"/api/v1/leagues/{KEY}/wall").text
    # The team is told, and can do nothing.
    sentence = "The organiser has hidden your team: it does not play, and nobody else sees it. Ask them why."
    assert sentence in own.ask(f"/leagues/{KEY}/teams/1").text
    for path, body in (("team", {"name": "Neu", "fish": "crab"}), ("versions", b"zip"), ("home", {"what": "code"})):
        refused = own.ask(f"/api/v1/leagues/{KEY}/{path}", body)
        assert (refused.status, refused.error) == (403, sentence), path
    assert stand(organiser, 1, "shown").status == 200
    again = read_all(guest, organiser, school.season)
    assert where(again, "withdrawn") == []
    assert OLD in guest.ask(f"/leagues/{KEY}").text
    assert OLD in guest.ask(f"/contests/{school.season}").text
    assert own.ask(f"/api/v1/leagues/{KEY}/team", {"name": OLD, "fish": "crab"}).status == 200


def test_a_removed_team_does_not_come_back(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    guest, organiser, own = Elsewhere(arena.page_port), enter(arena, school.organiser), enter(arena, school.codes[0])
    assert stand(organiser, 1, "removed").status == 200
    after = read_all(guest, organiser, school.season)
    assert where(after, OLD) == []
    assert OLD not in school.dump()
    said = [text for place, text in after.items() if place.endswith("-1-1-red.json")]
    assert not any("I beat" in text for text in said)
    for who in (guest, organiser, own):
        assert who.ask(f"/leagues/{KEY}/teams/1").status == 404
    for standing in ("shown", "hidden", "removed"):
        assert stand(organiser, 1, standing).status == 404
    assert call(organiser, 1, "Neu").status == 404
    assert own.ask(f"/api/v1/leagues/{KEY}/team", {"name": "Neu", "fish": "crab"}).status == 403
    late = Elsewhere(arena.page_port).ask("/api/v1/leagues/enter", {"code": school.codes[0]})
    assert late.error == "No team and no organiser has this code; look again, or ask whether it was renewed."
    assert re.findall(r"New code: (\w+)", organiser.ask(f"/leagues/{KEY}/manage").words) == list(NAMES[1:])
    # Nobody else can be taken for it.
    taken = enter(arena, school.codes[1]).ask(f"/api/v1/leagues/{KEY}/team", {"name": OLD, "fish": "crab"})
    assert taken.status == 409
    # Its games count for the others; nothing that a contest still needs is gone.
    assert len(guest.ask(f"/leagues/{KEY}/games.json").json) == 14
    store = open_store(school.data)
    with suppress(KeyError):
        assert [version.state for version in versions.list_versions(store, [1])] == ["ready"]
    store.close()


def test_only_organisers_touch_teams(arena: tuple[Class, Arena]) -> None:
    school, there = arena
    villain, stranger = enter(there, school.codes[1]), Elsewhere(there.page_port)
    organiser = enter(there, school.organiser)
    sentence = "Only the team itself or an organiser may do that; enter your code first."
    for who in (villain, stranger):
        for answer in (call(who, 1, "Mine"), stand(who, 1, "hidden"), stand(who, 2, "removed"), stand(who, 1, "shown")):
            assert (answer.status, answer.error) == (403, sentence)
    # A page of others that uses an organiser's browser gets nothing: the header of our own scripts is missing.
    for path, body in (("name", {"name": "Mine"}), ("standing", {"standing": "removed"})):
        forged = organiser.ask(f"/api/v1/leagues/{KEY}/teams/1/{path}", body, trusted=False)
        assert forged.status == 403
        foreign = organiser.ask(
            f"/api/v1/leagues/{KEY}/teams/1/{path}", body, headers={"Origin": "http://evil.example"}
        )
        assert foreign.status == 403
        assert organiser.ask(f"/api/v1/leagues/{KEY}/teams/1/{path}", method="GET").status in (404, 405)
    for wrong in ({}, {"standing": "gone"}, {"standing": 1}, {"standing": ["hidden"]}):
        assert organiser.ask(f"/api/v1/leagues/{KEY}/teams/1/standing", wrong).status == 400
    for number in (0, 5, 999999999):
        assert call(organiser, number, "Mine").status == 404
    # An organiser of another league is a stranger here.
    service = new_service(school.data)
    other, code = new_league(service.store, 2, key="other1"), new_code()
    leagues.add_organiser(service.store, service.codes.hash(code), other.id)
    service.store.close()
    colleague = enter(there, code)
    colleague.cookies[f"league-{KEY}"] = colleague.cookies["league-other1"]
    assert call(colleague, 1, "Mine").status == 403
    assert stand(colleague, 1, "removed").status == 403
    assert OLD in organiser.ask(f"/leagues/{KEY}").text


def test_a_page_that_is_open_hears_of_it_at_once(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    guest, organiser = Elsewhere(arena.page_port), enter(arena, school.organiser)
    stream = guest.follow(f"/api/v1/leagues/{KEY}/events")
    first = stream.event("edition")["edition"]
    assert call(organiser, 1, NEW).status == 200
    begun = time.monotonic()
    assert stream.event("edition")["edition"] > first
    assert time.monotonic() - begun < SECONDS
    assert stand(organiser, 1, "hidden").status == 200
    assert stream.event("edition")["edition"] > first + 1
    guest.close()


def test_a_contest_that_is_on_goes_on_under_the_new_name(tmp_path: Path) -> None:
    school = Class(tmp_path / "data")
    service, league = new_service(school.data), school.league
    store = service.store
    whole, half = begin(service, league), begin(service, league)
    # The same lots for both.
    one, other = load_terms(store, half), load_terms(store, whole)
    assert one
    assert other
    save_terms(store, half, one | {"seed": other["seed"]})
    play(service, whole, Talkative())
    play_some(service, half, 2)
    assert moderation.rename(store, league, team(service, league, 1), NEW)
    assert moderation.hide(store, league, team(service, league, 3))
    play(service, half, Talkative())
    # Starts and lots stay, whatever its teams are called.
    assert sorted(read_starts(service, half)) == sorted(read_starts(service, whole))
    store.close()


def read_starts(service: LeagueService, event: str) -> list[str]:
    return [str(kept.record.start) for key in service.store.keys(event=event) if (kept := service.store.get(key))]


def play_some(service: LeagueService, event: str, games: int) -> None:
    """Play a contest until it has so many games, and stop it."""
    book = DatabaseResults(service.store, event)

    def tell(told: Event) -> None:
        if isinstance(told, Ended) and len(runner.results) == games:
            runner.stop()

    redact = keep_words(service.store, event)
    runner = Runner(load(service, event), Talkative(), book, tell=tell, redact=redact)
    runner.run()
    # The second game of a pair is still to come.
    assert len(runner.results) == games + 1


def test_a_new_code_is_told_to_the_team(prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    organiser, own, other = enter(arena, school.organiser), enter(arena, school.codes[0]), enter(arena, school.codes[1])
    assert "Hand in" in own.ask(f"/leagues/{KEY}/teams/1").text
    made = organiser.ask(f"/api/v1/leagues/{KEY}/codes", {"whose": 1})
    assert made.status == 201
    sentence = "Your sign-in has ended because the organiser made a new code for your team"
    assert sentence in own.ask(f"/leagues/{KEY}/teams/1").text
    # An open page hears of it.
    assert sentence in own.ask(f"/api/v1/leagues/{KEY}/teams/1/state").json["html"]
    refused = own.ask(f"/api/v1/leagues/{KEY}/versions", b"zip")
    assert (refused.status, refused.error) == (403, f"{sentence}; enter the new code.")
    # That is nobody else's business, and nothing private is shown any more.
    assert sentence not in other.ask(f"/leagues/{KEY}/teams/1").text
    assert sentence not in own.ask(f"/leagues/{KEY}/teams/2").text
    assert own.ask(f"/leagues/{KEY}/teams/1/output/1/1").status == 404
    assert own.ask("/api/v1/leagues/enter", {"code": read_codes(made)[0]}).status == 200
    assert sentence not in own.ask(f"/leagues/{KEY}/teams/1").text
    page = organiser.ask(f"/leagues/{KEY}/manage").text
    assert "Make a new code for Haie? The old one opens nothing any more" in page


def test_names_are_replaced_as_words() -> None:
    said = {"printed": [[1, "Eel beats Eels, not eel"], [2, "(Eel)"]], "why": ["Eel", ""], "Eel": 1}
    assert rename_in_words(said, "Eel", "\\1") == {
        "printed": [[1, "\\1 beats Eels, not eel"], [2, "(\\1)"]],
        "why": ["\\1", ""],
        "Eel": 1,
    }
    key = "season-x/championship/A/Eel – A/1"
    assert rename_key(key, "A", "B") == "season-x/championship/A/Eel – B/1"
    assert rename_key(key, "1", "B") == key


def test_an_organiser_does_it_by_clicks_while_others_look(browser: Browser, prepared: tuple[Class, Arena]) -> None:
    school, arena = prepared
    with (
        person(browser, arena.address, allowed="409") as organiser,
        person(browser, arena.address) as guest,
        person(browser, arena.address) as looking,
        person(browser, arena.address, allowed="404") as team,
    ):
        organiser.enter(school.organiser)
        team.enter(school.codes[0])
        guest.go(f"/leagues/{KEY}/wall")
        looking.go(f"/leagues/{KEY}/games")
        for who in (guest, looking):
            expect(who.screen.whole).to_contain_text(OLD)
        organiser.go(f"/leagues/{KEY}/manage")
        row, renamed = organiser.organising.team(OLD), organiser.organising.team(NEW)
        row.find("button", "Change", exact=False).click()
        assert not Axe().run(organiser.page).response["violations"]
        # A name that is taken is said, and nothing changes.
        row.field("New name for {name}", name=OLD).fill("Haie")
        row.button("Rename").click()
        expect(organiser.screen.error).to_contain_text("Another team of this league has that name")
        row.field("New name for {name}", name=OLD).fill(NEW)
        row.button("Rename").click()
        for who in (guest, looking):
            expect(who.screen.whole).not_to_contain_text(OLD)
            expect(who.screen.whole).to_contain_text(NEW)
        expect(team.screen.heading).to_have_text(NEW)
        # A new code asks first.
        change, renew = (renamed.find("button", words, exact=False) for words in ("Change", "New code"))
        expect(change).to_be_visible()
        expect(row.whole).to_have_count(0)
        renew.click()
        dialog = organiser.screen.question
        expect(dialog.whole).to_contain_text(f"Make a new code for {NEW}?")
        dialog.button("Cancel").click()
        expect(organiser.sheet.cards).to_have_count(0)
        renew.click()
        assert not Axe().run(organiser.page).response["violations"]
        dialog.button("Yes").click()
        expect(organiser.sheet.cards).to_have_count(1)
        ended = "Your sign-in has ended because the organiser made a new code for your team."
        expect(team.screen.saying(ended)).to_be_visible()
        organiser.press(organiser.sheet.printed)
        # Hidden and shown again; then gone for good.
        change.click()
        renamed.button("Hide").click()
        expect(renamed.text("hidden")).to_be_visible()
        for who in (guest, looking):
            expect(who.screen.whole).not_to_contain_text(NEW)
        change.click()
        renamed.button("Show again").click()
        expect(looking.screen.whole).to_contain_text(NEW)
        change.click()
        renamed.button("Remove").click()
        expect(dialog.whole).to_contain_text(f"Remove {NEW} for good?")
        dialog.button("Yes").click()
        expect(renamed.whole).to_have_count(0)
        expect(organiser.organising.team("Haie").whole).to_have_count(1)
        # Its page is gone, also where it was open.
        expect(team.screen.heading).to_have_text("Nothing swims here")
        for who in (guest, looking):
            expect(who.screen.whole).not_to_contain_text(NEW)
