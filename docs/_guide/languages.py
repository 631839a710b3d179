"""Two languages: the way to the same page in the other one, and a note on pages that have no German."""

from fnmatch import fnmatch
from typing import Any

from sphinx.application import Sphinx

NOTE = '<p class="only-english" lang="de">Diese Seite gibt es nur auf Englisch.</p>'


def is_english_only(page: str, patterns: list[str]) -> bool:
    return any(fnmatch(page, pattern) for pattern in patterns)


def _dress(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    here = app.config.language
    other = "en" if here == "de" else "de"
    context["other_language"] = other
    context["other_language_name"] = {"de": "Deutsch", "en": "English"}[other]
    context["other_language_page"] = f"{context['content_root']}../{other}/{page}.html"
    if here == "de" and "body" in context and is_english_only(page, app.config.english_only):
        title, end, text = context["body"].partition("</h1>")
        context["body"] = f'<div lang="en">{title}{end}{NOTE}{text}</div>'


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("english_only", [], "env", list)
    app.connect("html-page-context", _dress)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
