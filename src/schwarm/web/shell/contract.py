"""What every page shares with its scripts. `scripts/contract` writes it down for them."""

from typing import Literal, TypedDict


class DoneJson(TypedDict):
    """What was asked for was done."""

    ok: Literal[True]


class ErrorJson(TypedDict):
    """Why it was not done, in one sentence."""

    error: str


class LoginFields(TypedDict):
    token: str
