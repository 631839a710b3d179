"""The XML of one connection, cut into messages as the bytes come in.

Strict and bounded, because anybody may connect: no DOCTYPE, no custom entities, UTF-8 only, limited in length and
depth. Knows nothing about what messages mean, and no sockets.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from xml.parsers import expat

from schwarm.protocol.element import Element

MAX_MESSAGE_BYTES = 64 * 1024
"""Bytes since the last complete message. The longest official message is one of 9 KB."""
DEEPEST = 12
"""Nested elements, including the root. The deepest official message has eight."""


BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class StreamErrorKind(Enum):
    """What is wrong with a stream."""

    MALFORMED = "malformed"
    """Not XML, or text between messages."""
    TOO_LONG = "too-long"
    TOO_DEEP = "too-deep"
    DOCTYPE = "doctype"
    ENCODING = "encoding"
    WRONG_ROOT = "wrong-root"
    AFTER_END = "after-end"
    """More than white space after the end of the root."""


class StreamError(Exception):
    """The stream cannot be read any further."""

    def __init__(self, why: StreamErrorKind) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class Opened:
    """The root was opened; official servers and clients give it no attributes."""

    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ended:
    """The root was closed: `</protocol>`."""


StreamEvent = Opened | Element | Ended


class Stream:
    """Reads one connection, or one file, from its first byte to its last.

    Where the bytes are cut does not matter: the same bytes give the same events."""

    def __init__(self, longest: int = MAX_MESSAGE_BYTES, root: str = "protocol") -> None:
        self._longest = longest
        self._root = root
        self._pending = b""
        self._fed = 0
        """Bytes that expat has read."""
        self._since = 0
        """Where the bytes of the message begin that is being read."""
        self._events: list[StreamEvent] = []
        self._open: list[Element] = []
        self._slice = b""
        self._begun = False
        self._error: StreamError | None = None
        self._parser = self._new_parser()

    def _new_parser(self) -> expat.XMLParserType:
        # The encoding given here goes before what a prolog claims.
        parser = expat.ParserCreate("UTF-8")
        # From expat 2.6 on, a parser may keep a complete message back until more bytes come.
        if hasattr(parser, "SetReparseDeferralEnabled"):
            parser.SetReparseDeferralEnabled(False)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.XmlDeclHandler = self._prolog
        return parser

    @property
    def pending(self) -> bool:
        """Whether a message has been begun and not ended."""
        return bool(self._pending) or len(self._open) > 1

    def feed(self, data: bytes) -> Iterator[StreamEvent]:
        """What is complete now. The bytes are read at once; going through the events raises `StreamError` behind
        the last event before the trouble, so that nothing said before it is lost. A stream stays broken."""
        if self._error is None:
            try:
                self._read(data)
            except StreamError as error:
                self._error = error
            except expat.ExpatError as error:
                junk = error.code == expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
                self._error = StreamError(StreamErrorKind.AFTER_END if junk else StreamErrorKind.MALFORMED)
            if self._error:
                self._pending = b""
                self._open = []
        events, self._events = self._events, []
        return self._deliver(events)

    def _deliver(self, events: list[StreamEvent]) -> Iterator[StreamEvent]:
        yield from events
        if self._error:
            raise self._error

    def _read(self, data: bytes) -> None:
        """Hand bytes to expat, tag by tag.

        Expat looks at an unfinished tag again with every byte that it gets. So it gets a tag only when its `>` is
        here, and never more than a message may have: what it keeps is bounded, and slow senders cost nothing."""
        pending = self._pending + data
        if not self._begun and not self._begins(pending):
            self._pending = pending
            return
        begin = 0
        while begin < len(pending):
            allowed = self._longest - (self._fed - self._since)
            end = pending.rfind(b">", begin, begin + allowed) + 1
            if not end:
                if len(pending) - begin >= allowed:
                    raise StreamError(StreamErrorKind.TOO_LONG)
                if len(self._open) > 1 or pending[begin:].lstrip().startswith(b"<"):
                    break
                # Between messages only white space, comments and tags may stand: expat should see anything else now.
                end = len(pending)
            self._slice = pending[begin:end]
            self._parser.Parse(self._slice, False)
            self._fed += end - begin
            begin = end
        self._pending = pending[begin:]

    def _begins(self, pending: bytes) -> bool:
        """Whether the first tag has begun. A client that speaks another protocol is found out at the first byte."""
        head = pending.removeprefix(BYTE_ORDER_MARK).lstrip()
        self._begun = head.startswith(b"<")
        if head and not self._begun and not BYTE_ORDER_MARK.startswith(pending):
            raise StreamError(StreamErrorKind.MALFORMED)
        if not self._begun and len(pending) >= self._longest:
            raise StreamError(StreamErrorKind.TOO_LONG)
        return self._begun

    # -- what expat finds --------------------------------------------------------------------------------

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        around = self._open
        if len(around) >= DEEPEST:
            raise StreamError(StreamErrorKind.TOO_DEEP)
        element = Element(name, attributes, [], "")
        if len(around) > 1:
            around[-1].children.append(element)
        elif not around:
            if name != self._root:
                raise StreamError(StreamErrorKind.WRONG_ROOT)
            self._events.append(Opened(attributes))
            self._count_from_here()
        around.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if len(self._open) == 1:
            self._events.append(element)
            self._count_from_here()
        elif not self._open:
            self._events.append(Ended())

    def _text(self, text: str) -> None:
        if text.isspace():
            return
        if len(self._open) == 1:
            raise StreamError(StreamErrorKind.MALFORMED)
        self._open[-1].text += text

    def _count_from_here(self) -> None:
        """The bytes of the next message begin behind the tag that ends this one. Expat says where that tag begins, or
        for one like `<a/>` where it ends."""
        at = max(self._parser.CurrentByteIndex - self._fed, 0)
        if not self._open or self._slice.startswith(b"</", at):
            at = self._slice.find(b">", at) + 1
        self._since = self._fed + at

    def _doctype(self, *_: object) -> None:
        raise StreamError(StreamErrorKind.DOCTYPE)

    def _prolog(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.upper() not in ("UTF-8", "UTF8", "US-ASCII"):
            raise StreamError(StreamErrorKind.ENCODING)
