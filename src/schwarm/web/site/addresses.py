"""Where things are in a site of plain files: relative to the folder of a language, so the site may lie anywhere."""

from urllib.parse import urlencode

from schwarm.games import DEFAULT_GAME
from schwarm.web.shell.static import version

ABOUT_A_GAME = ("analysis", "game", "learn", "rules")
"""Pages that there are once for every game."""


class SiteAddresses:
    """The files of a site, seen from the pages of one language; `root` leads to the site's own folder."""

    pages: tuple[str, ...] = ("play", "games", "learn", "rules", "analysis")

    def __init__(self, lang: str, root: str = "../") -> None:
        self.lang, self.root = lang, root

    def static(self, path: str) -> str:
        return f"{self.root}static/{version()}/{path}"

    def page(self, name: str, game: str = "", **query: str) -> str:
        if name == "guide":
            return f"{self.root}guide/{self.lang}/index.html"
        if name == "analysis":
            game = game or DEFAULT_GAME
        if game and name not in ABOUT_A_GAME:
            query = {"game": game, **query}
        file = f"{name}-{game}" if game and name in ABOUT_A_GAME else name or "index"
        return f"{file}.html?{urlencode(query)}" if query else f"{file}.html"

    def picture(self, game: str, position: str = "") -> str:
        return f"{self.root}picture/{version()}/{game}.svg"
