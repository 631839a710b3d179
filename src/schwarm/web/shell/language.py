"""Which language a request is answered in, and the catalogue for the page's scripts."""

import json
import re
from functools import cache

from starlette.requests import HTTPConnection

from schwarm.games.number import parse_number
from schwarm.web.shell.static import scripts
from schwarm.words import LANGUAGES
from schwarm.words.language import catalogue

COOKIE = "lang"

_SAY = re.compile(r'\bsay\(\s*"((?:[^"\\]|\\.)*)"')
_SAY_MANY = re.compile(r'\bsayMany\(\s*[^"]*?,\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)


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
    words = catalogue(lang)
    found: dict[str, object] = {}
    for text in scripts():
        for said in _SAY.finditer(text):
            english = json.loads(f'"{said[1]}"')
            found[english] = words.gettext(english)
        for said in _SAY_MANY.finditer(text):
            one, many = json.loads(f'"{said[1]}"'), json.loads(f'"{said[2]}"')
            found[one] = [words.ngettext(one, many, 1), words.ngettext(one, many, 2)]
    if lang == "en":
        found = {}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
