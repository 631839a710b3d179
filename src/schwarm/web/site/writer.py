"""Writes a site: pages, scripts, drawings, facts, the guide, and what lets it be installed and work without a network.

All files are made before the first is written, and only what a site wrote before is ever removed from its folder."""

import json
import re
from hashlib import sha256
from pathlib import Path

from schwarm import core, view
from schwarm.games import Game, all_games
from schwarm.store.draft import write_whole
from schwarm.view import stencil
from schwarm.web.board.position_json import stencil_json
from schwarm.web.shell import guide
from schwarm.web.shell.page_templates import example_starts
from schwarm.web.shell.static import FONT, WEB, static_files, version
from schwarm.web.site.game_facts import game_facts
from schwarm.web.site.installing import icons, manifest, service_worker
from schwarm.web.site.pages import all_pages, first_page
from schwarm.words import LANGUAGES, SchwarmError, Sentence, speaking, trouble

Files = dict[str, bytes]

LIST = "schwarm-site.json"
"""What the site consists of, for the next time it is written."""
STYLES = (
    "css/base.css",
    "css/board.css",
    "css/pages.css",
    "css/game.css",
    "css/editor.css",
    "css/learn.css",
    "css/embed.css",
)
_IMPORTED = re.compile(r"""(?:from ?|import\(?|new URL\()"\./([\w-]+\.js)\"""")
_SCRIPT = re.compile(r'src="[^"]*/js/([\w-]+\.js)"')


class CannotWriteSite(SchwarmError):
    """A folder that a site cannot be written to."""


def write_site(folder: Path, guidebook: Path | None = None) -> list[str]:
    """Write the site; gives its files. Raises `CannotWriteSite`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before, files = _written_before(folder), site_files(guidebook)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / path, content)
        for path in before - files.keys():
            (folder / path).unlink(missing_ok=True)
        for empty in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
            if not any(empty.iterdir()):
                empty.rmdir()
    except OSError as error:
        raise CannotWriteSite(CANNOT_WRITE(folder=folder, trouble=trouble(error))) from error
    return sorted(files)


def _written_before(folder: Path) -> set[str]:
    """What a site wrote into this folder; a folder with anything else but a site in it is left alone."""
    try:
        known = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        if any(folder.iterdir()):
            raise CannotWriteSite(NOT_A_SITE(folder=folder)) from None
        return set()
    except ValueError:
        raise CannotWriteSite(NOT_A_SITE(folder=folder)) from None
    # Nothing outside of the folder can be meant, whatever the list says.
    return {
        path for path in known if isinstance(path, str) and (folder / path).resolve().is_relative_to(folder.resolve())
    }


def site_files(guidebook: Path | None = None) -> Files:
    """Every file of the site, by its path."""
    games = native_games()
    guide_files = guide.files(guidebook or WEB / "guidebook")
    files: Files = {}
    for lang in LANGUAGES:
        with speaking(lang):
            pages = dict(all_pages(games, guide=bool(guide_files)))
            files |= {f"{lang}/{file}": text.encode() for file, text in pages.items()}
            files |= {f"board/{version()}/{lang}/{path}": text for path, text in _boards(games).items()}
            files[f"{lang}/manifest.webmanifest"] = manifest(lang)
    files["index.html"] = first_page().encode()
    files |= _static(files)
    for theme in ("light", "dark"):
        files[f"board/{version()}/{theme}.css"] = stencil.style(theme).encode()
    for known in games:
        picture = view.svg(known.parse(example_starts()[known.id]), theme="auto")
        files[f"picture/{version()}/{known.id}.svg"] = picture.encode()
    files |= icons()
    # What has been learned of a game is fetched with the game; that of the others can wait like puzzles and guide.
    rest = {path: files.pop(path) for path in sorted(files) if path.endswith(".net")} | _puzzles()
    rest |= {f"guide/{path}": _linked(file.read_bytes(), path) for path, file in sorted(guide_files.items())}
    files["service-worker.js"] = service_worker(_hashes(dict(sorted(files.items()))), _hashes(rest))
    files |= rest
    files[LIST] = json.dumps(sorted([*files, LIST]), indent=1).encode()
    return files


def native_games() -> list[Game]:
    """The games that the core in a browser can play."""
    core.need()
    from schwarm.core.backend import backend

    known = set(backend.games())
    return [game for game in all_games() if game.id in known]


def _boards(games: list[Game]) -> Files:
    files: Files = {}
    for known in games:
        told = {
            "usual": stencil_json(known, flipped=False),
            "turned": stencil_json(known, flipped=True),
            "facts": game_facts(known),
        }
        files |= {
            f"{known.id}/{name}.json": json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
            for name, facts in told.items()
        }
    return files


def _static(pages: Files) -> Files:
    """The scripts that the pages name and those that these import, styles, font, icon, the core and its networks."""
    found = {path for path in static_files() if path.startswith("wasm/")} | set(STYLES) | {"icon.svg", FONT}
    wanted: set[str] = set()
    for page in pages.values():
        wanted |= {f"js/{name}" for name in _SCRIPT.findall(page.decode())}
    while wanted:
        found |= wanted
        texts = (static_files()[path][0].decode() for path in wanted)
        wanted = {f"js/{name}" for text in texts for name in _IMPORTED.findall(text)} - found
    return {f"static/{version()}/{path}": static_files()[path][0] for path in found}


def _puzzles() -> Files:
    """Fetched by whoever opens the trainer; a site keeps them once a page is there."""
    found = (path for path in static_files() if path.startswith("puzzles/"))
    return {f"static/{version()}/{path}": static_files()[path][0] for path in found}


def _linked(content: bytes, path: str) -> bytes:
    """A file of the guide whose way back to the page leads to this site's."""
    if not path.endswith(".html"):
        return content
    lang, back = path.partition("/")[0], "../" * (path.count("/") + 1)
    return content.replace(
        b'<a class="to-page" href="/">', f'<a class="to-page" href="{back}{lang}/index.html">'.encode()
    )


def _hashes(files: Files) -> dict[str, str]:
    return {path: sha256(content).hexdigest()[:16] for path, content in files.items()}


CANNOT_WRITE = Sentence("The site cannot be written to {folder}: {trouble}.")
NOT_A_SITE = Sentence(
    "{folder} has other things in it, which a site must not mix with; choose a new or an empty folder."
)
