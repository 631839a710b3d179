"""The OpenAPI document of the endpoints that the server has."""

from collections.abc import Iterable
from typing import Any, get_args, get_origin

import msgspec

from schwarm import __version__
from schwarm.web.errors import list_codes
from schwarm.web.shell.contract import ErrorJson
from schwarm.web.shell.endpoint import SSE, UNIONS, Endpoint

REF = "#/components/schemas/{name}"
JSON = "application/json"
ABOUT = """\
The API of a Schwarm page. Errors have a stable `code` beside the sentence, which is English or German, as
`Accept-Language` says. A request that changes something needs the header `X-Schwarm: page`, which other websites cannot
send.
"""


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The document, with every type once."""
    known = list(endpoints)
    kinds = [ErrorJson, *(kind for endpoint in known for kind in _kinds(endpoint))]
    written, components = msgspec.json.schema_components(kinds, ref_template=REF)
    schemas = {id(kind): schema for kind, schema in zip(kinds, written, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in known:
        operation = _operation(endpoint, schemas, components)
        paths.setdefault(endpoint.plain_path, {})[endpoint.method.lower()] = operation
    components["ErrorCode"] = {
        "type": "string",
        "description": "\n".join(f"- `{code}`: {sentence}" for code, sentence in list_codes().items()),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Schwarm", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{}, {"token": []}],
    }


def _kinds(endpoint: Endpoint) -> list[Any]:
    """The types that the description of an endpoint refers to."""
    found = [kind for kind in (endpoint.fields, endpoint.query) if kind is not None]
    if endpoint.events is not None:
        return found + [get_args(event)[1] for event in event_kinds(endpoint.events)]
    return found if endpoint.files else [*found, endpoint.answer]


def event_kinds(events: Any) -> tuple[Any, ...]:
    """Each kind of event as a pair of its name and its data."""
    return get_args(events) if get_origin(events) in UNIONS else (events,)


def _operation(endpoint: Endpoint, schemas: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    name = f"{endpoint.handler.__module__.rpartition('.')[2]}_{endpoint.handler.__name__}"
    found: dict[str, Any] = {
        "operationId": name,
        "summary": " ".join((endpoint.handler.__doc__ or name.replace("_", " ")).split()),
        "tags": [endpoint.handler.__module__.split(".")[2]],
        "parameters": [*_gaps(endpoint), *_query(endpoint, schemas, components)],
        "responses": {
            str(endpoint.status): {"description": "Done.", "content": _content(endpoint, schemas)},
            # What browsers open is refused on a page.
            "default": {
                "description": "Refused.",
                "content": {"text/html": {}} if endpoint.files else {JSON: {"schema": schemas[id(ErrorJson)]}},
            },
        },
    }
    if endpoint.fields is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[id(endpoint.fields)]}}}
    elif endpoint.takes:
        found["requestBody"] = {"required": True, "content": {endpoint.takes: {}}}
    return found


def _gaps(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": msgspec.json.schema(kind)}
        for name, kind in endpoint.gap_kinds.items()
    ]


def _query(endpoint: Endpoint, schemas: dict[int, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    about = components[endpoint.query.__name__]
    return [
        {"name": name, "in": "query", "required": name in about.get("required", ()), "schema": schema}
        for name, schema in about["properties"].items()
    ]


def _content(endpoint: Endpoint, schemas: dict[int, Any]) -> dict[str, Any]:
    if endpoint.events is not None:
        told = {get_args(name)[0]: schemas[id(data)] for name, data in map(get_args, event_kinds(endpoint.events))}
        return {SSE: {"schema": {"type": "string"}, "x-events": told}}
    return {kind: {} for kind in endpoint.files} or {JSON: {"schema": schemas[id(endpoint.answer)]}}
