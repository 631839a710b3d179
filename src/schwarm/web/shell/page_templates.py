"""The templates of all pages, and where their links lead: to a server's addresses, or to the files of a site."""

import json
from functools import cache
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from schwarm import __version__
from schwarm.arena.overview import games_text
from schwarm.games import Game, all_games
from schwarm.player.display_name import display_name
from schwarm.web.shell import language
from schwarm.web.shell.static import FONT, WEB, version
from schwarm.words import Sentence, in_figures, say


class Addresses(Protocol):
    """Where things are, as a page says it."""

    root: str
    """What stands before the addresses of files."""
    pages: tuple[str, ...]
    """The pages that every page links to, in this order."""

    def static(self, path: str) -> str:
        """A script, a style or a picture of the page."""

    def page(self, name: str, game: str = "", **query: str) -> str:
        """A page, perhaps the one about a game."""

    def picture(self, game: str, position: str = "") -> str:
        """The picture of a position, or of a start."""


class ServerAddresses:
    """A server answers under its root."""

    root = "/"
    pages: tuple[str, ...] = ("play", "watch", "games", "contests", "learn", "rules", "analysis")

    def static(self, path: str) -> str:
        return f"/static/{version()}/{path}"

    def page(self, name: str, game: str = "", **query: str) -> str:
        if name in ("", "guide"):
            return f"/{name}/".replace("//", "/")
        if name == "game":
            return f"/game/{quote(query['key'])}"
        if name in ("rules", "learn"):
            return f"/{name}/{game}" if game else f"/{name}"
        query = ({"game": game} if game else {}) | query
        return f"/{name}?{urlencode(query)}" if query else f"/{name}"

    def picture(self, game: str, position: str = "") -> str:
        return f"/picture/{game}.svg?position={quote(position or example_starts()[game])}&theme=auto"


ADDRESSES: Addresses = ServerAddresses()


@cache
def _templates() -> Environment:
    pages = Environment(
        loader=FileSystemLoader(sorted(WEB.glob("*/templates"))),
        autoescape=True,
        undefined=StrictUndefined,
        # They change only with the program; looking would cost a dozen calls of the system for every page.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["number"] = in_figures
    pages.filters["games"] = games_text
    pages.filters["player"] = display_name
    pages.globals |= {"say": say, "version": __version__}
    return pages


def render(name: str, facts: dict[str, Any]) -> str:
    """A template with its gaps filled, in the language spoken right now."""
    return _templates().get_template(f"{name}.html").render(facts)


def page_facts(lang: str, path: str, addresses: Addresses) -> dict[str, Any]:
    """What every page is told, whoever shows it."""
    return {
        "lang": lang,
        "words": Markup(language.script_catalogue(lang)),
        "path": path,
        "games": all_games(),
        "stamp": version(),
        "site": None,
        "root": addresses.root,
        "pages": [(name, str(PAGES[name])) for name in addresses.pages],
        "static": addresses.static,
        "font": addresses.static(FONT),
        "difference": difference,
        "to": addresses.page,
        "picture": addresses.picture,
    }


PAGES = {
    "play": Sentence("Play"),
    "watch": Sentence("Watch"),
    "games": Sentence("Games"),
    "contests": Sentence("Contests"),
    "learn": Sentence("Learn"),
    "rules": Sentence("Rules"),
    "analysis": Sentence("Analysis"),
}


def difference(known: Game) -> Sentence | None:
    """What the rules of a game say that no other game's rules say."""
    others = {sentence.one for game in all_games() if game.id != known.id for sentence in game.brief}
    return next((sentence for sentence in known.brief if sentence.one not in others), None)


@cache
def example_starts() -> dict[str, str]:
    """A start of each game, for its picture."""
    return {game.id: str(game.start(7)) for game in all_games()}


def to_script_json(facts: Any) -> Markup:
    """Facts as JSON that may stand inside a page."""
    return Markup(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))
