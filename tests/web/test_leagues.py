"""Leagues at the page: made, entered, handed in to, played; and what a hostile team does not get."""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from league.leagues import hand_in, new_league, new_service, team
from patience import until
from schwarm.workshop.bot_project import create
from schwarm.workshop.packing import pack
from web.arena import Arena, Visitor
from web.browsing import Person, expect, person
from web.leagues import LEAGUE, Elsewhere, enter, make, read_codes, read_commands

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = create(tmp_path_factory.mktemp("bot") / "mybot", "piranhas-2026")
    return pack(folder, core=False).path


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("broken") / "broken.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("bot.py", "print('hello')\n")
    return path


def see_table(who: Person, first: str) -> None:
    expect(who.league.teams.first).to_contain_text(first)
    expect(who.league.partners.first).to_be_visible()
    # A team stands on the same line as its rating.
    assert who.league.step_in_row() < 2


def test_from_the_form_to_a_table(browser: Browser, arena: Arena, bot: Path, broken: Path) -> None:
    with person(browser, arena.address, allowed="ERR_INTERNET_DISCONNECTED|contests/forecast") as organiser:
        organiser.go("/leagues/new")
        organiser.new_league.fill("Class 10b", teams=2, games_at_once=1)
        organiser.press("Make the league")
        expect(organiser.sheet.cards).to_have_count(3)
        assert not Axe().run(organiser.page).response["violations"]
        codes = organiser.sheet.codes.all_inner_texts()
        organiser.press(organiser.sheet.printed)
        organiser.page.wait_for_url(re.compile(r"/leagues/\w{6}$"))
        league = organiser.page.url.rpartition("/")[2]
        expect(organiser.league.state).to_have_text("Nobody has handed in a bot yet.")
        expect(organiser.screen.place_in_menu).to_have_text("Contests")
        with person(browser, arena.address) as member:
            team = member.team
            for number, name, fish, zip in ((1, "Sharks", "Shark", broken), (2, "Crabs", "Crab", bot)):
                member.enter(codes[number])
                member.page.wait_for_url(f"**/teams/{number}")
                team.call_it(name, fish)
                expect(team.heading).to_have_text(name)
                team.hand_in(zip)
                expect(team.versions).to_have_count(1)
            expect(team.passed.or_(team.not_passed)).to_be_visible()
            assert team.passed.count(), team.versions.first.text_content()
            expect(team.games.first).to_be_visible()
            team.report.click()
            expect(team.good_findings.first).to_contain_text("start.sh is there")
            assert not Axe().run(member.page).response["violations"]
            member.go(f"/leagues/{league}/teams/1")
            # It is another team's page now: what its check found is none of our business.
            expect(team.heading).to_have_text("Sharks")
        see_table(organiser, "Crabs")
        organiser.page.context.set_offline(True)
        expect(organiser.screen.away).to_contain_text("this page is not up to date")
        organiser.page.context.set_offline(False)
        expect(organiser.screen.away).to_be_hidden()
        assert not Axe().run(organiser.page).response["violations"]
        organiser.league.tab("Games").click()
        organiser.league.games.first.click()
        organiser.page.wait_for_url("**/game/league-**")
        organiser.go(f"/leagues/{league}/contests/new?kind=season")
        form = organiser.new_contest
        for finalists, third in (
            ("from the semi-finals, 4 teams", True),
            ("only a final, 2 teams", False),
            ("from the quarter-finals, 8 teams", True),
            ("no Final Eight", False),
        ):
            form.select("Final Eight", finalists)
            expect(form.find("checkbox", "with a game for the third place")).to_be_visible(visible=third)
        organiser.go(f"/leagues/{league}/manage")
        organiser.press("Stop the league")
        expect(organiser.screen.button("Let the league play")).to_be_visible()
        expect(organiser.screen.button("Stop the league")).to_be_hidden()
        assert not Axe().run(organiser.page).response["violations"]


@pytest.mark.thorough
def test_from_the_terminal(arena: Arena, broken: Path) -> None:
    league = make(arena)

    def run(code: str, zip: Path) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "schwarm", "hand-in", str(zip), "--to", arena.address, "--code", code]
        return subprocess.run([*command, "--lang", "en"], capture_output=True, text=True)

    done = run(league.codes[1], broken)
    assert done.returncode == 1
    assert "Team 1 in “Class 10b”: broken.zip is handed in as version 1." in done.stdout
    assert "✗ broken.zip has no start.sh, which starts the player; add one at the top." in done.stdout
    # Linux takes any bytes for a name.
    odd = broken.with_name(os.fsdecode(b"b\xff.zip"))
    odd.write_bytes(broken.read_bytes())
    assert ".zip is handed in as version 2." in run(league.codes[1], odd).stdout
    assert "No team and no organiser has this code" in run("AAAA-AAAA-AAAA", broken).stderr
    assert "That code is an organiser's" in run(league.codes[0], broken).stderr
    # Whoever hands in there has entered: a new sheet for those who have not must not end their code.
    organiser = Visitor(arena.page_port)
    assert organiser.ask(league.page("manage")).text.count("has not entered yet") == 2
    codes = read_codes(organiser.ask(league.api("codes"), {"whose": "waiting"}))
    assert len(codes) == 2
    for code in (league.codes[1], *codes):
        enter(arena, code)
    assert "All teams have entered" in organiser.ask(league.api("codes"), {"whose": "waiting"}).error


@pytest.mark.thorough
def test_a_client_plays_from_home_by_the_line_that_the_page_shows(arena: Arena, tmp_path: Path) -> None:
    league = make(arena)
    member, villain = enter(arena, league.codes[1]), enter(arena, league.codes[2])
    told = member.ask(league.api("home"), {"what": "code"})
    assert told.status == 201, told.text
    line, windows, bare = read_commands(told)
    assert f"--port {arena.port} --reservation " in bare
    assert line == f"while true; do ./start.sh {bare}; sleep 3; done"
    assert windows == f"while ($true) {{ java -jar mybot.jar {bare}; Start-Sleep 3 }}"
    code = line.partition("--reservation ")[2].partition(";")[0]
    # Nobody is shown the code again, not even the team.
    for who in (member, villain, Elsewhere(arena.page_port)):
        assert code not in who.ask(league.page("teams/1")).text
        assert code not in who.ask(league.api("teams/1/state")).text
    assert villain.ask(league.page("teams/1/version-1.zip")).status == 404
    assert member.ask(league.page("teams/1/version-1.zip")).status == 404
    start = tmp_path / "start.sh"
    start.write_text(f'#!/bin/sh\nexec {sys.executable} -m schwarm bot random --game piranhas-2026 "$@"\n')
    start.chmod(0o755)
    client = subprocess.Popen(["/bin/sh", "-c", line], cwd=tmp_path, start_new_session=True, stderr=subprocess.DEVNULL)
    try:
        until(lambda: "/game/league-" in member.ask(league.api("teams/1/state")).text, what="a game from home")
    finally:
        os.killpg(client.pid, signal.SIGKILL)
        client.wait()
    assert "from home" in Elsewhere(arena.page_port).ask(league.page("teams/1")).text
    new = member.ask(league.api("home"), {"what": "version"})
    assert new.json["sentence"] == "Version 2 plays from home, and gets a rating of its own."
    assert Elsewhere(arena.page_port).ask(league.api("home"), {"what": "code"}).status == 403


def test_a_hostile_team_gets_nothing_of_others(arena: Arena, broken: Path) -> None:
    league, other = make(arena), make(arena, title="Class 9a")
    victim, villain = enter(arena, league.codes[1]), enter(arena, league.codes[2])
    stranger = Elsewhere(arena.page_port)
    handed = victim.ask(league.api("versions"), broken.read_bytes(), headers={"X-File-Name": "secret-name.zip"})
    assert handed.status == 201, handed.text
    until(lambda: victim.ask(league.api("versions/1")).json["state"] == "faulty", what="the check")
    assert victim.ask(league.page("teams/1/version-1.zip")).body == broken.read_bytes()
    assert "no start.sh" in victim.ask(league.page("teams/1")).text
    for who in (villain, stranger):
        assert who.ask(league.page("teams/1/version-1.zip")).status == 404
        assert who.ask(league.page("teams/1/output/1/1")).status == 404
        for page in (who.ask(league.page("teams/1")).text, who.ask(league.api("teams/1/state")).text):
            assert "no start.sh" not in page
            assert "secret-name" not in page
        assert who.ask(league.page("manage")).status == 403
        assert who.ask(league.page("export.zip")).status == 403
        for path, fields in (
            ("settings", {"playing": False}),
            ("codes", {"whose": 1}),
            ("delete", {"title": "Class 10b"}),
        ):
            assert who.ask(league.api(path), fields).status == 403, path
        assert who.ask("/api/v1/leagues", LEAGUE).status == 403
        assert who.ask("/api/v1/leagues/invite", {}).status == 403
    assert villain.ask(league.api("versions/1")).status == 404
    assert villain.ask(league.api("versions/1/choose"), {}).status == 409
    assert stranger.ask(league.api("versions"), b"zip").status == 403
    assert stranger.ask(league.api("team"), {"name": "Mine", "fish": "crab"}).status == 403
    # A cookie opens the league it is for and no other, also under another name.
    villain.cookies[f"league-{other.key}"] = villain.cookies[f"league-{league.key}"]
    assert villain.ask(other.api("versions"), b"zip").status == 403
    organiser = enter(arena, league.codes[0])
    assert "version 1 did not pass the check" in organiser.ask(league.page("manage")).text
    assert organiser.ask(other.page("manage")).status == 403
    assert organiser.ask(league.api("versions"), b"zip").status == 403
    # A colleague's code is taken back, with the browsers that came with it; the last one stays.
    sheet = organiser.ask(league.api("codes"), {"whose": "organiser"})
    colleague = enter(arena, read_codes(sheet)[0])
    ids = re.findall(r'data-remove="(\d+)"', colleague.ask(league.page("manage")).text)
    assert len(ids) == 2
    for who in (villain, stranger):
        assert who.ask(league.api(f"codes/{ids[0]}/remove"), {}).status == 403
    assert organiser.ask(other.api(f"codes/{ids[0]}/remove"), {}).status == 403
    assert organiser.ask(league.api(f"codes/{ids[1]}/remove"), {}).status == 200
    assert colleague.ask(league.page("manage")).status == 403
    assert "last organiser's code" in organiser.ask(league.api(f"codes/{ids[0]}/remove"), {}).error
    assert Visitor(arena.page_port).ask("/api/v1/leagues/codes/1/remove", {}).status == 404
    # Who leaves is gone, also with a copy of the cookie.
    gone, copied = enter(arena, league.codes[3]), Elsewhere(arena.page_port)
    copied.cookies.update(gone.cookies)
    assert gone.ask(league.api("leave"), {}).status == 200
    assert copied.ask(league.api("versions"), b"zip").status == 403
    # A renewed code shuts out whoever has the old one.
    assert organiser.ask(league.api("codes"), {"whose": 2}).status == 201
    assert villain.ask(league.api("versions"), b"zip").status == 403
    with zipfile.ZipFile(save(organiser.ask(league.page("export.zip")).body, broken.parent)) as archive:
        assert archive.read("bots/team-1-version-1.zip") == broken.read_bytes()
    assert organiser.ask(league.api("delete"), {"title": "wrong"}).status == 400
    assert organiser.ask(league.api("delete"), {"title": "Class 10b"}).status == 200
    assert victim.ask(league.page("teams/1")).status == 404


def save(data: bytes, folder: Path) -> Path:
    path = folder / "export.zip"
    path.write_bytes(data)
    return path


def test_what_is_not_taken_is_said(arena: Arena) -> None:
    league = make(arena)
    member = enter(arena, league.codes[1])
    large = member.ask(league.api("versions"), b"x", headers={"Content-Length": "2000000000"})
    assert (large.status, large.error) == (413, "That is larger than 60 MB, which is the most a bot may have here.")
    assert "The file is empty" in member.ask(league.api("versions"), b"").error
    other = member.ask(league.api("versions"), b"title = 'Cup'", headers={"X-File-Name": "season.toml"})
    assert other.error == "season.toml is not a zip; hand in the zip that “schwarm pack” makes."
    assert other.status == 409
    odd = member.ask(league.api("versions"), b"text", headers={"X-File-Name": "a%0d%00" + "b" * 300})
    assert odd.error.startswith("a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}bbb")
    assert len(odd.error) < 120
    assert member.ask(league.api("versions/1")).status == 404
    for fields, sentence in (
        ({"name": "", "fish": "crab"}, "A team's name has 1 to"),
        ({"name": "a – b", "fish": "crab"}, "A team's name has 1 to"),
        ({"name": "\u0301", "fish": "crab"}, "1 to 30 visible characters"),
        ({"name": "Greedy", "fish": "crab"}, "is one of the sparring partners"),
        ({"name": "Hecht, Stufe 3", "fish": "crab"}, "is one of the sparring partners"),
        ({"name": "hecht level 3", "fish": "crab"}, "is one of the sparring partners"),
        ({"name": "H\u0435cht", "fish": "crab"}, "is one of the sparring partners"),
        ({"name": "Organisation", "fish": "crab"}, "is what organisers are called here"),
        ({"name": "🏴\u200d☠️ Piraten", "fish": "crab"}, "contains an invisible character (U+200D); leave it out"),
        ({"name": "a\u202eb", "fish": "crab"}, "contains an invisible character (U+202E)"),
        ({"name": "\u3164", "fish": "crab"}, "contains an invisible character (U+3164)"),
        ({"name": "\u2800", "fish": "crab"}, "contains an invisible character (U+2800)"),
        ({"name": "Crabs", "fish": "dragon"}, "Choose one of the pictures"),
    ):
        assert sentence in member.ask(league.api("team"), fields).error, fields
    # Emoji of one piece, a variation selector, and names that only begin like a partner's.
    for name in ("☠️ Piraten", "🦈 Team", "Hechte"):
        assert member.ask(league.api("team"), {"name": name, "fish": "crab"}).status == 200, name
    neighbour = enter(arena, league.codes[2])
    for name in ("H\u0435chte", "Hech-te!", "Tearn 3", "Team-3", "HECHTE"):
        alike = neighbour.ask(league.api("team"), {"name": name, "fish": "crab"})
        assert "has that name or one that looks like it" in alike.error, name
    organiser = Visitor(arena.page_port)
    for change, sentence in (
        ({"title": " "}, "Give the league a title"),
        ({"title": "a\u200db"}, "contains an invisible character (U+200D)"),
        ({"teams": 1}, "A league has 2 to 64 teams"),
        ({"cores": 1000}, "games at the same time"),
        ({"hours": 25}, "up to 24 hours a day"),
        ({"time": "soon"}, "“soon” is not a time control"),
    ):
        assert sentence in organiser.ask("/api/v1/leagues", LEAGUE | change).error


@pytest.mark.thorough
def test_what_was_handed_in_survives_a_crash(tmp_path: Path, broken: Path) -> None:
    with Arena(tmp_path) as page:
        league = make(page)
        member = enter(page, league.codes[1])
        assert member.ask(league.api("versions"), broken.read_bytes()).status == 201
        page.process.kill()
    with Arena(tmp_path) as again:
        member.port = again.page_port
        until(lambda: member.ask(league.api("versions/1")).json["state"] == "faulty", what="the check")
        assert member.ask(league.page("teams/1/version-1.zip")).body == broken.read_bytes()
        assert member.ask(league.api("versions/2")).status == 404


@pytest.mark.thorough
def test_an_organiser_reads_which_zips_the_server_has_lost(tmp_path: Path) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"restored without the folder of the zips")
    hand_in(service, team(service, league, 2), b"so was what waits to be checked", ready=None)
    shutil.rmtree(service.zips.folder)
    service.store.close()
    with Arena(tmp_path) as page:
        told = Visitor(page.page_port).ask(f"/leagues/{league.key}/manage").text
    assert "The zips of 2 teams are missing on the server, so they do not play" in told
    assert told.count("the zip of version 1 is missing on the server") == 2
    assert "version 1 waits to be checked" in told
