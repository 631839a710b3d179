"""What came out of a ladder, in the terminal: where the bot stands, each rung, and its worst defeats with links."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.arena.contest_records import DatabaseResults, address
from schwarm.arena.export import as_json
from schwarm.arena.fixture import Result
from schwarm.arena.ladder import Summit
from schwarm.arena.runner import Ending
from schwarm.cli.files import CANNOT_WRITE, CannotWrite, trouble, write_file
from schwarm.cli.match_output import plain_table, tell_remedy
from schwarm.cli.screen import show_table, tell
from schwarm.cli.serve import LOCAL
from schwarm.store.location import data_folder
from schwarm.web.page_port import PAGE_PORT, page_of
from schwarm.words import SchwarmError, say
from schwarm.workshop.ladder import LadderReport, elo

if TYPE_CHECKING:
    from schwarm.store.games import Store

FOLDER = "defeats"


@dataclass(frozen=True)
class DefeatReport:
    """A climb and where its games are kept."""

    climb: LadderReport
    store: "Store"
    event: str
    data: str | None

    def tell(self, ending: Ending) -> None:
        """Everything that is known, however the ladder ended."""
        for number, message in enumerate(self.climb.describe()):
            tell(message, style=None if number else "bold")
        summit = self.climb.ladder.summit(self.climb.results)
        if self.climb.steps:
            self._tell_steps()
            self._tell_defeats()
        if summit is Summit.BROKEN:
            tell_remedy(self.climb.ladder.bots[self.climb.ladder.climber])
        if ending is Ending.STOPPED and summit is None:
            tell(say("Stopped; run the same command again to continue."), style="yellow")
        elif ending is Ending.STUCK:
            tell(say("Some games kept failing through no fault of the players."), style="red")

    def _tell_steps(self) -> None:
        table = plain_table(say("partner"), "Elo", say("games"), say("won"), say("drawn"), say("lost"))
        for step in self.climb.steps:
            table.add_row(
                step.rung.bot, elo(step.rung.elo), *map(str, (step.games, step.wins, step.draws, step.losses))
            )
        tell()
        show_table(table)

    def _tell_defeats(self) -> None:
        defeats = self.climb.defeats
        tell()
        if not defeats:
            tell(say("It lost no game."))
        else:
            tell(say("Its worst defeats"), style="bold")
        files = self._write_pages(defeats)
        running = page_of(self.store)
        page = running or f"http://{LOCAL}:{PAGE_PORT}/"
        said: set[str] = set()
        for number, result in enumerate(defeats, 1):
            told = str(result.outcome.sentence(result.red, result.blue))
            # A bot that is broken breaks in every game, and mostly in the same way: once is enough.
            why = "" if str(result.why) in said else str(result.why)
            said.add(why)
            tell(f"{number}. {result.red} – {result.blue}: {told} {why}".rstrip())
            tell(f"   {page}game/{address(self._key(result))}", whole=True)
            if (file := files.get(result.key)) and not result.outcome.reason.violation:
                tell(f"   schwarm analyse {shlex.quote(str(file))}", whole=True)
        tell()
        tell(say("All games: {address}", address=f"{page}contests/{address(self.event)}"), whole=True)
        if not running:
            # Without the port it would take another where this one is taken, and the links would lead elsewhere.
            serve = f"schwarm serve --page-port {PAGE_PORT}" + (
                f" --data {shlex.quote(self.data)}" if self.data else ""
            )
            tell(say("The links work while the page is running; start it with: {command}", command=serve), whole=True)

    def export(self, path: Path) -> None:
        facts = self.climb.facts() | {"contest": self.event}
        facts["defeats"] = [self._key(result) for result in self.climb.defeats]
        write_file(path, as_json(self.climb.results.values(), facts, self.climb.ladder.conditions.game))

    def _key(self, result: Result) -> str:
        return DatabaseResults(self.store, self.event).key(result.key)

    def _write_pages(self, defeats: list[Result]) -> dict[str, Path]:
        """The defeats as files, for `schwarm analyse`. Those of a bot's next ladder take their place."""
        own = self.data and "://" not in self.data
        folder = (Path(self.data).expanduser() if self.data and own else data_folder()).resolve() / FOLDER
        bot = re.sub(r"[^\w.-]+", "-", self.climb.ladder.climber)
        found: dict[str, Path] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number, result in enumerate(defeats, 1):
                kept = self.store.get(self._key(result))
                if kept is not None and kept.record.moves:
                    path = folder / f"{bot}-{number}.txt"
                    write_file(path, str(kept.record).encode())
                    found[result.key] = path
        except OSError as error:
            tell(CannotWrite(CANNOT_WRITE(path=folder, trouble=trouble(error))), style="yellow")
        except SchwarmError as error:
            tell(error, style="yellow")
        return found
