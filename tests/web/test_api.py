"""The API as it is declared: its description, what it says about wrong fields, and whatever can be sent to it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from quantity import quantity
from web.arena import PAGE, Arena, Visitor
from web.studies import TEXT

pytestmark = pytest.mark.slow

DESCRIPTION = "/api/v1/openapi.json"
ME = {"kind": "person", "name": "Anna"}
GAME = {"game": "piranhas-2026", "red": ME, "blue": {"kind": "player", "player": "greedy"}}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with Arena(tmp_path_factory.mktemp("public"), "--public", "--host", "127.0.0.1") as running:
        yield running


def test_the_api_describes_itself(visitor: Visitor) -> None:
    found = visitor.ask(DESCRIPTION).json
    assert found["openapi"] == "3.1.0"
    for path, operations in found["paths"].items():
        for method, about in operations.items():
            gaps = {parameter["name"] for parameter in about["parameters"] if parameter["in"] == "path"}
            assert gaps == set(re.findall(r"{(\w+)}", path)), (method, path)
            assert about["responses"]["default"], (method, path)
    paths = found["paths"]
    move = paths["/api/v1/games/{key}/move"]["post"]
    assert move["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/MoveFields"}
    events = paths["/api/v1/games/{key}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]["x-events"]
    assert events["move"] == {"$ref": "#/components/schemas/NewMoveJson"}
    assert "application/zip" in str(paths["/leagues/{key}/export.zip"])
    assert "- `no_game`: There is no such game here; it may have been removed." in json.dumps(
        found["components"]["schemas"]["ErrorCode"]["description"], ensure_ascii=False
    )


@pytest.mark.parametrize(
    ("path", "body", "code", "english", "german"),
    [
        (
            "games/1/move",
            {"move": "A1-A2", "turn": -1},
            "bad_field",
            "“turn” is missing or invalid; it should be a number from 0 to 1000000.",
            "„turn“ fehlt oder ist ungültig; richtig wäre: eine Zahl von 0 bis 1000000.",
        ),
        (
            "games",
            GAME | {"red": {}},
            "bad_field",
            "“red.kind” is missing or invalid; it should be one of person, link, open, client, player.",
            "„red.kind“ fehlt oder ist ungültig; richtig wäre: eins von person, link, open, client, player.",
        ),
        (
            "games",
            GAME | {"red": {"kind": "person", "nme": "Anna"}},
            "unknown_field",
            "“nme” is not known here; there are: kind, name, player, browser.",
            "„nme“ ist hier nicht bekannt; es gibt: kind, name, player, browser.",
        ),
        (
            "games",
            [],
            "not_json",
            "The request cannot be read; it should be a JSON object.",
            "Die Anfrage ist nicht lesbar; sie sollte ein JSON-Objekt sein.",
        ),
    ],
)
def test_a_wrong_field_is_named_with_what_would_be_right(
    arena: Arena, path: str, body: Any, code: str, english: str, german: str
) -> None:
    for lang, sentence in (("en", english), ("de", german)):
        answer = Visitor(arena.page_port, lang).ask(f"/api/v1/{path}", body)
        assert answer.status == 400
        assert answer.json == {"error": {"code": code, "sentence": sentence}}


def test_queries_are_checked_too(visitor: Visitor) -> None:
    answer = visitor.ask("/api/v1/openings/piranhas-2026?who=fish")
    assert (answer.status, answer.error) == (
        400,
        "“who” is missing or invalid; it should be one of people, programs.",
    )


def test_whatever_is_sent_gets_an_answer_that_fits_its_schema(public: Arena) -> None:
    visitor = Visitor(public.page_port)
    visitor.ask("/")
    keys = [visitor.new_game(ME, ME), visitor.ask("/api/v1/studies", {"text": TEXT}).json["key"]]
    known = {"key": keys, "game": ["piranhas-2026", "ostseeschach-2022"], "event": keys[:1], "act": ["resign", "stop"]}
    schema = schemathesis.openapi.from_url(f"{public.address}{DESCRIPTION}")
    # Streams go on for ever, signing in changes who asks, and a zip cannot be made up.
    asked = [
        found.ok()
        for found in schema.exclude(path_regex="/(events|review|versions|log(in|out))$|/analysis/").get_all_operations()
    ]
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())

    @settings(max_examples=quantity(150, 10_000), deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(data.draw(st.sampled_from(asked)).as_strategy())
        for name, values in known.items():
            if name in case.path_parameters and data.draw(st.booleans()):
                case.path_parameters[name] = data.draw(st.sampled_from(values))
        case.call_and_validate(checks=CHECKS, headers=PAGE | {"Cookie": cookies})

    ask()
