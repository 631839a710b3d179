"""Publishes a contest in a process of its own with low priority, since a server also plays games.

Its standard input is one line of JSON, `PublishOrder`; its output are lines of progress, the last one with the outcome.
It ends when its standard input does.
"""

import json
import os
import shutil
import sys
import threading
import zipfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from schwarm.arena.contest import BadContest
from schwarm.arena.contest_records import key_of, load_contest
from schwarm.arena.publish import publish
from schwarm.store import open_store
from schwarm.store.draft import drafting, remove_drafts
from schwarm.words import LANGUAGES, SchwarmError, Sentence, sentence, trouble

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
        known = key_of(store, order.event)
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
