"""An address of the API, declared once: its route, the checks of requests, its OpenAPI and the scripts' types come from
the types of its handler.

A handler's parameters after the request are the gaps of its path, `query` and `fields` (the JSON body); its result is
the answer.
"""

import re
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from schwarm.web.errors import BAD_FIELD, NOT_FOUND, NOT_JSON, UNKNOWN_FIELD, Refused
from schwarm.web.shell.responses import Json, read_body
from schwarm.words import Message, Sentence, excerpt

API = "/api/v1"
SSE = "text/event-stream"
UNIONS = (types.UnionType, Union)
E = TypeVar("E")


class EventStream(Response, Generic[E]):
    """Server-sent events of the kinds that its type names; calls `ended` at the end, also when it never began."""

    def __init__(self, stream: ASGIApp, ended: Callable[[], None]) -> None:
        super().__init__()
        self._stream, self._ended = stream, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._stream(scope, receive, send)
        finally:
            self._ended()


class Endpoint(Route):
    """A route with typed requests and answers. Paths are below `API`, except those of `files`."""

    def __init__(
        self,
        method: Literal["GET", "POST"],
        path: str,
        handler: Callable[..., Any],
        status: int = 200,
        *,
        bound: str = "body",
        takes: str = "",
        files: tuple[str, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """`bound` names the field of `Bounds` that limits the JSON body; a handler that `takes` another media type
        reads the body itself; `files` are the media types of an answer that is not JSON."""
        hints = get_type_hints(handler, include_extras=True)
        self.answer, self.gaps = hints.pop("return"), hints
        self.query, self.fields = hints.pop("query", None), hints.pop("fields", None)
        del hints["request"]
        self.method, self.handler, self.status = method, handler, status
        self.takes, self.files = takes, files
        self._bound, self._headers = bound, headers
        super().__init__(path if files else API + path, self._respond, methods=[method])

    @property
    def gap_kinds(self) -> dict[str, Any]:
        """The gaps of the path and their types."""
        found = re.findall(r"{(\w+)(:number)?", self.path)
        return {name: self.gaps.get(name, int if number else str) for name, number in found}

    @property
    def plain_path(self) -> str:
        """The path with its gaps as OpenAPI writes them."""
        return re.sub(r":\w+}", "}", self.path)

    @property
    def events(self) -> Any:
        """The events of a stream; None for any other answer."""
        return get_args(self.answer)[0] if get_origin(self.answer) is EventStream else None

    async def _respond(self, request: Request) -> Response:
        request.state.cookies = cookies = list[str]()
        given = {name: _convert_gap(request.path_params[name], kind) for name, kind in self.gaps.items()}
        if self.query is not None:
            given["query"] = _check(self.query, lambda: _read_query(request, self.query))
        if self.fields is not None:
            bounds = request.app.state.settings.bounds
            body = await read_body(request, getattr(bounds, self._bound), bounds.patience) or b"{}"
            given["fields"] = _check(self.fields, lambda: msgspec.json.decode(body, type=self.fields))
        answer = await self.handler(request, **given)
        response = answer if isinstance(answer, Response) else Json(answer, self.status, self._headers)
        for cookie in cookies:
            response.headers.append("Set-Cookie", cookie)
        return response


def _read_query(request: Request, kind: type[Struct]) -> Struct:
    asked = request.query_params
    lists = {field.encode_name for field in msgspec.structs.fields(kind) if get_origin(_inside(field.type)) is list}
    given = {name: asked.getlist(name) if name in lists else asked[name] for name in asked}
    return msgspec.convert(given, kind, strict=False)


def _convert_gap(value: object, kind: Any) -> object:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Refused(NOT_FOUND(), 404) from error


# -- checks ----------------------------------------------------------------------------------------------------------


def _check(kind: type[Struct], read: Callable[[], Any]) -> Any:
    """What `read` gives; raises one sentence about the field that does not fit."""
    try:
        return read()
    except msgspec.ValidationError as error:
        raise _explain(str(error), kind) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(NOT_JSON()) from error


def _explain(said: str, kind: Any) -> Refused:
    """The sentence about a field from the words of msgspec, which name it but do not translate."""
    place = re.search(r" - at `\$\.?([^`]*)`$", said)
    named = re.match(r"Object (missing required|contains unknown) field `(.*?)`", said)
    path = [part for part in re.split(r"[.\[]", place[1] if place else "") if part and not part.endswith("]")]
    if named and named[1] == "contains unknown":
        for part in path:
            kind = _inside(_field(kind, part))
        known = ", ".join(get_type_hints(kind))
        return Refused(UNKNOWN_FIELD(field=excerpt(named[2]), known=known))
    if named:
        path.append(named[2])
    if not path:
        return Refused(NOT_JSON())
    for part in path:
        kind = _field(_inside(kind), part)
    for sentence in _sentences(kind):
        return Refused(sentence)
    return Refused(BAD_FIELD(field=".".join(path), right=right_value(kind)))


def _field(kind: Any, name: str) -> Any:
    return get_type_hints(kind, include_extras=True).get(name, object)


def _inside(kind: Any) -> Any:
    """The object in a type, without its constraints and alternatives."""
    if get_origin(kind) is Annotated or get_origin(kind) in UNIONS:
        return _inside(get_args(kind)[0])
    return kind


def _sentences(kind: Any) -> Iterator[Message]:
    """The sentence that a field's declaration brings along."""
    if get_origin(kind) in UNIONS:
        kind = get_args(kind)[0]
    for meta in getattr(kind, "__metadata__", ()):
        if isinstance(meta, Meta) and meta.extra:
            yield meta.extra["sentence"]


def right_value(kind: Any) -> Message:
    """What fits a type, in words."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = next(meta for meta in inside[1:] if isinstance(meta, Meta))
        if inside[0] is str and bounds.max_length:
            return TEXT(most=bounds.max_length)
        if bounds.ge is not None and bounds.le is not None:
            return NUMBER(least=bounds.ge, most=bounds.le)
        return right_value(inside[0])
    if origin in UNIONS:
        return right_value(inside[0])
    if origin is Literal:
        return ONE_OF(names=", ".join(str(name) for name in inside if name != ""))
    words = {str: ANY_TEXT, int: WHOLE, float: ANY_NUMBER, bool: TRUTH, list: LIST}
    return words.get(origin or kind, OBJECT)()


TEXT = Sentence("a text of at most {most} characters")
ANY_TEXT = Sentence("a text")
NUMBER = Sentence("a number from {least} to {most}")
WHOLE = Sentence("a whole number")
ANY_NUMBER = Sentence("a number")
TRUTH = Sentence("true or false")
LIST = Sentence("a list")
OBJECT = Sentence("an object")
ONE_OF = Sentence("one of {names}")
