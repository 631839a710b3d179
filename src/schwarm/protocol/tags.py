"""Bytes of a stream that wait until the tags in them are whole.

Whoever sends byte by byte must not cost more than somebody who sends all at once. So nothing is looked at again: while
a tag is unfinished, the search for its end stops where the bytes end, and goes on there.
"""

import re
from collections.abc import Generator

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
        """Go behind the next place where this stands; so many bytes of it may be here already."""
        while not (found := wanted.search(self.bytes, self._at, self._limit)):
            self._at = max(self._at, self._limit - overlap)
            yield
        self._at = found.end()
        return found[0]
