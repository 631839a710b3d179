"""Codes to print and cut out, each with a QR code that leads to the right place; told once and kept nowhere here."""

from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request

from schwarm.web.live.routes import public_address
from schwarm.web.shell.qr_code import draw_qr_code
from schwarm.web.shell.responses import render_part


class Card(NamedTuple):
    """One code and whose it is."""

    name: str
    code: str
    organiser: bool = False


def render_sheet(request: Request, title: str, cards: list[Card]) -> str:
    """The cards as HTML, in the language spoken."""
    address = f"{public_address(request)}/join"
    # What follows the # is never sent to a server, so no log holds a code.
    drawn = [(card, Markup(draw_qr_code(f"{address}#{card.code}", inside=True).decode())) for card in cards]
    return render_part("code-sheet", title=title, cards=drawn, address=address)
