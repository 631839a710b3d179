"""What every page shares with its scripts. `scripts/contract` writes it down for them."""

from typing import Literal, TypedDict


class DoneJson(TypedDict):
    """What was asked for was done."""

    ok: Literal[True]


class RefusalJson(TypedDict):
    """Why a request was refused: a stable code, and one sentence in the visitor's language."""

    code: str
    sentence: str


class ErrorJson(TypedDict):
    """The answer to a request that was refused."""

    error: RefusalJson


class LoginFields(TypedDict):
    token: str
