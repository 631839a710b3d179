"""Which language a request is answered in, and the catalogue for the page's scripts."""

from functools import cache

from starlette.requests import HTTPConnection

from schwarm.games.number import parse_number
from schwarm.web.shell.static import WEB
from schwarm.words import LANGUAGES

COOKIE = "lang"
SCRIPT_WORDS = WEB / "dist" / "words.de.json"
"""Made by `make words` from what the scripts say."""


def choose_language(connection: HTTPConnection) -> str:
    """The language a visitor chose, or the first of their browser's that we speak; else English."""
    chosen = connection.query_params.get("lang") or connection.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    ranked = []
    for place, part in enumerate(connection.headers.get("accept-language", "")[:200].split(",")):
        name, _, quality = part.strip().partition(";q=")
        code = name.split("-")[0].lower()
        if code in LANGUAGES:
            ranked.append((-(parse_number(quality or "1", 0.0, 1.0) or 0.0), place, code))
    return min(ranked)[2] if ranked else "en"


@cache
def script_catalogue(lang: str) -> str:
    """What the scripts say, as JSON that may stand inside a page: English to the given language."""
    return "{}" if lang == "en" else SCRIPT_WORDS.read_text(encoding="utf-8").replace("<", "\\u003c")
