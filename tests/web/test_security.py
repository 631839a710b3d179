"""What strangers try: forged requests, missing tokens, wrong hosts, floods, and text that would like to be a script."""

import contextlib
import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE, until
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

ME = {"kind": "person"}
GREEDY = {"kind": "player", "player": "greedy"}
HUNGRY = {"kind": "player", "player": "hecht:threads=64"}
EVIL = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with Arena(tmp_path_factory.mktemp("public"), "--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1") as running:
        running.token = running.line("token=").partition("token=")[2]
        yield running


# -- who may do what ---------------------------------------------------------------------------------------------


def test_the_policy_lets_no_inline_script_in(visitor: Visitor) -> None:
    answer = visitor.ask("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    # Only the core's WebAssembly may be compiled ('wasm-unsafe-eval'); no script is ever made from text.
    assert "'unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert not re.findall(r"<script(?![^>]*(src=|application/json))", answer.text)
    assert not re.findall(r"""\son\w+\s*=\s*["']""", answer.text)
    assert "style=" not in answer.text


def test_an_embedded_game_knows_nobody_and_does_nothing(visitor: Visitor) -> None:
    key = visitor.new_game({"kind": "person"}, {"kind": "link"})
    answer = visitor.ask(f"/embed/{key}")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in visitor.ask(f"/game/{key}").headers["content-security-policy"]
    assert "set-cookie" not in Visitor(visitor.port).ask(f"/embed/{key}").headers
    invite = visitor.facts(key)["you"]["invite"]
    assert invite
    assert invite.rpartition(".")[2] not in answer.text
    assert "data-act" not in answer.text
    for path in ("/embed/nothing", "/embed/", "/embed/%2e%2e/game"):
        refused = visitor.ask(path)
        assert refused.status == 404
        assert "frame-ancestors 'none'" in refused.headers["content-security-policy"]


def test_no_page_names_another_host(visitor: Visitor, root: Path) -> None:
    for path in ("/", "/play", "/games", "/rules/piranhas-2026", "/analysis"):
        foreign = re.findall(r"""(?:src|href|action)=["'](?:https?:)?//[^"']+""", visitor.ask(path).text)
        assert not foreign
    for file in (root / "src/schwarm/web").glob("*/s*/*"):
        if file.suffix in (".js", ".css"):
            # Names of XML's languages, not addresses.
            text = re.sub("http://www.w3.org/(1999/xhtml|2000/svg|1998/Math/MathML)", "", file.read_text())
            assert "://" not in text, file


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Schwarm": ""},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
    ],
)
def test_other_pages_cannot_send_requests(visitor: Visitor, headers: dict[str, str]) -> None:
    visitor.ask("/")
    wish = {"game": "piranhas-2026", "red": ME, "blue": GREEDY}
    answer = visitor.ask("/api/v1/games", wish, headers=headers)
    assert answer.status == 403
    assert answer.error == "This request came from another page and was refused; use the buttons on this one."


def test_other_names_are_not_answered(arena: Arena, visitor: Visitor) -> None:
    for host in ("evil.example", f"evil.example:{arena.page_port}", "127.0.0.1.evil.example"):
        answer = visitor.ask("/", headers={"Host": host})
        assert answer.status == 421
        assert "does not answer to that name" in answer.text
    assert visitor.ask("/", headers={"Host": "localhost:1"}).status == 200


def test_a_public_page_needs_the_token_for_programs_and_administration(public: Arena) -> None:
    visitor = Visitor(public.page_port)
    key = visitor.new_game(ME, GREEDY)
    for wish in ({"kind": "player", "player": "/bin/ls"}, {"kind": "player", "player": "mybot.py:Bot"}):
        refused = visitor.ask("/api/v1/games", {"game": "piranhas-2026", "red": ME, "blue": wish})
        assert refused.status == 403
        assert refused.json["error"] == {
            "code": "needs_token",
            "sentence": "This needs the page's token, from the server's output or SCHWARM_PAGE_TOKEN.",
        }
    for order in ("pause", "go", "step", "cancel"):
        assert visitor.ask(f"/api/v1/games/{key}/{order}", {}).status == 403
    assert visitor.ask("/api/v1/ask-bot", {"player": "/bin/ls", "game": "piranhas-2026", "position": ""}).status == 403
    assert visitor.ask("/api/v1/login", {"token": "guess"}).error.startswith("That is not the page's token")
    assert "schwarm-admin" not in visitor.cookies
    visitor.cookies["schwarm-admin"] = "guess"
    assert visitor.ask(f"/api/v1/games/{key}/cancel", {}).status == 403
    assert visitor.ask("/api/v1/login", {"token": public.token}).status == 200
    answer = visitor.ask("/login?token=" + public.token)
    assert "SameSite=Strict" in answer.headers["set-cookie"]
    assert visitor.ask(f"/api/v1/games/{key}/cancel", {}).status == 200


def test_the_token_has_one_word_and_the_password_is_another_server_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for chosen in (None, "chosen-by-the-organiser"):
        if chosen:
            monkeypatch.setenv("SCHWARM_PAGE_TOKEN", chosen)
        with Arena(tmp_path, "--public", "--host", "127.0.0.1", lang="de") as running:
            line = running.line("Verwaltung der Seite")
            if chosen:
                # What somebody keeps secret is not printed; who reads the line knows where to look.
                assert line.startswith("Verwaltung der Seite, mit dem Token aus SCHWARM_PAGE_TOKEN: http")
                assert "?" not in line
            else:
                assert line.startswith("Verwaltung der Seite, mit ihrem Token: http")
            guest = Visitor(running.page_port, lang="de")
            page = guest.ask("/login").text
            assert '<label for="token">Token</label>' in page
            assert ">Anmelden</button>" in page
            refused = guest.ask("/api/v1/login", {"token": "guess"}).error
            for text in (page, refused):
                assert "SCHWARM_PAGE_TOKEN" in text
                assert "Kennwort" not in text
                assert "Passwort" not in text
            if chosen:
                assert guest.ask("/api/v1/login", {"token": chosen}).status == 200


def test_nobody_starts_programs_by_playing_again(public: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n"
        "class Bot(Player):\n"
        "    def choose(self, state, clock):\n"
        "        return state.legal_moves()[0]\n"
    )
    admin, stranger = Visitor(public.page_port), Visitor(public.page_port)
    admin.ask("/login?token=" + public.token)
    late = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 58 -"
    key = admin.new_game({"kind": "player", "player": f"{bot}:Bot"}, GREEDY, start={"position": late})
    until(lambda: not admin.facts(key)["live"])
    stranger.ask("/")
    assert stranger.ask(f"/api/v1/games/{key}/rematch", {}).status == 403
    assert admin.ask(f"/api/v1/games/{key}/rematch", {}).status == 200
    assert stranger.ask("/api/v1/games", {"game": "piranhas-2026", "red": ME, "blue": HUNGRY}).status == 403


def test_guessing_the_token_ends_soon(public: Arena) -> None:
    guesser = Visitor(public.page_port)
    answers = [guesser.ask("/api/v1/login", {"token": f"guess {n}"}).status for n in range(12)]
    assert answers[0] == 403
    assert answers[-1] == 429


def test_made_up_addresses_do_not_give_more_guesses(arena: Arena) -> None:
    guesser = Visitor(arena.page_port)
    made_up = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in range(12)]
    answers = [guesser.ask("/api/v1/login", {"token": "guess"}, headers=headers).status for headers in made_up]
    assert answers == [403] * 10 + [429] * 2


@pytest.mark.parametrize("path", ["/games/", "/play/", "/rules/piranhas-2026/"])
def test_no_answer_sends_a_visitor_to_another_host(public: Arena, path: str) -> None:
    answer = Visitor(public.page_port).ask(path, headers={"Host": "evil.example"})
    assert "evil.example" not in answer.headers.get("location", "")
    assert answer.status == 404


def test_floods_are_stopped() -> None:
    from schwarm.web.shell.access import MAX_CLIENTS, RequestCounter

    counter = RequestCounter(window=60)
    assert [counter.allows("a", "request", 3) for _ in range(5)] == [True, True, True, False, False]
    assert counter.allows("b", "request", 3)
    for number in range(MAX_CLIENTS + 100):
        counter.allows(f"client {number}", "request", 3)
    assert len(counter) == MAX_CLIENTS


def test_a_client_from_elsewhere_is_counted(tmp_path: Path) -> None:
    """Visitors from this machine are not counted; the network's are. Here the door is asked directly."""
    from starlette.requests import HTTPConnection

    from schwarm.web.settings import Bounds, PageSettings
    from schwarm.web.shell.access import Access

    door = Access(PageSettings(token="t", public=True, bounds=Bounds(requests=2, streams=1)))

    def guest(address: str):
        return door.identify(
            HTTPConnection({"type": "http", "headers": [], "client": (address, 1), "query_string": b""})
        )

    far, near = guest("192.0.2.7"), guest("127.0.0.1")
    assert not far.admin
    assert not near.admin
    assert [door.count(far, "request", 2) for _ in range(3)] == [True, True, False]
    assert all(door.count(near, "request", 2) for _ in range(9))
    assert [door.follow(far), door.follow(far), door.follow(near)] == [True, False, True]
    door.unfollow(far)
    assert [door.follow(far), door.streams.taken] == [True, 2]
    assert guest("::ffff:192.0.2.7").client == far.client
    assert guest("2001:db8::1").client == guest("2001:db8::ffff").client


def test_whoever_comes_through_a_web_server_on_this_machine_is_not_the_administrator() -> None:
    from starlette.requests import HTTPConnection

    from schwarm.web.settings import PageSettings
    from schwarm.web.shell.access import Access

    passed_on = [(b"x-forwarded-for", b"127.0.0.1, 192.0.2.7")]
    # Who it is, only a web server says that was named at the start: anybody can write this header.
    for proxies, told in (((), "127.0.0.1"), (("127.0.0.1",), "192.0.2.7")):
        door = Access(PageSettings(token="t", proxies=proxies))
        for headers, admin, client in (([], True, "127.0.0.1"), (passed_on, False, told)):
            guest = door.identify(HTTPConnection({"type": "http", "headers": headers, "client": ("127.0.0.1", 1)}))
            assert (guest.admin, guest.local, guest.client) == (admin, admin, client)


def test_floods_from_elsewhere_are_refused_with_one_sentence(public: Arena) -> None:
    flood, other = {"X-Forwarded-For": "192.0.2.99"}, {"X-Forwarded-For": "192.0.2.98"}
    visitor = Visitor(public.page_port)
    visitor.ask("/")
    answers = [visitor.ask("/api/v1/replays", b"x", headers=flood) for _ in range(62)]
    assert answers[0].status == 400
    assert answers[-1].status == 429
    assert answers[-1].error == "Too many requests at once; wait a moment and try again."
    assert visitor.ask("/api/v1/replays", b"x", headers=other).status == 400
    assert visitor.ask("/", headers=flood).status == 200


def test_commands_of_bots_are_not_told(arena: Arena, visitor: Visitor, tmp_path: Path) -> None:
    bot = tmp_path / "secret-folder-bot.py"
    bot.write_text("from schwarm.player import Random as Bot\n")
    key = visitor.new_game(ME, {"kind": "player", "player": f"{bot}:Bot"})
    assert "secret-folder" not in Visitor(arena.page_port).ask(f"/game/{key}").text


# -- paths -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/VERSION/../../../../etc/passwd",
        "/static/VERSION/%2e%2e/%2e%2e/app.py",
        "/static/VERSION//etc/passwd",
        "/static/VERSION/js/../../app.py",
        "/games/..%2f..%2fetc%2fpasswd/download.txt",
        "/game/../../etc/passwd",
        "/board/x/light.css/../../../etc/passwd",
        "/picture/..%2f..%2fetc%2fpasswd.svg?position=x",
    ],
)
def test_paths_lead_nowhere(visitor: Visitor, path: str) -> None:
    version = re.search(r"/static/(\w+)/js/shell.js", visitor.ask("/").text)
    assert version
    assert visitor.ask(version[0]).status == 200
    answer = visitor.ask(path.replace("VERSION", version[1]))
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body
    assert b"import" not in answer.body


def test_scripts_are_packed_for_whoever_can_unpack_them(visitor: Visitor) -> None:
    address = re.search(r"/static/\w+/js/shell.js", visitor.ask("/").text)
    assert address
    plain, packed = visitor.ask(address[0]), visitor.ask(address[0], headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert [answer.headers["vary"] for answer in (plain, packed)] == ["Accept-Encoding"] * 2


@pytest.mark.parametrize("path", ["//evil.example/x", "///evil.example/x", "////evil.example/x", "/%2fevil.example/x"])
def test_the_language_link_stays_here(visitor: Visitor, path: str) -> None:
    answer = visitor.ask(f"{path}?lang=de")
    assert answer.status == 303
    assert answer.headers["location"] == "/evil.example/x"


@pytest.mark.parametrize(
    "path",
    [
        *("/game/%00", "/contests/a%0ab", "/games/%00/download.txt", "/join/%00.x"),
        *(f"/leagues/x/teams/1/version-{'9' * digits}.zip" for digits in (30, 5000)),
    ],
    ids=lambda path: path[:40],
)
def test_addresses_that_nobody_can_write(visitor: Visitor, path: str) -> None:
    answer = visitor.ask(path)
    assert answer.status == 404
    assert "There is no such page here" in answer.text


# -- what is too large, too slow or nonsense ---------------------------------------------------------------------


def test_large_slow_and_broken_requests(arena: Arena, visitor: Visitor) -> None:
    visitor.ask("/")
    assert visitor.ask("/api/v1/games", b"{" * 100).error == "The request cannot be read; it should be a JSON object."
    assert (
        visitor.ask("/api/v1/games", b"[" * 50_000).error == "The request cannot be read; it should be a JSON object."
    )
    assert visitor.ask("/api/v1/games", b"[]").error == "The request cannot be read; it should be a JSON object."
    large = visitor.ask("/api/v1/games", b" " * 70_000)
    assert large.status == 413
    assert large.error == "That is larger than 65 kilobytes, which is the most allowed here."
    endless = socket.create_connection(("127.0.0.1", arena.page_port), timeout=PATIENCE)
    with endless as raw, contextlib.suppress(ConnectionError):
        for _ in range(100):
            raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"a" * 100_000)
        # Refused with a status, or simply hung up on.
        assert not raw.recv(100).startswith(b"HTTP/1.1 2")
    with socket.create_connection(("127.0.0.1", arena.page_port), timeout=PATIENCE) as raw:
        raw.sendall(b"nonsense\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 400")
    assert visitor.ask("/").status == 200


def test_unknown_pages_and_methods(visitor: Visitor) -> None:
    for path in ("/nowhere", "/game/nowhere", "/rules/chess", "/join/nowhere", "/join/%C3%A4"):
        answer = visitor.ask(path)
        assert answer.status in (400, 404)
        assert "Nothing swims here" in answer.text
    assert visitor.ask("/", {}).status == 405
    assert (
        visitor.ask("/api/v1/games/nowhere/resign", {}).error == "There is no such game here; it may have been removed."
    )


# -- text that would like to be a script -------------------------------------------------------------------------


def test_names_are_text(arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game({**ME, "name": EVIL}, {"kind": "link"})
    page = visitor.ask(f"/game/{key}").text
    assert EVIL[:20] not in page
    assert "&lt;script&gt;alert(1)" in page
    invite = visitor.facts(key)["you"]["invite"].removeprefix(arena.address)
    joined = Visitor(arena.page_port).ask(invite).text
    assert EVIL[:20] not in joined
    assert "&lt;script&gt;" in joined
    assert visitor.facts(key)["names"][0].startswith("<script>alert(1)")
    wrong = visitor.ask("/rules/" + "%3Cscript%3Ealert(1)%3C%2Fscript%3E").text
    assert "<script>alert" not in wrong
