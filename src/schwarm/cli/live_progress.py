"""A contest at the terminal: a progress bar, an orderly stop on request, and the result."""

import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from schwarm.cli.screen import console
from schwarm.words import excerpt, say

if TYPE_CHECKING:
    from schwarm.arena.runner import Ending, Runner

MAX_SECONDS_TO_END = 1.0
"""Seconds that running games get after a request to stop: a machine that shuts down does not wait longer."""

MAX_WHY_LENGTH = 60
"""Characters before the bar of why nothing is played at the moment."""


def follow(runner: "Runner", live: Callable[["Runner"], str] | None = None) -> "Ending":
    """Run a contest and show how it goes. After Ctrl-C games that are nearly over may end; those that run on are
    forgotten, and played when the contest goes on."""
    done = threading.Event()
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            runner.run()
        except BaseException as error:
            trouble.append(error)
        finally:
            done.set()

    def interrupted(number: int, frame: object) -> None:
        runner.stop(within=MAX_SECONDS_TO_END)

    before = {number: signal.signal(number, interrupted) for number in (signal.SIGINT, signal.SIGTERM)}
    worker = threading.Thread(target=run, name="contest")
    screen = console()
    try:
        worker.start()
        _show(runner, done, screen, live)
        worker.join()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if trouble:
        raise trouble[0]
    assert runner.ending is not None
    return runner.ending


def _show(runner: "Runner", done: threading.Event, screen: Console, live: Callable[["Runner"], str] | None) -> None:
    if not screen.is_terminal:
        # A redirected output gets only the result; the bar goes to the terminal.
        screen = Console(stderr=True)
    if not screen.is_terminal:
        # Waiting in pieces lets signals through.
        while not done.wait(0.2):
            pass
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(runner.contest.title, total=runner.progress.total)
        while True:
            over = done.wait(0.25)
            seen = runner.progress
            text = live(runner) if live else ""
            if seen.stopping:
                text = say("stopping …")
            elif seen.failing:
                text = say("waiting for the next try: {why}", why=excerpt(runner.failure, MAX_WHY_LENGTH))
            bar.update(task, completed=seen.done, total=seen.total, description=text)
            if over:
                return
