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
from schwarm.arena.claim import find_running
from schwarm.arena.database_results import load_contests
from schwarm.store import open_store
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
soft = 0
hard = 0
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
            lambda: (load_contests(store) and find_running(store)) or terminal.poll() is not None,
            what="the contest in the terminal",
        )
    finally:
        store.close()
    assert terminal.poll() is None


def test_a_tournament_with_the_keyboard_alone(browser: Browser, arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    with person(browser, arena.address, lang="de", size=NARROW, keyboard=True, allowed="status of 400") as me:
        me.go("/contests")
        me.press("a[href='/contests/new?kind=tournament']")
        me.page.wait_for_url("**/contests/new?kind=tournament")
        me.tab_to("#players")
        me.page.keyboard.type(f"random\n{tmp_path / 'slow.py'}:Slow")
        me.tab_to("#games")
        me.page.keyboard.press("Control+a")
        me.page.keyboard.type("3")
        me.press("button[type=submit]")
        expect(me.page.locator("#error")).to_contain_text("Die Zahl der Spiele muss gerade sein")
        # Whoever came with the keyboard is still where they pressed.
        expect(me.page.locator("[type=submit]")).to_be_focused()
        me.page.locator("#games").focus()
        me.page.keyboard.press("Control+a")
        me.page.keyboard.type("2")
        me.press("button[type=submit]")
        me.page.wait_for_url("**/contests/tournament-*")
        expect(me.page.locator("#state")).to_have_text("Wird gespielt.")
        # Nobody reloads the page: what is played comes by itself.
        expect(me.page.locator("#state")).to_have_text(re.compile("^Vorbei"))
        expect(me.page.locator("[data-part=standings] tbody tr")).to_have_count(2)
        expect(me.page.locator("[data-part=crosstable] tbody tr")).to_have_count(2)
        expect(me.page.locator("#games .listed li")).to_have_count(2)
        expect(me.page.locator("[data-act=stop]")).to_be_hidden()
        expect(me.page.locator("[data-act=go-on]")).to_be_hidden()
        me.press("#publish")
        expect(me.page.locator("#published-zip")).to_be_visible()
        expect(me.page.locator("#publish")).to_be_enabled()
        expect(me.page.locator("#publish")).to_be_focused()
        assert not Axe().run(me.page).response["violations"]
        wider = me.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0
        # German has a decimal comma, in tables as in games, where fast moves are told in milliseconds.
        assert re.search(r"\d,\d", me.page.locator("#contest").inner_text())
        assert not re.search(r"\d\.\d", me.page.locator("#contest").inner_text())
        me.page.locator(".tabs a[href$='/games']").click()
        me.page.locator("#games .listed a").first.click()
        expect(me.page.locator(".ply time").first).to_have_text(re.compile(r"^((< )?\d{1,2} ms|\d,\d s)$"))


@pytest.mark.thorough
def test_a_season_is_stopped_goes_on_and_survives_a_crash(browser: Browser, tmp_path: Path) -> None:
    folder = season(tmp_path / "cup")
    with Arena(tmp_path / "data") as before:
        ports = before.port, before.page_port
        with person(browser, before.address, allowed=LOST) as me:
            me.go("/contests/new?kind=season")
            me.page.locator("#path").fill(str(folder))
            me.press("button[type=submit]")
            me.page.wait_for_url("**/contests/season*")
            state, stop, go_on = (me.page.locator(name) for name in ("#state", "[data-act=stop]", "[data-act=go-on]"))
            expect(state).to_have_text("Being played.")
            expect(go_on).to_be_hidden()
            expect(me.page.locator("h1")).to_have_text("Schulpokal <b>")
            expect(me.page.locator("#games .listed li")).to_have_count(2)
            stop.click()
            expect(state).to_have_text("Stopping after the running games.")
            expect(stop).to_have_text("Stop at once")
            stop.click()
            expect(state).to_have_text("Not finished, and not being played right now.")
            expect(stop).to_be_hidden()
            go_on.click()
            expect(state).to_have_text("Being played.")
            expect(away := me.page.locator("#away")).to_be_hidden()
            before.end(signal.SIGKILL)
            expect(away).to_have_text("The connection is lost, so this page is not up to date; trying again …")
            expect(away).to_be_visible()
            with Arena(tmp_path / "data", port=ports[0], page_port=ports[1]):
                # The page finds the new server by itself; nothing goes on that nobody asked for.
                expect(away).to_be_hidden()
                expect(state).to_have_text("Not finished, and not being played right now.")
                expect(me.page.locator("#games .listed li")).to_have_count(2)
                expect(go_on).to_be_visible()
                (folder / "go").touch()
                me.go("/contests")
                expect(me.page.locator(".listed-end")).to_have_text(re.compile("^Season · interrupted: 2 of "))
                me.press("[data-resume]")
                me.page.wait_for_url("**/contests/season*")
                expect(state).to_have_text("Finished; all games have been played.")
                expect(me.page.locator("[data-part=champion]")).to_contain_text("Champion")
                expect(me.page.locator("[data-part=finals] .duel").first).to_be_visible()
                assert me.page.locator("#games .listed li").count() > 2
                assert not Axe().run(me.page).response["violations"]
                me.page.locator("[data-part=finals] .marks a").first.click()
                me.page.wait_for_url("**/game/season**")
                expect(me.page.locator(".ply").first).to_be_visible()
                me.go("/contests")
                expect(me.page.locator(".listed-end")).to_have_text(re.compile(r"^Season · (\d+) of \1 games$"))


@pytest.mark.thorough
def test_a_contest_from_the_terminal_appears_and_is_followed(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING)
    waiting = f"{tmp_path / 'waiting.py'}:Waiting"
    command = [sys.executable, "-m", "schwarm", "match", waiting, "random", "-n", "2", "-j", "1", "--no-sandbox"]
    command += ["--soft", "0", "--hard", "0"]
    with Arena(tmp_path / "data") as arena, person(browser, arena.address) as me:
        elsewhere = subprocess.Popen(
            [*command, "--data", str(tmp_path / "data")],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SCHWARM_LANG": "en"},
        )
        try:
            wait_until_begun(tmp_path / "data", elsewhere)
            me.go("/contests")
            listed = me.page.locator(".listed a")
            expect(listed).to_contain_text("Match")
            listed.click()
            me.page.wait_for_url("**/contests/match-*")
            expect(me.page.locator("#state")).to_have_text("Being played in a terminal or elsewhere right now.")
            # It is not ours to stop.
            expect(me.page.locator("[data-act=stop]")).to_be_hidden()
            expect(me.page.locator("[data-act=go-on]")).to_be_hidden()
            (tmp_path / "go").touch()
            # The number of games grows without a reload.
            expect(me.page.locator("[data-part=progress] .meta")).to_contain_text("2 of 2 games")
            expect(me.page.locator("#state")).to_have_text("Finished; all games have been played.")
            me.page.locator(".tabs a[href$='/games']").click()
            me.page.locator("#games .listed a").first.click()
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
    command += ["--soft", "0", "--hard", "0", "--data", str(tmp_path / "data")]
    with Arena(tmp_path / "data") as arena, person(browser, arena.address, allowed="status of 409") as me:
        terminal = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=here)
        try:
            wait_until_begun(tmp_path / "data", terminal)
            me.go("/contests")
            me.page.locator(".listed a").click()
            me.page.wait_for_url("**/contests/match-*")
            state, go_on = me.page.locator("#state"), me.page.locator("[data-act=go-on]")
            expect(state).to_have_text("Being played in a terminal or elsewhere right now.")
            expect(go_on).to_be_hidden()
            # Whoever left an old page open is refused as well, and so is a second terminal.
            go_on.evaluate("button => button.click()")
            expect(me.page.locator("#error")).to_have_text(RUNS_ALREADY)
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
            stop = me.page.locator("[data-act=stop]")
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
