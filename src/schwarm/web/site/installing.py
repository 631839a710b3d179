"""What lets a site be installed like a program and work without a network: manifest, icons, service worker."""

import json
from hashlib import sha256
from pathlib import Path

from schwarm import view
from schwarm.web.shell.static import static_files
from schwarm.words import say

SIZES = (192, 512)
WORKER = Path(__file__).with_name("service-worker.js")


def manifest(lang: str) -> bytes:
    """How the site is called and looks where it is installed, in the language spoken right now."""
    told = {
        "name": "Schwarm",
        "short_name": "Schwarm",
        "description": say(
            "Piranhas 2026, Piranhas 2019 and Ostseeschach 2022: the board games of the Software-Challenge."
        ),
        "lang": lang,
        # Both languages are one program.
        "id": "../",
        "scope": "../",
        "start_url": "index.html",
        "display": "standalone",
        "background_color": "#0d5c63",
        "theme_color": "#0d5c63",
        "icons": [
            {"src": f"../icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size in SIZES
            for purpose in ("any", "maskable")
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def icons() -> dict[str, bytes]:
    """The icon as pictures. Phones cut it into shapes of their own, so it fills its square."""
    drawing = static_files()["icon.svg"][0].decode().replace(' rx="10"', "")
    return {f"icon-{size}.png": view.png(drawing, width=size) for size in SIZES}


def service_worker(files: dict[str, str], rest: dict[str, str]) -> bytes:
    """The script that keeps the files, with the hash of each; `rest` comes once the others are there."""
    told = json.dumps({"files": files, "rest": rest}, separators=(",", ":"))
    stamp = sha256(told.encode()).hexdigest()[:16]
    text = WORKER.read_text(encoding="utf-8")
    written = text.replace('const VERSION = "";', f'const VERSION = "{stamp}";')
    return written.replace("const SITE = { files: {}, rest: {} };", f"const SITE = {told};").encode()
