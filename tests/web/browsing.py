"""A person at a browser: opens pages, plays with mouse, touch or keyboard, and hears every complaint of the browser."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from patience import PATIENCE
from quantity import quantity
from web.screens import (
    Board,
    CodeSheet,
    Contest,
    Editor,
    Form,
    Game,
    Home,
    League,
    Learn,
    NewContest,
    NewGame,
    NewLeague,
    Organising,
    Position,
    Rules,
    Screen,
    Study,
    TeamPage,
    Trainer,
    Wall,
    Watching,
)

expect.set_options(timeout=1000 * PATIENCE)

WHOLE, SHELL = Path("/usr/bin/chromium"), Path("/usr/lib/chromium/chromium-headless-shell")
# Without windows Chromium shows the same pages for half the work; where there is time, the whole one shows them.
CHROMIUM = SHELL if SHELL.exists() and quantity(1, 0) else WHOLE
# The first two are Chromium's own pages for the address bar, which a window without one would run as well, and which
# cost more than the page that is tested. The others are those that Playwright leaves out: only the last list counts.
LEFT_OUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
# Whatever a page wants of others is nowhere, and the browser complains of it: cheaper than hearing of every request.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", ALONE, f"--disable-features={','.join(LEFT_OUT)}"]
"""A browser that does as little as it can beside showing the page, and knows no other machine."""
WITHOUT_CORE = "WebAssembly.compileStreaming = () => Promise.reject(new Error('not here'))"
"""A script for browsers in which Hecht cannot think."""
NO_WORKER = "Service Worker registration blocked by Playwright"
WIDE, NARROW = (1280, 860), (390, 844)


class Person:
    """One page of one browser context. Leaving the block fails if the browser complained about anything."""

    def __init__(self, page: Page, address: str, lang: str = "en", keyboard: bool = False, touch: bool = False) -> None:
        self.page, self.address, self.lang, self.keyboard, self.touch = page, address, lang, keyboard, touch
        self.complaints: list[str] = []
        self.changed = False
        """Whether the page was changed so that nobody can use it afterwards."""
        page.on("pageerror", self._failed)
        page.on("console", self._said)
        self._kept = {name: getattr(page, name) for name in CHANGES}
        for name, method in self._kept.items():
            setattr(page, name, partial(self._change, method))

    def _change(self, method: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        self.changed = True
        return method(*arguments, **more)

    def leave(self) -> None:
        """Hear nothing any more."""
        for name, method in self._kept.items():
            setattr(self.page, name, method)
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._said)

    def _failed(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and said.text != NO_WORKER:
            self.complaints.append(f"{said.text} {said.location.get('url', '')}")

    def go(self, path: str) -> None:
        """Open a page; it is there when it has been drawn."""
        self.page.goto(self.address + path)
        self.page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    # -- what is there ---------------------------------------------------------------------------------

    @cached_property
    def screen(self) -> Screen:
        return Screen(self.page, self.lang)

    @cached_property
    def game(self) -> Game:
        return Game(self.page, self.lang)

    @cached_property
    def board(self) -> Board:
        return Board(self.page, self.lang)

    @cached_property
    def form(self) -> NewGame:
        return NewGame(self.page, self.lang)

    @cached_property
    def home(self) -> Home:
        return Home(self.page, self.lang)

    @cached_property
    def watching(self) -> Watching:
        return Watching(self.page, self.lang)

    @cached_property
    def wall(self) -> Wall:
        return Wall(self.page, self.lang)

    @cached_property
    def contest(self) -> Contest:
        return Contest(self.page, self.lang)

    @cached_property
    def new_contest(self) -> NewContest:
        return NewContest(self.page, self.lang)

    @cached_property
    def new_league(self) -> NewLeague:
        return NewLeague(self.page, self.lang)

    @cached_property
    def sheet(self) -> CodeSheet:
        return CodeSheet(self.page, self.lang)

    @cached_property
    def league(self) -> League:
        return League(self.page, self.lang)

    @cached_property
    def team(self) -> TeamPage:
        return TeamPage(self.page, self.lang)

    @cached_property
    def organising(self) -> Organising:
        return Organising(self.page, self.lang)

    @cached_property
    def long_form(self) -> Form:
        return Form(self.page, self.lang)

    @cached_property
    def learn(self) -> Learn:
        return Learn(self.page, self.lang)

    @cached_property
    def trainer(self) -> Trainer:
        return Trainer(self.page, self.lang)

    @cached_property
    def study(self) -> Study:
        return Study(self.page, self.lang)

    @cached_property
    def position(self) -> Position:
        return Position(self.page, self.lang)

    @cached_property
    def editor(self) -> Editor:
        return Editor(self.page, self.lang)

    @cached_property
    def rules(self) -> Rules:
        return Rules(self.page, self.lang)

    def cell(self, square: str) -> Locator:
        return self.board.square(square)

    @property
    def movable(self) -> list[str]:
        return self.board.movable

    @property
    def targets(self) -> list[str]:
        return self.board.targets

    @property
    def plies(self) -> list[str]:
        return self.game.played

    def state_line(self) -> Locator:
        return self.game.state

    def wait_for_turn(self) -> None:
        self.board.wait_for_turn()

    def wait_for_target(self, square: str) -> None:
        self.board.wait_for_target(square)

    # -- playing ---------------------------------------------------------------------------------------

    def move(self, start: str, to: str) -> None:
        if self.keyboard:
            self.walk_to(start)
            self.page.keyboard.press("Enter")
            self.walk_to(to)
            self.page.keyboard.press("Enter")
        else:
            self.hit(start)
            self.hit(to)

    def hit(self, square: str) -> None:
        """Click a square, or tap it."""
        if self.touch:
            self.cell(square).tap()
        else:
            self.cell(square).click()

    def drag(self, start: str, to: str) -> None:
        self.cell(start).hover()
        self.page.mouse.down()
        box = self.cell(to).bounding_box()
        assert box
        self.page.mouse.move(box["x"] + 5, box["y"] + 5, steps=4)
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
        self.page.mouse.up()

    def move_somewhere(self, number: int = 0) -> tuple[str, str]:
        """Make a legal move, found the way a person finds it: pick up a piece and look where it may go."""
        self.wait_for_turn()
        movable = self.movable
        start = movable[number % len(movable)]
        if self.keyboard:
            self.walk_to(start)
            self.page.keyboard.press("Enter")
        else:
            self.hit(start)
        targets = self.targets
        to = targets[number % len(targets)]
        if self.keyboard:
            self.walk_to(to)
            self.page.keyboard.press("Enter")
        else:
            self.hit(to)
        return start, to

    def walk_to(self, square: str) -> None:
        """Go to a square with the arrow keys, from wherever the board remembers us."""
        if self.board.focused is None:
            self.tab_to(self.board.cells)
        squares = self.board.squares
        width = len({name[0] for name in squares})
        here = squares.index(str(self.board.focused))
        there = squares.index(square)
        down, right = there // width - here // width, there % width - here % width
        for key, times in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
            for _ in range(max(0, times)):
                self.page.keyboard.press(key)

    def find(self, what: str | Locator) -> Locator:
        """A button by its English name, or what somebody has found already."""
        return what if isinstance(what, Locator) else self.screen.button(what)

    def tab_to(self, what: str | Locator, most: int = 80) -> None:
        """Press Tab until it has the focus, or one of several."""
        for _ in range(most):
            if self.is_on(what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never leads to {what}")

    def is_on(self, what: str | Locator) -> bool:
        """Whether it has the focus, or one of several."""
        return bool(self.find(what).evaluate_all("all => all.includes(document.activeElement)"))

    def press(self, what: str | Locator) -> None:
        """Click a button, or reach it with Tab and press Enter."""
        if self.keyboard:
            self.tab_to(what)
            self.page.keyboard.press("Enter")
        else:
            self.find(what).first.click()

    def enter(self, code: str) -> None:
        """Come in to a league with a code."""
        self.go(f"/join#{code}")
        self.press("Come in")
        self.page.wait_for_url("**/leagues/**")

    def resign(self) -> None:
        self.press("Resign")
        self.press("Really resign?")

    def choose(self, what: str, value: str) -> None:
        """Choose a game, an opponent or a side in the form for a new game."""
        offer = self.form.offer(what, value)
        if not self.keyboard:
            offer.check()
            return
        self.tab_to(self.form.offers(what))
        for _ in range(12):
            if offer.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys never reach {value}")

    def start(self) -> str:
        """Start the game that was chosen; gives its key."""
        self.press("Start")
        self.page.wait_for_url("**/game/*")
        found = re.search(r"/game/([^?]+)", self.page.url)
        assert found
        return found[1]

    def new_game(self, game: str, opponent: str, side: str = "red", level: int | None = None) -> str:
        """A new game by the form; gives its key."""
        self.go(f"/play?game={game}")
        self.choose("opponent", opponent)
        if level is not None:
            self.form.level.fill(str(level))
        self.choose("side", side)
        return self.start()


@contextmanager
def person(
    browser: Browser,
    address: str,
    *,
    lang: str = "en",
    size: tuple[int, int] = WIDE,
    keyboard: bool = False,
    dark: bool = False,
    touch: bool = False,
    moving: bool = False,
    offline: bool = False,
    changed: bool = False,
    allowed: str = "^$",
) -> Iterator[Person]:
    """Somebody with a browser of their own, in which things only move if asked to, and a site fetches beforehand all
    that it has only for whoever goes `offline`. `changed` says that the test changes the browser so that nobody can use
    it afterwards; `allowed` are complaints that the test provokes."""
    way = browser, lang, size, dark, touch, moving, offline
    context = _take_context(way) or _new_context(*way)
    try:
        somebody = Person(context.pages[0] if context.pages else context.new_page(), address, lang, keyboard, touch)
        yield somebody
        unexpected = [said for said in somebody.complaints if not re.search(allowed, said)]
        assert not unexpected, unexpected
        somebody.leave()
        if changed or offline:
            context.close()
        else:
            _forget(context, somebody)
            LEFT.append((way, context))
            if len(LEFT) > MAX_LEFT:
                LEFT.pop(0)[1].close()
    except BaseException:
        context.close()
        raise


LEFT: list[tuple[tuple[Any, ...], BrowserContext]] = []
"""What people before have left, the oldest first: it remembers the files that all pages share, nothing else. Their page
is left too, because a new one costs as much as opening an address twice."""
MAX_LEFT = 8
CHANGES = ("add_init_script", "on", "route", "set_viewport_size")
"""What stays on a page after it was done."""


def _take_context(way: tuple[Any, ...]) -> BrowserContext | None:
    for number, (theirs, context) in enumerate(LEFT):
        if theirs == way:
            del LEFT[number]
            return context
    return None


def _forget(context: BrowserContext, somebody: Person) -> None:
    """Forget who was there and all that they kept."""
    storage = context.new_cdp_session(somebody.page)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(somebody.address))
    if not somebody.changed:
        somebody.page.evaluate("sessionStorage.clear()")
        # Beside the page, so that nobody points at anything on the next one.
        somebody.page.mouse.move(-1, -1)
        somebody.page.goto("about:blank")
    storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    storage.detach()
    context.clear_cookies()
    context.clear_permissions()
    for page in context.pages:
        if somebody.changed or page != somebody.page:
            page.close()


def _new_context(
    browser: Browser, lang: str, size: tuple[int, int], dark: bool, touch: bool, moving: bool, offline: bool
) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=lang,
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        reduced_motion="no-preference" if moving else "reduce",
        service_workers="allow" if offline else "block",
    )
    context.set_default_timeout(1000 * PATIENCE)
    # The browser tells about everything that the policy forbids.
    context.add_init_script(
        "addEventListener('securitypolicyviolation',"
        "event => console.error('policy', event.violatedDirective, event.blockedURI))"
    )
    return context


__all__ = ["ARGUMENTS", "CHROMIUM", "NARROW", "WIDE", "Person", "expect", "person"]
