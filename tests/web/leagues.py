"""Leagues made at the page, their codes, and visitors who enter with one."""

import html
import re
from dataclasses import dataclass

from web.arena import Answer, Arena, Visitor

LEAGUE = {"title": "Class 10b", "game": "piranhas-2026", "time": "2s/10s", "teams": 3, "cores": 1, "hours": 24}
CODE = re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}\b")
"""A code as it is printed."""


@dataclass
class MadeLeague:
    """A league and its codes: the organiser's first."""

    key: str
    codes: list[str]

    def api(self, path: str) -> str:
        return f"/api/v1/leagues/{self.key}/{path}"

    def page(self, path: str) -> str:
        return f"/leagues/{self.key}/{path}"


class Elsewhere(Visitor):
    """A visitor from another machine, as far as the page can tell."""

    def ask(self, path, body=None, *, method=None, headers=None, trusted=True):
        return super().ask(
            path, body, method=method, headers={"X-Forwarded-For": "10.1.2.3", **(headers or {})}, trusted=trusted
        )


def make(arena: Arena, **change: object) -> MadeLeague:
    made = Visitor(arena.page_port).ask("/api/v1/leagues", LEAGUE | change)
    codes = read_codes(made)
    return MadeLeague(made.json["address"].rpartition("/")[2], codes)


def read_codes(sheet: Answer) -> list[str]:
    """The codes on a sheet, in order."""
    assert sheet.status == 201, sheet.text
    return CODE.findall(sheet.json["html"])


def read_commands(told: Answer) -> list[str]:
    """The lines on a page that are meant for a terminal."""
    return [html.unescape(line) for line in re.findall(r"<pre\b[^>]*>(.*?)</pre>", told.json["html"])]


def enter(arena: Arena, code: str) -> Visitor:
    """Come in with a code from elsewhere. (On the page's own machine everybody administers.)"""
    member = Elsewhere(arena.page_port)
    assert member.ask("/api/v1/leagues/enter", {"code": code}).status == 200
    return member
