"""What every part of the API shares."""

from typing import Annotated, TypedDict

from msgspec import Meta, Struct

from schwarm.web.errors import Refusal

NO_NULL = r"^[^\u0000]*$"
Text = Annotated[str, Meta(max_length=400, pattern=NO_NULL)]
Line = Annotated[str, Meta(max_length=200, pattern=NO_NULL)]
MAX_COMMAND_LENGTH = 1000
Command = Annotated[str, Meta(max_length=MAX_COMMAND_LENGTH, pattern=NO_NULL)]
"""A player's name or command."""
NO_SEED = Refusal("The number of a start is a whole number, 0 or more; the same number gives the same start.")
Seed = Annotated[int | Text | None, Meta(extra={"sentence": NO_SEED()})]
"""The number of a start, as a number or as text; nothing stands for a start of the server's choice."""


class Fields(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The JSON object of a request."""


class Query(Struct):
    """What stands behind the question mark of an address."""


class DoneJson(TypedDict):
    """The request was carried out."""

    ok: bool


class RefusalJson(TypedDict):
    """Why a request was refused: a stable code, and one sentence in the visitor's language."""

    code: str
    sentence: str


class ErrorJson(TypedDict):
    """The answer to a request that was refused."""

    error: RefusalJson


class LoginFields(Fields):
    token: Line = ""


class TokenJson(TypedDict):
    """A token, and until when it is valid, in seconds since 1970."""

    id: str
    until: float


class NewTokenJson(TokenJson):
    """A new token: its secret is shown only here."""

    token: str


class TokensJson(TypedDict):
    tokens: list[TokenJson]
