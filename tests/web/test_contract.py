"""The contract between the server and the page's scripts: written down for both, and read as it is written down."""

import runpy
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from msgspec import Meta, field

from schwarm.web.shell.contract import Fields

Names = TypedDict("Names", {"from": str, "all": NotRequired[list[str]]})


class Wish(Fields):
    """A request."""

    game: Annotated[str, Meta(max_length=9)]
    first: int = field(default=0, name="from")


class Everything(Names):
    """All that JSON can be."""

    flag: bool
    number: int | float
    nothing: str | None
    letters: dict[str, Names]
    kind: Literal["a", "b", 3, True]
    pair: tuple[Literal["sync"], Names]


@pytest.fixture
def script(root: Path) -> dict[str, Any]:
    return runpy.run_path(str(root / "scripts" / "contract"))


def test_the_scripts_have_the_contract_that_the_server_has(script: dict[str, Any]) -> None:
    message = "the contract changed; run: .venv/bin/python scripts/contract"
    assert script["FILE"].read_text(encoding="utf-8") == script["contract"](), message


def test_every_type_of_json_is_written_down(script: dict[str, Any]) -> None:
    assert script["interface"]("Everything", Everything).splitlines() == [
        "/** All that JSON can be. */",
        "interface Everything {",
        "  from: string;",
        "  all?: Array<string>;",
        "  flag: boolean;",
        "  number: number;",
        "  nothing: string | null;",
        "  letters: Record<string, Names>;",
        '  kind: "a" | "b" | 3 | true;',
        '  pair: ["sync", Names];',
        "}",
    ]


def test_fields_of_requests_are_written_down_as_they_are_sent(script: dict[str, Any]) -> None:
    assert script["interface"]("Wish", Wish).splitlines() == [
        "/** A request. */",
        "interface Wish {",
        "  game: string;",
        "  from?: number;",
        "}",
    ]


@pytest.mark.parametrize("hint", [Path, set[str], dict[int, str], Any])
def test_what_json_cannot_be_is_refused(script: dict[str, Any], hint: object) -> None:
    with pytest.raises(TypeError, match="No type of JSON"):
        script["to_typescript"](hint)
