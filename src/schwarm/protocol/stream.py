"""The XML of one connection, cut into messages as the bytes come in.

Strict and bounded, because anybody may connect: no DOCTYPE, no custom entities, UTF-8 only, limited in length and
depth. Knows nothing about what messages mean, and no sockets.
"""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import Enum
from xml.parsers import expat

from schwarm.protocol.element import Element

WHOLE = re.compile(
    rb"""(?: [^<>]*+ (?: > | <[^!?<>=] (?: [^<>=] | =\s*+ (?: '[^'<]*+' | "[^"<]*+" | (?=[^\s'"]) ) )*+ > ) )*+""",
    re.VERBOSE,
)
"""Complete tags, and text up to a `>`; a value in quotes may contain any number of `>`."""
IN_TAG = re.compile(rb"[<>=]")
NOT_BLANK = re.compile(rb"\S")
IN_VALUE = {b"'": re.compile(rb"['<]"), b'"': re.compile(rb'["<]')}
MARKUP = {
    b"<!--": re.compile(rb"-->"),
    b"<![CDATA[": re.compile(rb"]]>"),
    b"<?": re.compile(rb"\?>"),
    b"<!": re.compile(rb">"),
}
"""Everything that begins with `<` and is not a tag, and how it ends."""

Search = Generator[None, None, bytes]
"""Pauses where the bytes end, and gives what was found at last."""


class Tags:
    """What came and was not taken yet."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self._whole = 0
        """Where the last complete tag ends, or the last `>` of the text behind it."""
        self._at = 0
        """Where to look next."""
        self._limit = 0
        self.broken = False
        """Whether another tag begins inside of the last one: that never becomes one."""
        self._looking = self._look()

    def __len__(self) -> int:
        return len(self.bytes)

    def whole(self, limit: int) -> int:
        """How many of the first bytes are complete tags, or text that can be read. The limit never goes back behind
        bytes that it once reached."""
        self._limit = min(limit, len(self.bytes))
        if self._at < self._limit and not self.broken:
            next(self._looking)
        return self._whole

    def take(self, count: int) -> bytes:
        """The first bytes, which wait no longer."""
        taken = bytes(self.bytes[:count])
        del self.bytes[:count]
        self._whole = max(self._whole - count, 0)
        self._at = max(self._at - count, 0)
        return taken

    def _look(self) -> Generator[None, None, None]:
        while True:
            yield from self._text()
            opening = yield from self._opening()
            if opening:
                yield from self._find(MARKUP[opening], overlap=2)
            else:
                self.broken = (yield from self._end_of_tag()) == b"<"
            self._whole = self._at
            if self.broken:
                yield

    def _text(self) -> Generator[None, None, None]:
        """Go to the first `<` behind all that is complete."""
        while True:
            found = WHOLE.match(self.bytes, self._at, self._limit)
            if found and found.end() > self._at:
                self._at = self._whole = found.end()
            start = self.bytes.find(b"<", self._at, self._limit)
            if start >= 0:
                self._at = start + 1
                return
            self._at = self._limit
            yield

    def _opening(self) -> Search:
        """What begins here, if it is not a tag."""
        head = b"<"
        while any(opening.startswith(head) and opening != head for opening in MARKUP):
            if self._at == self._limit:
                yield
            head += self.bytes[self._at : self._at + 1]
            self._at += 1
        for opening in MARKUP:
            if head.startswith(opening):
                self._at += len(opening) - len(head)
                return opening
        self._at += 1 - len(head)
        return b""

    def _end_of_tag(self) -> Search:
        while True:
            found = yield from self._find(IN_TAG)
            if found == b"=":
                quote = yield from self._find(NOT_BLANK)
                if quote in IN_VALUE:
                    found = yield from self._find(IN_VALUE[quote])
                else:
                    self._at -= 1
            if found in (b">", b"<"):
                return found

    def _find(self, wanted: re.Pattern[bytes], overlap: int = 0) -> Search:
        """Go behind the next occurrence of these bytes, the first of which may be here already."""
        while not (found := wanted.search(self.bytes, self._at, self._limit)):
            self._at = max(self._at, self._limit - overlap)
            yield
        self._at = found.end()
        return found[0]


MAX_MESSAGE_BYTES = 64 * 1024
"""Bytes since the last complete message. The longest official message is one of 9 KB."""
DEEPEST = 12
"""Nested elements, including the root. The deepest official message has eight."""
ROOT = "protocol"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PLAIN_TEXT = re.compile(rb"[^<&\]]*")
HALF_LETTER = re.compile(rb"(?: [\xc2-\xdf] | [\xe0-\xef][\x80-\xbf]? | [\xf0-\xf4][\x80-\xbf]{0,2} ) \Z", re.VERBOSE)
"""The beginning of a letter of several bytes, at the end of what is here."""
BEFORE_ROOT = re.compile(
    rb"(?: \xef\xbb\xbf )? (?: \s | <!--.*?--> | <\?.*?\?> )*+ (?: < | \Z )", re.VERBOSE | re.DOTALL
)
"""Whatever is not text; of the last piece of markup expat says whether it belongs there."""


class StreamErrorKind(Enum):
    """Why a stream is refused."""

    MALFORMED = "malformed"
    """Not XML, or in a strict stream another root, or text between messages."""
    TOO_LONG = "too-long"
    TOO_DEEP = "too-deep"
    DOCTYPE = "doctype"
    ENCODING = "encoding"
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

    Where the bytes are cut does not matter: the same bytes give the same events and break for the same reason. A strict
    stream has the root `protocol` and nothing but messages in it; the official servers take any root and skip text."""

    def __init__(self, longest: int = MAX_MESSAGE_BYTES, *, strict: bool = True) -> None:
        self._longest = longest
        self._strict = strict
        self._pending = Tags()
        self._blank = 0
        """How many bytes before the first tag are known to be blank."""
        self._fed = 0
        """Bytes that expat has read."""
        self._since = 0
        """Where the bytes of the message begin that is being read."""
        self._events: list[StreamEvent] = []
        self._open: list[Element] = []
        self._slice = b""
        self._begun = self._ended = False
        self._error: StreamError | None = None
        self._parser = self._new_parser()

    def _new_parser(self) -> expat.XMLParserType:
        # The encoding given here goes before what a prolog claims.
        parser = expat.ParserCreate("UTF-8")
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
        """The events that are complete now. The bytes are read at once; iterating raises `StreamError` after the last
        event before the error, so that no event is lost. A stream stays broken."""
        if self._error is None:
            try:
                self._read(data)
            except StreamError as error:
                self._error = error
            except expat.ExpatError:
                self._error = StreamError(StreamErrorKind.AFTER_END if self._ended else StreamErrorKind.MALFORMED)
            if self._error:
                self._pending = Tags()
                self._open = []
        events, self._events = self._events, []
        return self._deliver(events)

    def _deliver(self, events: list[StreamEvent]) -> Iterator[StreamEvent]:
        yield from events
        if self._error:
            raise self._error

    def _read(self, data: bytes) -> None:
        """Hand bytes to expat, tag by tag.

        Expat looks at an unfinished tag again with every byte that it gets, or (from 2.6 on, and in the 2.5 of Debian)
        keeps it back until twice as many are here. So it gets a tag only when all of it is here, and never more than a
        message may have: a message is there with its last byte, what expat keeps is bounded, and slow senders cost
        nothing."""
        pending = self._pending
        pending.bytes += data
        if not self._begun and not self._begins(pending.bytes):
            return
        while pending:
            allowed = self._longest - (self._fed - self._since)
            end = pending.whole(allowed)
            if not end and len(pending) >= allowed:
                # Whatever else is wrong with it would have been found first, had it come in small pieces.
                self._parse(pending.take(allowed))
                raise StreamError(StreamErrorKind.TOO_LONG)
            end = end or self._text_before_tag()
            if not end:
                break
            self._parse(pending.take(end))
            if pending.broken:
                raise StreamError(StreamErrorKind.MALFORMED)

    def _text_before_tag(self) -> int:
        """How many bytes between messages need not wait for the end of a tag: no message is unfinished then. Half an
        entity, half a letter and a `]`, which may become a forbidden `]]>`, wait: expat
        would look at them again and again, or from 2.6 on not before twice as many bytes are here."""
        text = PLAIN_TEXT.match(self._pending.bytes) if len(self._open) < 2 else None
        if text is None:
            return 0
        half = HALF_LETTER.search(self._pending.bytes, max(0, text.end() - 3), text.end())
        return half.start() if half else text.end()

    def _parse(self, data: bytes) -> None:
        self._slice = data
        self._parser.Parse(data, False)
        # Expat looks for the end of a word or a quotation there, again and again.
        if not self._open and not self._ended and not BEFORE_ROOT.match(data):
            raise StreamError(StreamErrorKind.MALFORMED)
        # Expat waits with its verdict where the bytes end in the middle of a letter.
        if self._ended and data[max(self._since - self._fed, 0) :].strip():
            raise StreamError(StreamErrorKind.AFTER_END)
        self._fed += len(data)

    def _begins(self, pending: bytearray) -> bool:
        """Whether the first tag has begun. A client that speaks another protocol is found out at the first byte."""
        if pending.startswith(BYTE_ORDER_MARK):
            self._blank = max(self._blank, len(BYTE_ORDER_MARK))
        first = NOT_BLANK.search(pending, self._blank, self._longest)
        self._begun = first is not None and first[0] == b"<"
        if first and not self._begun and not BYTE_ORDER_MARK.startswith(pending):
            raise StreamError(StreamErrorKind.MALFORMED)
        if not self._begun and len(pending) >= self._longest:
            raise StreamError(StreamErrorKind.TOO_LONG)
        self._blank = len(pending) if first is None else self._blank
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
            if self._strict and name != ROOT:
                raise StreamError(StreamErrorKind.MALFORMED)
            self._events.append(Opened(attributes))
            self._count_from_here(opened=True)
        around.append(element)

    def _end(self, name: str) -> None:
        element = self._open.pop()
        # Only now is all of it here, however it was cut: white space alone is no text.
        if element.text.isspace():
            element.text = ""
        if len(self._open) == 1:
            self._events.append(element)
            self._count_from_here()
        elif not self._open:
            self._events.append(Ended())
            self._ended = True
            self._count_from_here()

    def _text(self, text: str) -> None:
        if len(self._open) > 1:
            self._open[-1].text += text
        elif self._strict and not text.isspace():
            raise StreamError(StreamErrorKind.MALFORMED)

    def _count_from_here(self, *, opened: bool = False) -> None:
        """The bytes of the next message begin behind the tag that ends this one. Expat says where that tag begins, or
        for one like `<a/>` where it ends."""
        at = max(self._parser.CurrentByteIndex - self._fed, 0)
        if opened or self._slice.startswith(b"</", at):
            at = self._slice.find(b">", at) + 1
        self._since = self._fed + at

    def _doctype(self, *_: object) -> None:
        raise StreamError(StreamErrorKind.DOCTYPE)

    def _prolog(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.upper() not in ("UTF-8", "UTF8", "US-ASCII"):
            raise StreamError(StreamErrorKind.ENCODING)
