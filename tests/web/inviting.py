"""A game of two people over a link, one of them at a browser."""

from web.arena import Visitor
from web.browsing import Person


def first_move(guest: Visitor, key: str) -> str:
    """The first legal move of the side to move."""
    start, targets = next(iter(guest.facts(key)["positions"][-1]["moves"].items()))
    return f"{start}-{targets[0]}"


def own_move(guest: Visitor, key: str) -> None:
    turn = guest.facts(key)["positions"][-1]["turn"]
    assert guest.ask(f"/api/v1/games/{key}/move", {"move": first_move(guest, key), "turn": turn}).status == 200


def invite(anna: Person, ben: Visitor, minutes: int = 0) -> str:
    """The key of a game that Anna opened by link and Ben joined; it is Anna's turn."""
    ben.ask("/")
    anna.go("/play?game=ostseeschach-2022")
    anna.choose("opponent", "link")
    if minutes:
        anna.form.options.click()
        anna.form.select("Time to think", f"{minutes} min per game")
    key = anna.start()
    code = anna.game.invitation.input_value().rpartition("/")[2]
    assert ben.ask(f"/api/v1/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
    anna.wait_for_turn()
    return key
