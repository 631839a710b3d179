"""Words that readers type into the search and that no page says: each finds the pages that answer it."""

from fnmatch import fnmatch
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

KEYWORDS = {
    "de": {
        "Regeln Spielregeln Anleitung Spielanleitung Remis": "games/*",
        "Zeitlimit Zugzeit Zeitüberschreitung Timeout Disqualifikation disqualifiziert": "protocol",
        "Zeitlimit Zugzeit Disqualifikation": "howto/class-tournament",
        "Lehrer Lehrerin Lehrkraft Schule Unterricht": "howto/class-tournament howto/league",
        "hochladen Upload einreichen": "howto/league tutorial",
        "Anfänger Einsteiger": "tutorial",
        "Datenschutz DSGVO": "security howto/league",
        "Mac Update deinstallieren Fehlermeldung": "install",
        "WLAN Handy Smartphone": "page",
        "Level Schwierigkeit Schwierigkeitsgrad": "hecht",
    },
    "en": {
        "rules instructions": "games/*",
        "timelimit timeout disqualification disqualified": "protocol howto/class-tournament",
        "teacher school lesson": "howto/class-tournament howto/league",
        "upload submit": "howto/league tutorial",
        "beginner": "tutorial",
        "privacy GDPR": "security howto/league",
        "Mac update uninstall": "install",
        "wifi phone": "page",
        "difficulty": "hecht",
    },
}


def keywords_of(page: str, language: str) -> list[str]:
    return [
        word
        for words, pages in KEYWORDS[language].items()
        for word in words.split()
        if any(fnmatch(page, pattern) for pattern in pages.split())
    ]


def _add(app: Sphinx, doctree: nodes.document, page: str) -> None:
    if found := keywords_of(page, app.config.language):
        doctree.insert(0, nodes.meta(name="keywords", content=", ".join(found)))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-resolved", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
