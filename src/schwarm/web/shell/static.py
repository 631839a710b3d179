"""Scripts, styles and pictures of the page, and for browsers the core with its networks. Each part keeps its own;
browsers see one flat folder of each kind.

All files are read once and packed once: an address is looked up, never opened.
"""

from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm import __version__
from schwarm.core.instance import WASM as CORE_WASM
from schwarm.core.networks import FOLDER as NETWORKS
from schwarm.engine.puzzle import FOLDER as PUZZLES
from schwarm.web.errors import NO_GAME, Refused

WEB = Path(__file__).parent.parent
KINDS = {
    "scripts/*.js": ("js/", "text/javascript"),
    "styles/*.css": ("css/", "text/css"),
    "fonts/*.woff2": ("fonts/", "font/woff2"),
}
FONT = "fonts/figtree.woff2"
"""Figtree, all weights in one file, Latin letters only; its licence lies beside it."""


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """Content and media type of every file, by its address."""
    files = {"icon.svg": ((WEB / "shell" / "icon.svg").read_bytes(), "image/svg+xml")}
    if CORE_WASM.exists():
        files["wasm/core.wasm"] = CORE_WASM.read_bytes(), "application/wasm"
        for path in sorted(NETWORKS.glob("*.net")):
            files[f"wasm/{path.name}"] = path.read_bytes(), "application/octet-stream"
    for path in sorted(PUZZLES.glob("*.jsonl")):
        files[f"puzzles/{path.name}"] = path.read_bytes(), "application/jsonl"
    for pattern, (folder, kind) in KINDS.items():
        for path in sorted(WEB.glob(f"*/{pattern}")):
            files[folder + path.name] = path.read_bytes(), kind
    return files


@cache
def version() -> str:
    """Changes whenever a script or a style does; part of their addresses, so that browsers may keep them for ever."""
    digest = sha256(__version__.encode())
    for address, (content, _) in static_files().items():
        digest.update(address.encode() + content)
    return digest.hexdigest()[:12]


@cache
def packed(address: str) -> bytes:
    """A file as it travels: a page has up to seventy of them, too many to be packed anew for everybody."""
    return compress(static_files()[address][0], 6, mtime=0)


async def static(request: Request) -> Response:
    path: str = request.path_params["path"]
    found = static_files().get(path)
    if found is None or request.path_params["version"] != version():
        raise Refused(NO_GAME())
    content, kind = found
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    # A font is packed already.
    if "gzip" in request.headers.get("accept-encoding", "") and path != FONT:
        content = packed(path)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(content, media_type=kind, headers=headers)


ROUTES = [Route("/static/{version}/{path:path}", static)]
