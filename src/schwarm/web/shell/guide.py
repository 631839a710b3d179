"""The guide, where it was built: served under /guide/ in the reader's language, under a policy of its own.

`make docs` puts it into the folder `guidebook` beside this module; a wheel brings it along. Nothing here needs Sphinx.
"""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import NOT_FOUND, Refused
from schwarm.words import LANGUAGES

FIRST = "index.html"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    # Files of the source that a page links to.
    ".py": "text/plain",
    ".toml": "text/plain",
}
# The same as for every page, but for what its theme needs: styles in attributes (widths of columns, hidden icons) and
# icons inside its style sheet. No script but its own files.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A drawing has its colours inside itself; it is shown as a picture and can do nothing else.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def files(folder: Path) -> dict[str, Path]:
    """Every file that may be asked for, by its address; none where the guide was not built in all languages.

    An address is only ever looked up here, so there is no way to any other file."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix in KINDS and path.is_file() and not path.is_symlink()
    }
    return found if all(f"{lang}/{FIRST}" in found for lang in LANGUAGES) else {}


async def guide(request: Request) -> Response:
    """A file of the guide; its front page where only the guide or a language is named."""
    known: dict[str, Path] = request.app.state.guide
    path: str = request.path_params.get("path", "")
    if known and path in ("", *LANGUAGES, *(f"{lang}/" for lang in LANGUAGES)):
        return RedirectResponse(f"/guide/{path.strip('/') or request.state.lang}/{FIRST}", 303)
    try:
        content = known[path].read_bytes()
    except (KeyError, OSError) as error:  # it may be built anew just now
        raise Refused(NOT_FOUND()) from error
    suffix = known[path].suffix
    headers = {
        "Content-Security-Policy": PICTURE_POLICY if suffix == ".svg" else POLICY,
        # It may be built anew at any time.
        "Cache-Control": "no-cache",
    }
    return Response(content, media_type=KINDS[suffix], headers=headers)


ROUTES = [Route("/guide", guide), Route("/guide/{path:path}", guide)]
