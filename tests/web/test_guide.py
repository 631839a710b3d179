"""The guide at the page: offered where it was built, in the reader's language, and no way from it to any other file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.arena import Visitor
from web.guided import Guided

pytestmark = pytest.mark.slow

FRONT = '<a href="/guide/">'


@pytest.fixture(scope="module")
def guidebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small one, with a secret beside it and things inside that are no part of it."""
    folder = tmp_path_factory.mktemp("around") / "guidebook"
    for lang, words in (("en", "The guide"), ("de", "Das Handbuch")):
        (folder / lang / "games").mkdir(parents=True)
        (folder / lang / "index.html").write_text(f"<h1>{words}</h1>")
        (folder / lang / "games" / "chess.html").write_text("<p>no</p>")
    (folder / "en" / "style.css").write_text("p { color: red }")
    (folder / "en" / "board.svg").write_text("<svg><style>path { fill: red }</style></svg>")
    (folder / "en" / "notes.txt").write_text("not for readers")
    (folder.parent / "secret.html").write_text("secret")
    (folder / "en" / "link.html").symlink_to(folder.parent / "secret.html")
    return folder


@pytest.fixture(scope="module")
def page(guidebook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guided]:
    with Guided(guidebook, tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize(("lang", "words"), [("en", "The guide"), ("de", "Das Handbuch"), ("fr", "The guide")])
def test_the_reader_is_led_to_his_language(page: Guided, lang: str, words: str) -> None:
    visitor = Visitor(page.port, lang)
    for address in ("/guide", "/guide/"):
        led = visitor.ask(address)
        assert led.status == 303
        assert words in visitor.ask(led.headers["location"]).text


def test_a_chosen_language_stays_chosen(page: Guided) -> None:
    visitor = Visitor(page.port, "de")
    assert visitor.ask("/guide/en/").headers["location"] == "/guide/en/index.html"
    assert "The guide" in visitor.ask("/guide/en/index.html").text
    visitor.ask("/?lang=en")
    assert visitor.ask("/guide/").headers["location"] == "/guide/en/index.html"


def test_every_page_offers_it(page: Guided) -> None:
    for address in ("/", "/rules", "/nowhere"):
        assert FRONT in Visitor(page.port).ask(address).text
    assert ">Handbuch</a>" in Visitor(page.port, "de").ask("/").text


@pytest.mark.parametrize("left_out", ["en", "de", "all"])
def test_without_it_nothing_is_offered(left_out: str, tmp_path: Path) -> None:
    for lang in {"en", "de"} - {left_out}:
        (tmp_path / lang).mkdir()
        if left_out != "all":
            (tmp_path / lang / "index.html").write_text("half a guide")
    with Guided(tmp_path, tmp_path / "data") as page:
        visitor = Visitor(page.port)
        assert "/guide" not in visitor.ask("/").text
        for address in ("/guide", "/guide/", "/guide/en/", "/guide/en/index.html"):
            answer = visitor.ask(address)
            assert answer.status == 404
            assert "half a guide" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "../secret.html",
        "%2e%2e/secret.html",
        "en/../../secret.html",
        "en/..%2f..%2fsecret.html",
        "en/%2e%2e/%2e%2e/secret.html",
        "en\\..\\..\\secret.html",
        "en/link.html",
        "en/notes.txt",
        "en/games",
        "en/games/",
        "/etc/passwd",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "en/index.html%00.css",
        "en/index.html/",
        "EN/index.html",
        "x" * 5000,
    ],
)
def test_only_its_own_files_are_shown(page: Guided, path: str) -> None:
    answer = Visitor(page.port).ask(f"/guide/{path}")
    assert answer.status == 404
    assert "secret" not in answer.text.replace("secret.html", "")
    assert "root:" not in answer.text


def test_its_policy_is_as_narrow_as_its_theme_allows(page: Guided) -> None:
    visitor = Visitor(page.port)
    answer = visitor.ask("/guide/en/index.html")
    rules = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert [name for name, value in rules.items() if "unsafe" in value] == ["style-src-attr"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    picture = visitor.ask("/guide/en/board.svg")
    assert picture.headers["content-security-policy"].startswith("default-src 'none'; style-src 'unsafe-inline'; ")
    assert "script-src" not in picture.headers["content-security-policy"]
    # The page's own policy is none the weaker: no script is ever made from text, only the core's WebAssembly compiled.
    assert "'unsafe" not in visitor.ask("/").headers["content-security-policy"]


def test_a_file_that_is_gone_is_a_page_that_is_not_there(page: Guided, guidebook: Path) -> None:
    gone = guidebook / "de" / "games" / "chess.html"
    text = gone.read_text()
    gone.unlink()
    try:
        assert Visitor(page.port).ask("/guide/de/games/chess.html").status == 404
    finally:
        gone.write_text(text)
