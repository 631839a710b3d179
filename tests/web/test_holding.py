"""Contests as an organiser holds them in a browser: a tournament, a season across a crash, one from the terminal."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from patience import PATIENCE, until
from schwarm.arena.lease import find_running
from schwarm.store import open_store
from schwarm.store.contests import list_terms
from web.arena import Arena
from web.browsing import NARROW, expect, person

pytestmark = pytest.mark.slow

LOST = "Failed to load resource|ERR_|EventSource"
RUNS_ALREADY = "This contest is being played elsewhere right now; wait until it is finished, or stop it there first."
SLOW = """
import time
from schwarm.player import Player
class Slow(Player):
    def choose(self, state, *more):
        time.sleep(0.02)
        return state.legal_moves()[0]
"""
WAITING = """
import time
from pathlib import Path
from schwarm.player import Player
class Waiting(Player):
    def choose(self, state, *more):
        while not Path(__file__).with_name("go").exists():
            time.sleep(0.02)
        return state.legal_moves()[0]
"""
SEASON = """
title = "Schulpokal <b>"
game = "piranhas-2019"
[games]
per_encounter = 2
time = "none"
[final_eight]
teams = 2
per_encounter = 2
most_games = 6
"""


def season(folder: Path) -> Path:
    """Three teams, one of which waits, so that it can be interrupted; the others play each other first."""
    folder.mkdir()
    (folder / "waiting.py").write_text(WAITING)
    teams = (("Haie", "waiting.py:Waiting"), ("Rochen", "random"), ("Krebse", "random"))
    written = "".join(f'[[team]]\nname = "{name}"\nbot = "{bot}"\ngroup = "A"\n' for name, bot in teams)
    (folder / "season.toml").write_text(SEASON + written, encoding="utf-8")
    return folder


def wait_until_begun(data: Path, terminal: "subprocess.Popen[bytes]") -> None:
    """Wait until the page can know of a contest that a terminal plays."""
    store = open_store(data)
    try:
        until(
            lambda: (list_terms(store) and find_running(store)) or terminal.poll() is not None,
            what="the contest in the terminal",
        )
    finally:
        store.close()
    assert terminal.poll() is None


def test_a_tournament_with_the_keyboard_alone(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    with person(browser, arena.address, lang="de", size=NARROW, keyboard=True, allowed="status of 400") as me:
        me.go("/contests")
        me.press(me.screen.link("New tournament"))
        me.page.wait_for_url("**/contests/new?kind=tournament")
        me.tab_to(me.screen.field("One player per line"))
        games = me.screen.field("Games per encounter")
        me.page.keyboard.type(f"random\n{tmp_path / 'slow.py'}:Slow")
        me.tab_to(games)
        me.page.keyboard.press("Control+a")
        me.page.keyboard.type("3")
        me.press("Start")
        expect(me.screen.error).to_contain_text("Die Zahl der Spiele muss gerade sein")
        # Whoever came with the keyboard is still where they pressed.
        expect(me.screen.button("Start")).to_be_focused()
        games.focus()
        me.page.keyboard.press("Control+a")
        me.page.keyboard.type("2")
        me.press("Start")
        me.page.wait_for_url("**/contests/tournament-*")
        expect(me.contest.state).to_have_text("Wird gespielt.")
        # Nobody reloads the page: what is played comes by itself.
        expect(me.contest.state).to_have_text(re.compile("^Vorbei"))
        expect(me.contest.rows("Standings")).to_have_count(2)
        expect(me.contest.rows("Crosstable")).to_have_count(2)
        expect(me.contest.games).to_have_count(2)
        expect(me.contest.stop).to_be_hidden()
        expect(me.contest.go_on).to_be_hidden()
        me.press("Publish")
        expect(me.screen.link("Download the pages")).to_be_visible()
        expect(me.contest.publish).to_be_enabled()
        expect(me.contest.publish).to_be_focused()
        assert not Axe().run(me.page).response["violations"]
        wider = me.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0
        # German has a decimal comma, in tables as in games, where fast moves are told in milliseconds.
        assert re.search(r"\d,\d", me.contest.content.inner_text())
        assert not re.search(r"\d\.\d", me.contest.content.inner_text())
        me.contest.tab("Games").click()
        me.contest.games.first.get_by_role("link").click()
        expect(me.game.times.first).to_have_text(re.compile(r"^((< )?\d{1,2} ms|\d,\d s)$"))


def test_a_swiss_tournament_from_the_form_to_its_table(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, lang="de") as me:
        me.go("/contests/new?kind=swiss")
        me.screen.field("One player per line").fill("greedy\nrandom\nrandom")
        me.screen.field("Games per encounter").fill("2")
        me.screen.field("Rounds; empty: as many as a knock-out would have").fill("3")
        me.press("Start")
        me.page.wait_for_url("**/contests/swiss-*")
        expect(me.contest.state).to_have_text(re.compile("^Vorbei"))
        # Of three players one is free in each round.
        expect(me.contest.rows("Standings")).to_have_count(3)
        expect(me.contest.content).to_contain_text("Buchholz")
        expect(me.contest.games).to_have_count(6)
        expect(me.contest.games.first).to_contain_text("Runde 3")


@pytest.mark.thorough
def test_a_season_is_stopped_goes_on_and_survives_a_crash(browser: Browser, tmp_path: Path) -> None:
    folder = season(tmp_path / "cup")
    with Arena(tmp_path / "data") as before:
        ports = before.port, before.page_port
        with person(browser, before.address, allowed=LOST) as me:
            me.go("/contests/new?kind=season")
            me.screen.field("Folder with season.toml").fill(str(folder))
            me.press("Start")
            me.page.wait_for_url("**/contests/season*")
            state, stop, go_on = me.contest.state, me.contest.stop, me.contest.go_on
            expect(state).to_have_text("Being played.")
            expect(go_on).to_be_hidden()
            expect(me.screen.heading).to_have_text("Schulpokal <b>")
            expect(me.contest.games).to_have_count(2)
            stop.click()
            expect(state).to_have_text("Stopping after the running games.")
            expect(stop).to_have_text("Stop at once")
            stop.click()
            expect(state).to_have_text("Not finished, and not being played right now.")
            expect(stop).to_be_hidden()
            go_on.click()
            expect(state).to_have_text("Being played.")
            expect(away := me.screen.away).to_be_hidden()
            before.end(signal.SIGKILL)
            expect(away).to_have_text("The connection is lost, so this page is not up to date; trying again …")
            expect(away).to_be_visible()
            with Arena(tmp_path / "data", port=ports[0], page_port=ports[1]):
                # The page finds the new server by itself; nothing goes on that nobody asked for.
                expect(away).to_be_hidden()
                expect(state).to_have_text("Not finished, and not being played right now.")
                expect(me.contest.games).to_have_count(2)
                expect(go_on).to_be_visible()
                (folder / "go").touch()
                me.go("/contests")
                expect(me.contest.contest_ends).to_have_text(re.compile("^Season · interrupted: 2 of "))
                me.press(me.screen.find("button", "Resume", exact=False))
                me.page.wait_for_url("**/contests/season*")
                expect(state).to_have_text("Finished; all games have been played.")
                expect(me.contest.champion).to_contain_text("Champion")
                expect(me.contest.duels.first).to_be_visible()
                assert me.contest.games.count() > 2
                assert not Axe().run(me.page).response["violations"]
                me.contest.final_games.first.click()
                me.page.wait_for_url("**/game/season**")
                expect(me.game.moves.first).to_be_visible()
                me.go("/contests")
                expect(me.contest.contest_ends).to_have_text(re.compile(r"^Season · (\d+) of \1 games$"))


@pytest.mark.thorough
def test_a_contest_from_the_terminal_appears_and_is_followed(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING)
    waiting = f"{tmp_path / 'waiting.py'}:Waiting"
    command = [sys.executable, "-m", "schwarm", "match", waiting, "random", "-n", "2", "-j", "1", "--no-sandbox"]
    command += ["--time", "none"]
    with Arena(tmp_path / "data") as arena, person(browser, arena.address) as me:
        elsewhere = subprocess.Popen(
            [*command, "--data", str(tmp_path / "data")],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SCHWARM_LANG": "en"},
        )
        try:
            wait_until_begun(tmp_path / "data", elsewhere)
            me.go("/contests")
            listed = me.contest.contests.get_by_role("link")
            expect(listed).to_contain_text("Match")
            listed.click()
            me.page.wait_for_url("**/contests/match-*")
            expect(me.contest.state).to_have_text("Being played in a terminal or elsewhere right now.")
            # It is not ours to stop.
            expect(me.contest.stop).to_be_hidden()
            expect(me.contest.go_on).to_be_hidden()
            (tmp_path / "go").touch()
            # The number of games grows without a reload.
            expect(me.contest.progress).to_contain_text("2 of 2 games")
            expect(me.contest.state).to_have_text("Finished; all games have been played.")
            me.contest.tab("Games").click()
            me.contest.games.first.get_by_role("link").click()
            me.page.wait_for_url("**/game/match-**")
        finally:
            (tmp_path / "go").touch()
            assert elsewhere.wait(timeout=PATIENCE) == 0


@pytest.mark.thorough
def test_what_a_terminal_plays_nobody_plays_beside_it(browser: Browser, tmp_path: Path) -> None:
    # The game never ends, and costs nothing while the page is looked at.
    (tmp_path / "waiting.py").write_text(WAITING)
    waiting, here = f"{tmp_path / 'waiting.py'}:Waiting", {**os.environ, "SCHWARM_LANG": "en"}
    command = [sys.executable, "-m", "schwarm", "match", waiting, "random", "-n", "2", "-j", "1", "--no-sandbox"]
    command += ["--time", "none", "--data", str(tmp_path / "data")]
    with Arena(tmp_path / "data") as arena, person(browser, arena.address, allowed="status of 409") as me:
        terminal = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=here)
        try:
            wait_until_begun(tmp_path / "data", terminal)
            me.go("/contests")
            me.contest.contests.get_by_role("link").click()
            me.page.wait_for_url("**/contests/match-*")
            state, go_on = me.contest.state, me.contest.go_on
            expect(state).to_have_text("Being played in a terminal or elsewhere right now.")
            expect(go_on).to_be_hidden()
            # Whoever left an old page open is refused as well, and so is a second terminal.
            me.contest.press_hidden_go_on()
            expect(me.screen.error).to_have_text(RUNS_ALREADY)
            second = subprocess.run([*command, "--resume"], capture_output=True, text=True, env=here, timeout=PATIENCE)
            assert (second.returncode, second.stderr.strip()) == (1, f"Error: {RUNS_ALREADY}")
            terminal.kill()
            # Nobody reloads the page, and a dead process keeps nobody waiting.
            expect(state).to_have_text("Not finished, and not being played right now.")
            go_on.click()
            expect(state).to_have_text("Being played.")
            terminal.wait()
            second = subprocess.run([*command, "--resume"], capture_output=True, text=True, env=here, timeout=PATIENCE)
            assert (second.returncode, second.stderr.strip()) == (1, f"Error: {RUNS_ALREADY}")
            stop = me.contest.stop
            stop.click()
            expect(stop).to_have_text("Stop at once")
            stop.click()
            expect(state).to_have_text("Not finished, and not being played right now.")
            # What a terminal goes on with is seen here too, though it was played here before.
            terminal = subprocess.Popen([*command, "--resume"], stdout=subprocess.DEVNULL, env=here)
            expect(state).to_have_text("Being played in a terminal or elsewhere right now.")
            expect(go_on).to_be_hidden()
        finally:
            terminal.kill()
            terminal.wait()
