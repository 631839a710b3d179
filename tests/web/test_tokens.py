"""Tokens of the API: what a program may do with one, what it may not, and that it raises nobody's share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.arena import Arena, Visitor
from web.browsing import expect, person

pytestmark = pytest.mark.slow

ME = {"kind": "person", "name": "Anna"}
GREEDY = {"kind": "player", "player": "greedy"}
GAME = {"game": "piranhas-2026", "red": ME, "blue": GREEDY, "start": {"seed": 7}}


class Program(Visitor):
    """Sends a token and neither cookies nor the header of the page's scripts."""

    def __init__(self, port: int, token: str, address: str = "") -> None:
        super().__init__(port)
        self.sent = {"Authorization": f"Bearer {token}"} | ({"X-Forwarded-For": address} if address else {})

    def ask(self, path, body=None, **how):
        self.cookies.clear()
        return super().ask(path, body, trusted=False, headers=self.sent, **how)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    data = tmp_path_factory.mktemp("public")
    with Arena(data, "--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1") as running:
        yield running


def make(visitor: Visitor, **how) -> str:
    answer = visitor.ask("/api/v1/tokens", {}, **how)
    assert answer.status == 201, answer.text
    return str(answer.json["token"])


def test_a_program_plays_in_the_name_of_its_visitor_until_the_token_is_revoked(public: Arena) -> None:
    pupil, stranger = Visitor(public.page_port), Visitor(public.page_port)
    key = pupil.new_game(ME, GREEDY, start={"seed": 7})
    program = Program(public.page_port, make(pupil))
    position = program.ask(f"/api/v1/games/{key}").json["positions"][-1]["text"].replace(" ", "+")
    start, targets = next(iter(program.ask(f"/api/v1/look/piranhas-2026?position={position}").json["moves"].items()))
    move = {"move": f"{start}-{targets[0]}", "turn": 0}
    stranger.ask("/")
    other = Program(public.page_port, make(stranger))
    assert other.ask(f"/api/v1/games/{key}/move", move).status == 403
    assert program.ask(f"/api/v1/games/{key}/move", move).json == {"ok": True}

    own = pupil.ask("/api/v1/tokens").json["tokens"]
    assert len(own) == 1
    assert stranger.ask(f"/api/v1/tokens/{own[0]['id']}/revoke", {}).status == 404
    assert pupil.ask(f"/api/v1/tokens/{own[0]['id']}/revoke", {}).status == 200
    refused = program.ask(f"/api/v1/games/{key}")
    assert (refused.status, refused.json["error"]["code"]) == (401, "bad_token")


def test_a_token_administers_nothing_and_makes_no_other(public: Arena) -> None:
    link = public.line("Administration of the page")
    admin = Visitor(public.page_port)
    admin.ask("/login?token=" + link.partition("token=")[2].split()[0])
    program = Program(public.page_port, make(admin))
    key = program.ask("/api/v1/games", GAME).json["key"]
    assert program.ask(f"/api/v1/games/{key}/cancel", {}).json["error"]["code"] == "needs_token"
    assert program.ask("/api/v1/tokens", {}).json["error"]["code"] == "token_from_token"
    assert admin.ask(f"/api/v1/games/{key}/cancel", {}).status == 200


def test_other_pages_make_no_token_and_a_guess_opens_nothing(public: Arena) -> None:
    visitor = Visitor(public.page_port)
    visitor.ask("/")
    assert visitor.ask("/api/v1/tokens", {}, trusted=False).json["error"]["code"] == "foreign"
    for guess in ("x", "schwarm_" + "a" * 43, "\u00e4"):
        assert Program(public.page_port, guess).ask("/api/v1/games", GAME).status == 401


def test_many_tokens_share_what_their_network_may_have(public: Arena) -> None:
    crowd = {"X-Forwarded-For": "10.1.2.3"}
    made = []
    for _ in range(20):
        pupil = Visitor(public.page_port)
        made.append(make(pupil, headers=crowd))
    late = Visitor(public.page_port).ask("/api/v1/tokens", {}, headers=crowd)
    assert late.status == 429
    begun = sum(
        Program(public.page_port, made[number % 20], "10.1.2.3").ask("/api/v1/games", GAME).status == 201
        for number in range(70)
    )
    assert begun == 60
    # From elsewhere one of them has its own share, and no more than one of a network.
    program = [Program(public.page_port, made[0], f"10.9.{number}.1") for number in range(70)]
    assert sum(each.ask("/api/v1/games", GAME).status == 201 for each in program) <= 60


def test_a_visitor_has_a_few_tokens_and_they_survive_a_restart(tmp_path: Path) -> None:
    with Arena(tmp_path) as first:
        pupil = Visitor(first.page_port)
        pupil.ask("/")
        made = [make(pupil) for _ in range(5)]
        assert pupil.ask("/api/v1/tokens", {}).json["error"]["code"] == "too_many_tokens"
    with Arena(tmp_path) as again:
        assert Program(again.page_port, made[0]).ask("/api/v1/games", GAME).status == 201


def test_tokens_are_made_and_revoked_on_a_page(browser, arena: Arena) -> None:
    with person(browser, arena.address) as pupil:
        pupil.go("/tokens")
        pupil.page.get_by_role("button", name="New token").click()
        shown = pupil.page.get_by_text("schwarm_")
        expect(shown).to_be_visible()
        secret = shown.inner_text()
        assert Program(arena.page_port, secret).ask("/api/v1/tokens").json["tokens"]
        pupil.page.reload()
        expect(shown).to_have_count(0)
        pupil.page.get_by_role("button", name="Revoke").click()
        expect(pupil.page.get_by_role("button", name="Revoke")).to_have_count(0)
        assert Program(arena.page_port, secret).ask("/api/v1/tokens").status == 401
