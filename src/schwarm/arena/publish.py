"""A contest as static pages, German and English, that need no server: open `index.html` from a disk or put it anywhere.

Every game is one small file with its moves, another with its final position as a picture, and a third with its course
in winning chances; the board is drawn once. A game's files never change, so publishing again writes only what is new.
A server publishes in a process of its own with low priority: its input is one line of JSON, `PublishOrder`, its output
are lines of progress, the last one with the outcome, and it ends when its input does.
"""

import itertools
import json
import os
import shutil
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schwarm import view
from schwarm.arena.contest import BadContest, Contest
from schwarm.arena.contest_records import DatabaseResults, load_contest
from schwarm.arena.fixture import Result
from schwarm.arena.overview import Overview, bars, game_file, place_of
from schwarm.arena.results import Results
from schwarm.engine import Engine, Limit, review
from schwarm.games import Game, Team
from schwarm.games.gallery import gallery
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.store.contests import load_terms
from schwarm.store.draft import drafting, remove_drafts, write_whole
from schwarm.words import LANGUAGES, SchwarmError, Sentence, excerpt, in_figures, language, sentence, speaking, trouble

if TYPE_CHECKING:
    from jinja2 import Environment

    from schwarm.store.games import Store

PAGES = Path(__file__).with_name("pages")
SHARED = ("style.css", "replay.js")
FONTS = PAGES.parent.parent / "web" / "shell" / "fonts"
"""The page's own font, with its licence; without it pages are shown in that of the system."""
Tell = Callable[[int, int], None]
"""Called with the number of games written so far, and of all."""


def publish(
    contest: Contest,
    store: "Store",
    event: str,
    folder: Path,
    *,
    graphs: bool = True,
    tell: Tell = lambda done, total: None,
) -> Path:
    """Write all pages; gives the one to open first. Raises `BadContest` where nothing can be written.

    `graphs` are the courses of games as Hecht sees them, which takes longest; pages are complete without them."""
    database = DatabaseResults(store, event)
    results = database.results()
    try:
        for name in ("games", "fonts", *LANGUAGES):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name in SHARED:
            _write(folder / name, (PAGES / name).read_text(encoding="utf-8"))
        for font in FONTS.glob("*.*"):
            write_whole(folder / "fonts" / font.name, font.read_bytes())
        facts = Overview(contest, results)
        _write_games(results, facts, database, folder / "games", tell)
        for tongue in LANGUAGES:
            with speaking(tongue):
                _write_language(contest, results, folder / tongue)
        _write(folder / "index.html", (PAGES / "choose.html").read_text(encoding="utf-8"))
        if graphs:
            _write_chances(results, facts, database, folder / "games", tell)
    except OSError as error:
        raise BadContest(NOT_WRITTEN(path=excerpt(str(folder), 200), error=trouble(error))) from error
    return folder / "index.html"


def _write_language(contest: Contest, results: Results, folder: Path) -> None:
    pages = _environment()
    facts = Overview(contest, results)
    shared: dict[str, Any] = {
        "language": language(),
        "other": next(other for other in LANGUAGES if other != language()),
        "words": {name: str(sentence) for name, sentence in WORDS.items()},
        "facts": facts,
        "contest": contest,
        "bars": bars(facts.ratings),
        "colours": contest.conditions.game.side_colours(),
    }
    _write(folder / "board.js", _board(contest.conditions.game))
    for page in ("index.html", "ratings.html", "positions.html", "game.html"):
        _write(folder / page, pages.get_template(page).render(**shared, page=page))
    for stage in facts.stages:
        _write(folder / stage.file, pages.get_template("stage.html").render(**shared, stage=stage, page=stage.file))
    if facts.bracket:
        _write(folder / "final-eight.html", pages.get_template("finals.html").render(**shared, page="final-eight.html"))


def _environment() -> "Environment":
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError as error:
        raise BadContest(NEEDS_JINJA()) from error
    pages = Environment(loader=FileSystemLoader(PAGES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    pages.filters["number"] = in_figures
    return pages


def _board(game: Game) -> str:
    """The empty board, and every square with every piece, as the script of the replay page wants them."""
    drawing = view.drawing(game)
    board = {
        "svg": drawing.empty(game.start(1), theme="auto"),
        "scope": f"sw-{drawing.name}-auto",
        "squares": drawing.squares(gallery(game), theme="auto"),
    }
    return f"schwarmBoard({json.dumps(board, ensure_ascii=False)});\n"


def _write_games(results: Results, facts: Overview, database: DatabaseResults, folder: Path, tell: Tell) -> None:
    drawn = {link.file for link in facts.pictures}
    for number, (key, result) in enumerate(results.items(), start=1):
        file = game_file(result)
        path, picture = folder / f"{file}.js", folder / f"{file}.svg"
        if not path.exists() or (file in drawn and not picture.exists()):
            kept = database.store.get(database.key(key))
            if kept is not None:
                _write(path, f"schwarmGame({json.dumps(_replay(kept.record, result), ensure_ascii=False)});\n")
                if file in drawn:
                    _write(picture, view.svg(kept.record.final, theme="auto"))
        tell(number, 2 * len(results))


def _write_chances(results: Results, facts: Overview, database: DatabaseResults, folder: Path, tell: Tell) -> None:
    """The games that decided most come first: there may not be time for all."""
    first = [link.key for link in facts.pictures]
    keys = [*first, *(results.keys() - set(first))]
    known = {database.key(key): game_file(results[key]) for key in keys}
    files = {key: file for key, file in known.items() if not (folder / f"{file}.chances.js").exists()}
    numbers = itertools.count(2 * len(results) - len(files) + 1)

    def write(key: str, chances: list[float]) -> None:
        _write(folder / f"{files[key]}.chances.js", f"schwarmChances({json.dumps(chances)});\n")
        tell(next(numbers), 2 * len(results))

    find_chances(database.store, files, write)


def _replay(record: Record, result: Result) -> Mapping[str, Any]:
    """A game for the replay page: where every piece stands at the start, and what each move changes."""
    states = list(record.states())
    before = states[0].letters()
    frames = []
    for played, state in zip(record.moves, states[1:], strict=True):
        after = state.letters()
        changed = {square: after.get(square, "") for square in before.keys() | after.keys()}
        frames.append(
            {
                "move": [played.move.start, played.move.to],
                "seconds": played.seconds,
                "changes": {square: letter for square, letter in changed.items() if before.get(square, "") != letter},
                "standing": _in_both(lambda state=state: " · ".join(map(str, state.standing()))),
            }
        )
        before = after
    outcome = record.outcome
    return {
        "place": _in_both(lambda: place_of(result.key)),
        "players": list(record.players),
        "winner": outcome.winner.index if outcome and outcome.winner else None,
        "start": states[0].letters(),
        "first": states[0].to_move is Team.TWO,
        "standing": _in_both(lambda: " · ".join(map(str, states[0].standing()))),
        "frames": frames,
        "result": _in_both(lambda: str(outcome.sentence(*record.players)) if outcome else ""),
        "points": list(outcome.points) if outcome else [0, 0],
        "why": result.why._asdict(),
        "record": str(record),
    }


def _in_both(said: Any) -> dict[str, str]:
    texts = {}
    for tongue in LANGUAGES:
        with speaking(tongue):
            texts[tongue] = said()
    return texts


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode())


NOT_WRITTEN = Sentence("The pages cannot be written to {path}: {error}.")
NEEDS_JINJA = Sentence("Pages need the package jinja2; install it with: pip install 'schwarm[arena]'")
WORDS = {
    "overview": Sentence("Overview"),
    "ratings": Sentence("Ratings"),
    "final_eight": Sentence("Final Eight"),
    "champion": Sentence("Champion"),
    "played": Sentence("games played"),
    "of": Sentence("of at least"),
    "team": Sentence("team"),
    "teams": Sentence("teams"),
    "games": Sentence("games"),
    "won": Sentence("won"),
    "drawn": Sentence("drawn"),
    "lost": Sentence("lost"),
    "points": Sentence("points"),
    "against": Sentence("against"),
    "no_game": Sentence("not played yet"),
    "wins": Sentence("games won"),
    "score": Sentence("score"),
    "replay": Sentence("Replay"),
    "first": Sentence("To the start"),
    "back": Sentence("One move back"),
    "play": Sentence("Play or pause"),
    "next": Sentence("One move forward"),
    "last": Sentence("To the end"),
    "start": Sentence("Start"),
    "move": Sentence("move"),
    "no_replay": Sentence("This game cannot be found; choose one from a table."),
    "record": Sentence("Save the game as text"),
    "violations": Sentence("Games lost off the board"),
    "win_points": Sentence("A win is worth 2 points, a draw 1. The last column breaks ties."),
    "why": Sentence("Why"),
    "made": Sentence("Made with Schwarm"),
    "other_language": Sentence("Deutsch"),
    "running": Sentence("It is still being played; these are the tables so far."),
    "positions": Sentence("Final positions"),
    "positions_text": Sentence("How the games ended, the most important ones first; choose one to replay it."),
    "crosstable": Sentence("Crosstable"),
    "cross_text": Sentence("points from games against"),
    "course": Sentence("Course of the game"),
    "course_text": Sentence("winning chance move by move, as Schwarm's engine sees it at a glance. Click to go there."),
    "hint": Sentence("The arrow keys step through the game; the space bar plays it."),
}
GLANCE = Limit(nodes=500)
"""For every position: a few hundredths of a second for a whole game."""
MAX_SECONDS = 1_800.0
"""For all games of a contest; the rest comes when it is published again."""


def find_chances(
    store: "Store",
    keys: Iterable[str],
    found: Callable[[str, list[float]], None],
    *,
    seconds: float = MAX_SECONDS,
) -> None:
    """Tell the chances of Red, from 0 to 1, at the start and after every move of these games of a contest, by their
    keys in the store."""
    engine: Engine | None = None
    deadline = time.monotonic() + seconds
    for key in keys:
        kept = store.chances(key)
        if kept is None:
            game = store.get(key) if time.monotonic() < deadline else None
            if game is None:
                continue
            engine = engine or Engine(game.record.start.game)
            if engine.slow:
                # In Python a game would take a minute.
                return
            kept = _look_through(game.record, engine)
            store.keep_chances(key, kept)
        found(key, kept)


def _look_through(record: Record, engine: Engine) -> list[float]:
    return [round(chance, 3) for chance in review(record, GLANCE, engine=engine).chances]


NICE = 15
MAX_BYTES = 1_000_000_000
"""Of all pages of a contest together."""
MIN_FREE_BYTES = 1_000_000_000
"""Free space to leave on the disk for other programs."""


@dataclass(frozen=True, slots=True)
class PublishOrder:
    """Which contest is published, and where to."""

    store: str
    """A folder or the URL of a database."""
    event: str
    folder: str

    @property
    def zip(self) -> Path:
        return Path(f"{self.folder}.zip")

    def text(self) -> str:
        return json.dumps(asdict(self)) + "\n"


def main() -> None:
    with suppress(OSError):
        os.nice(NICE)
    order = PublishOrder(**json.loads(sys.stdin.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    try:
        carry_out(order)
    except SchwarmError as error:
        _say({"error": {lang: sentence(error.message, lang) for lang in LANGUAGES}})
    else:
        _say({"ready": True})


def carry_out(order: PublishOrder) -> None:
    """Write the pages, and all of them as one zip."""
    folder = Path(order.folder)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Contests are published one at a time, so drafts are leftovers.
    remove_drafts(folder.parent)
    if shutil.disk_usage(folder.parent).free < MIN_FREE_BYTES:
        raise BadContest(DISK_FULL())
    store = open_store(order.store)
    try:
        known = load_terms(store, order.event)
        if known is None:
            raise BadContest(GONE())
        contest = load_contest(order.event, known)
        publish(contest, store, order.event, folder, tell=lambda done, total: _say({"done": done, "total": total}))
    finally:
        store.close()
    pack_pages(folder, order.zip)


def pack_pages(folder: Path, target: Path) -> None:
    """All pages in one zip, in a folder of their own; raises `BadContest` where they are too many."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if sum(path.stat().st_size for path in files) > MAX_BYTES:
        raise BadContest(TOO_LARGE(most=MAX_BYTES // 1_000_000))
    try:
        with drafting(target) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                archive.write(path, Path(folder.name) / path.relative_to(folder))
    except OSError as error:
        raise BadContest(NO_ZIP(error=trouble(error))) from error


def _say(told: object) -> None:
    print(json.dumps(told), flush=True)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


DISK_FULL = Sentence("The server's disk is nearly full, so nothing can be published; make room first.")
GONE = Sentence("This contest is no longer there.")
TOO_LARGE = Sentence("The pages are larger than {most} MB, too much for one zip; they lie in the server's data folder.")
NO_ZIP = Sentence("The zip cannot be written: {error}.")


if __name__ == "__main__":
    main()
