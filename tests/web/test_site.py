"""A site of plain files is whole: what it names is there, nothing leads to a server, both languages say everything."""

import json
import re
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

import schwarm
from cli.command import schwarm as run
from schwarm.web.shell import middleware
from schwarm.web.site.game_facts import game_facts
from schwarm.web.site.installing import service_worker
from schwarm.web.site.pages import POLICY
from schwarm.web.site.writer import LIST, CannotWriteSite, Files, native_games, site_files, write_site
from schwarm.words import speaking

pytestmark = pytest.mark.core

MAX_FIRST_LOAD = 1_500_000
"""Bytes until somebody can make their first move, not packed."""
NAMED = re.compile(r"""(?:href|src)="([^"#?]+)[^"]*\"""")
IMPORTED = re.compile(r"""(?:from ?|import\(?|new URL\()"(\.[^"]+)\"""")


@pytest.fixture(scope="module")
def guidebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guidebook")
    for lang in ("de", "en"):
        (folder / lang / "games").mkdir(parents=True)
        (folder / lang / "index.html").write_text('<a class="to-page" href="/">To the page</a>')
        (folder / lang / "games" / "deep.html").write_text('<a class="to-page" href="/">To the page</a>')
    return folder


@pytest.fixture(scope="module")
def files(guidebook: Path) -> Files:
    return site_files(guidebook)


def named_by(path: str, content: bytes) -> list[str]:
    """What a page or a script names, as paths of the site."""
    found = NAMED if path.endswith(".html") else IMPORTED
    return [normpath(join(dirname(path), name)) for name in found.findall(content.decode())]


def test_everything_that_is_named_is_there(files: Files) -> None:
    named = 0
    for path, content in files.items():
        if path.endswith((".html", ".js")):
            missing = [name for name in named_by(path, content) if name not in files]
            assert not missing, (path, missing)
            named += len(named_by(path, content))
    assert named > 500
    for lang in ("de", "en"):
        manifest = json.loads(files[f"{lang}/manifest.webmanifest"])
        for icon in manifest["icons"]:
            assert normpath(f"{lang}/{icon['src']}") in files
        assert normpath(f"{lang}/{manifest['start_url']}") in files
        assert manifest["lang"] == lang


def test_nothing_leads_to_a_server(files: Files) -> None:
    for path, content in files.items():
        if path.endswith(".html"):
            text = content.decode()
            assert not re.findall(r"""(?:href|src|action)="(?:/|\w+:)[^"]*""", text), path
            assert not re.findall(r"<script(?![^>]*(src=|application/json))", text), path
            assert "style=" not in text, path
    pages = b"".join(content for path, content in files.items() if path.startswith(("de/", "en/")))
    for served in (b"/api/", b"login", b"contests", b"Greedy", b'value="link"', b'value="client"'):
        assert served not in pages


def test_the_policy_is_the_server_s(files: Files) -> None:
    site, server = (dict(part.split(" ", 1) for part in policy.split("; ")) for policy in (POLICY, middleware.POLICY))
    # A page can neither forbid to be framed nor need not allow workers by themselves; pictures are made by the page.
    assert site.pop("img-src") == server.pop("img-src") + " blob:"
    assert server.pop("frame-ancestors") == "'none'"
    assert site.pop("worker-src") == "'self'"
    assert site == server
    for path, content in files.items():
        if path.endswith(".html") and not path.startswith("guide/"):
            assert POLICY.replace("'", "&#39;") in content.decode(), path


def test_both_languages_say_everything(files: Files) -> None:
    one, two = ({path[3:] for path in files if path.startswith(lang)} for lang in ("de/", "en/"))
    assert one == two
    for known in native_games():
        told = {}
        for lang in ("de", "en"):
            with speaking(lang):
                told[lang] = game_facts(known)
        german, english = told["de"], told["en"]
        assert len(german["rules"]) == len(english["rules"]) > 5
        for part in ("rules", "reasons", "standing"):
            assert not [said for said in _sentences(german[part]) if said in _sentences(english[part])]
        assert set(german["stamps"]) == set(known.pieces)
        assert german["example"] != english["example"]


def _sentences(told: object) -> list[str]:
    if isinstance(told, dict):
        return [said for value in told.values() for said in _sentences(value)]
    if isinstance(told, list):
        return [said for value in told for said in _sentences(value)]
    return [told] if isinstance(told, str) and " " in told else []


def test_a_piece_of_every_kind_can_be_named_in_an_explanation() -> None:
    known = schwarm.game("ostseeschach-2022")
    with speaking("en"):
        kinds = game_facts(known)["kinds"]
    assert set(kinds) == set(known.pieces)
    assert kinds["r+"] == {
        "kind": "The seal",
        "steps": "it leaps two squares along a rank or file and one to the side",
    }


@pytest.mark.parametrize("game", ["piranhas-2026", "piranhas-2019", "ostseeschach-2022"])
def test_the_first_load_is_small(files: Files, game: str) -> None:
    loaded: set[str] = set()
    coming = {"index.html", "de/index.html", "de/play.html", f"de/game-{game}.html"}
    while coming:
        loaded |= coming
        named = {name for path in coming if path.endswith((".html", ".js")) for name in named_by(path, files[path])}
        coming = {name for name in named - loaded if not name.endswith((".html", ".webmanifest"))}
    loaded |= {path for path in files if path.startswith("board/") and f"/de/{game}/" in path}
    networks = {path for path in files if path.endswith(f"/wasm/{game}.net")}
    assert networks
    loaded |= networks
    assert any(path.endswith("core.wasm") for path in loaded)
    assert sum(len(files[path]) for path in loaded) < MAX_FIRST_LOAD


def test_the_service_worker_knows_every_file(files: Files) -> None:
    text = files["service-worker.js"].decode()
    found = re.search(r"const SITE = (.*);", text)
    assert found
    told = json.loads(found[1])
    known = told["files"] | told["rest"]
    assert set(known) == set(files) - {"service-worker.js", LIST}
    # The networks, the puzzles and the guide wait until a page is there; nothing else does.
    networks, puzzles = ({path for path in files if part in path} for part in (".net", "/puzzles/"))
    assert networks
    assert puzzles
    assert set(told["rest"]) == networks | puzzles | {path for path in files if path.startswith("guide/")}
    assert all(sha256(files[path]).hexdigest().startswith(hash) for path, hash in known.items())
    assert re.search(r'const VERSION = "[0-9a-f]{16}";', text)
    # Whatever changes, the script does, and browsers fetch what is new.
    other = told["files"] | {"de/index.html": "0123456789abcdef"}
    assert service_worker(told["files"], told["rest"]).decode() == text
    assert service_worker(other, told["rest"]).decode().partition("SITE")[0] != text.partition("SITE")[0]


def test_the_guide_leads_back_to_the_site(files: Files) -> None:
    assert b'href="../../de/index.html"' in files["guide/de/index.html"]
    assert b'href="../../../en/index.html"' in files["guide/en/games/deep.html"]
    assert b'href="../guide/de/index.html"' in files["de/index.html"]


def test_a_site_is_written_again_and_never_over_anything_else(tmp_path: Path, guidebook: Path) -> None:
    folder = tmp_path / "new" / "site"
    written = write_site(folder, guidebook)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == set(written)
    (folder / "own.txt").write_text("not the site's")
    names = json.loads((folder / LIST).read_text())
    (folder / LIST).write_text(json.dumps([*names, "old/gone.js", "../outside.txt"]))
    (folder / "old").mkdir()
    (folder / "old" / "gone.js").write_text("")
    (tmp_path / "new" / "outside.txt").write_text("")
    write_site(folder, guidebook)
    assert (folder / "own.txt").exists()
    assert (tmp_path / "new" / "outside.txt").exists()
    assert not (folder / "old").exists()
    with pytest.raises(CannotWriteSite, match="has other things in it"):
        write_site(tmp_path, guidebook)


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    done = run("site", str(tmp_path / "site"))
    assert done.returncode == 0, done.stderr
    assert "http.server" in done.stdout
    assert (tmp_path / "site" / "index.html").exists()
    (tmp_path / "x").write_text("")
    done = run("site", str(tmp_path / "x" / "site"))
    assert done.returncode != 0
    assert "cannot be written" in done.stderr
