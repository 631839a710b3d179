"""The language that is spoken, and the catalogue of each.

The language belongs to the context (a web request can speak German while another speaks English);
by default the user's locale decides.
"""

import gettext
import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de")
LOCALE = Path(__file__).parent / "locale"
DOMAIN = "schwarm"

_chosen: ContextVar[str | None] = ContextVar("language", default=None)


def detect() -> str:
    """The language of the user's environment: `SCHWARM_LANG`, the locale variables, the system; else English."""
    for variable in ("SCHWARM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return _known_language(value)
    return _known_language(locale.getlocale()[0] or "")


def _known_language(name: str) -> str:
    """`de_AT.UTF-8` and Windows' `German_Germany` mean German; what we do not speak becomes English."""
    return "de" if name.lower().startswith(("de", "german")) else "en"


def language() -> str:
    """The language spoken right now."""
    return _chosen.get() or detect()


def use(lang: str) -> None:
    """Speak `lang` from here on, in this context."""
    _chosen.set(_check_language(lang))


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Speak `lang` inside the block."""
    token = _chosen.set(_check_language(lang))
    try:
        yield
    finally:
        _chosen.reset(token)


def _check_language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"Schwarm speaks {' and '.join(LANGUAGES)}, not {lang!r}.")
    return lang


_brought: list[tuple[Path, str]] = []


def add_catalogue(folder: Path, domain: str) -> None:
    """Add the words of another package, such as a game of its own: a gettext folder with `de/LC_MESSAGES/DOMAIN.mo`."""
    _brought.append((folder, domain))
    catalogue.cache_clear()


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """The sentences of one language. English is the language the sentences are written in."""
    own = gettext.translation(DOMAIN, LOCALE, languages=[lang], fallback=lang == "en")
    for folder, domain in _brought:
        own.add_fallback(gettext.translation(domain, folder, languages=[lang], fallback=True))
    return own
