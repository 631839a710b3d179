"""What the theme leaves to be wished, mended in the finished pages: its English in the German guide, and a few things
without which a keyboard or a screen reader does not get everywhere."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

GERMAN = {
    "Toggle site navigation sidebar": "Seitenübersicht ein- und ausblenden",
    "Toggle table of contents sidebar": "Inhalt dieser Seite ein- und ausblenden",
    "Toggle Light / Dark / Auto color theme": "Farben: hell, dunkel oder wie im System",
    "Toggle navigation of ": "Auf- und zuklappen: ",
    "All pages": "Alle Seiten",
    "This page": "Diese Seite",
}
# What scrolls can be reached with the keyboard; headings have a level; the two sides of a page have names.
MENDED: dict[str, str | Callable[[re.Match[str]], str]] = {
    r"<pre>": '<pre tabindex="0">',
    r'<div class="table-wrapper([^"]*)">': r'<div class="table-wrapper\1" tabindex="0">',
    r'class="caption" role="heading"': 'class="caption" role="heading" aria-level="2"',
    r'<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    r'<aside class="toc-drawer([^"]*)">': r'<aside class="toc-drawer\1" aria-label="This page">',
    # The sides come and go by buttons, which keys can press; see _static/drawers.js.
    r'<label class="(nav|toc)(-overlay-icon[^"]*)" for="(\w+)">([^\0]*?)</label>': lambda found: (
        f'<button type="button" class="{found[1]}{found[2]}" data-drawer="{found[3]}" aria-expanded="false"'
        f' aria-label="{"All pages" if found[1] == "nav" else "This page"}">{found[4]}</button>'
    ),
    # A column without a title has no header; the parameters of a function are a list, not definitions.
    r'<th class="head"><p></p></th>': '<td class="head"></td>',
    r'<dl>\n(?=<dd><em class="sig-param">)([^\0]*?)</dl>': r'<ul class="parameters">\n\1</ul>',
    r'<dd>(<em class="sig-param">.*)</dd>': r"<li>\1</li>",
    r'<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
}
GERMAN_WORDS = {
    "<h1>Search</h1>": "<h1>Suche</h1>",
    "Please activate JavaScript to enable the search functionality.": "Die Suche braucht JavaScript; schalte es ein.",
}
# What the search says: Sphinx has no German for a count, asks for categories that there are not, and says "Sie".
SEARCHED = {
    "Search finished, found one page matching the search query.": ("One page found.", "Eine Seite gefunden."),
    "Search finished, found ${resultCount} pages matching the search query.": (
        "${resultCount} pages found.",
        "${resultCount} Seiten gefunden.",
    ),
    "Your search did not match any documents. Please make sure that all words are spelled correctly"
    " and that you've selected enough categories.": (
        "Nothing found. Try another word, or fewer of them.",
        "Nichts gefunden. Versuch ein anderes Wort, oder weniger Wörter.",
    ),
}

# Sphinx makes a function from a text, which a strict policy forbids. In both languages one is one and all else many.
MADE_FROM_TEXT = re.compile(r"new Function\(\s*\"n\",\s*`return \(\$\{catalog\.plural_expr\}\)`,?\s*\)")


def mended(text: str, language: str) -> str:
    """A page as it should be."""
    for found, better in MENDED.items():
        text = re.sub(found, better, text)
    for english, german in GERMAN.items() if language == "de" else ():
        text = text.replace(f'aria-label="{english}', f'aria-label="{german}')
    for english, german in GERMAN_WORDS.items() if language == "de" else ():
        text = text.replace(english, german)
    return text


def _mend(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        for page in Path(app.outdir).rglob("*.html"):
            page.write_text(mended(page.read_text(encoding="utf-8"), app.config.language), encoding="utf-8")
        scripts = Path(app.outdir) / "_static"
        text, times = MADE_FROM_TEXT.subn("(n) => (n === 1 ? 0 : 1)", (scripts / "doctools.js").read_text("utf-8"))
        if times != 1:
            raise ExtensionError("doctools.js looks different than before; see what it needs under a strict policy")
        (scripts / "doctools.js").write_text(text, encoding="utf-8")
        text = (scripts / "searchtools.js").read_text(encoding="utf-8")
        for said, (english, german) in SEARCHED.items():
            if text.count(said) != 1:
                raise ExtensionError("searchtools.js looks different than before; see what it says about the search")
            # What no catalogue has is said as it is.
            text = text.replace(said, german if app.config.language == "de" else english)
        (scripts / "searchtools.js").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", _mend)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
