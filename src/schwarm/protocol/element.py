"""One XML element with everything in it, and XML as text: small, plain, no library behind it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Element:
    """A tag, its attributes, its children and the text directly inside it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def get(self, name: str) -> str | None:
        """An attribute, or None."""
        return self.attributes.get(name)

    def fact(self, name: str) -> str | None:
        """A value given as an attribute or as a child with nothing but text: official servers take either."""
        found = self.attributes.get(name)
        if found is None and (child := self.find(name)) is not None and not child.children:
            return child.text.strip()
        return found

    def find(self, tag: str) -> "Element | None":
        """The first child with this tag."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None

    def beginning(self, length: int = 300) -> str:
        """The first `length` characters as they were sent."""
        pieces: list[str] = []
        left = length
        for piece in self._pieces():
            pieces.append(piece[:left])
            left -= len(pieces[-1])
            if left <= 0:
                return "".join(pieces) + "…"
        return "".join(pieces)

    def _pieces(self) -> Iterator[str]:
        attributes = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        if not self.children and not self.text.strip():
            yield f"<{self.tag}{attributes}/>"
            return
        yield f"<{self.tag}{attributes}>"
        yield self.text.strip()
        for child in self.children:
            yield from child._pieces()
        yield f"</{self.tag}>"

    def all(self, tag: str) -> Iterator["Element"]:
        """The children with this tag."""
        return (child for child in self.children if child.tag == tag)


Value = str | int | bool | None

INDENT = [f"\n{'  ' * depth}" for depth in range(16)]

# XML cannot carry these at all, not even escaped; a name a user typed may contain them.
_UNWRITABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPECIAL: dict[str, str] = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
    # A reader turns a plain line end or tab in an attribute into a space.
    "\n": "&#xa;",
    "\r": "&#xd;",
    "\t": "&#x9;",
}
_ANY_SPECIAL = re.compile("[&<>\"'\n\r\t]")
_NUMBER = re.compile("[+-]?[0-9]{1,10}")


def escape(text: str) -> str:
    """Text fit for an element or an attribute; what XML cannot carry becomes a replacement character."""
    if text.isalnum():
        return text
    text = _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
    return _ANY_SPECIAL.sub(lambda found: _SPECIAL[found[0]], text)


def to_xml(value: str | int | bool) -> str:
    """A value as the contest's XML has it: `true` and `false` in lower case."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(str(value))


def tag(depth: int, name: str, inside: str = "", /, **attributes: Value) -> str:
    """An element around pieces of markup of one depth more; attributes that are None are left out.

    An attribute may end in an underscore if its name is a Python keyword: `class_`."""
    facts = _facts(attributes)
    if not inside:
        return f"{INDENT[depth]}<{name}{facts}/>"
    return f"{INDENT[depth]}<{name}{facts}>{inside}{INDENT[depth]}</{name}>"


def leaf(depth: int, name: str, text: str | int | bool, /, **attributes: Value) -> str:
    """An element with nothing but text."""
    return f"{INDENT[depth]}<{name}{_facts(attributes)}>{to_xml(text)}</{name}>"


def _facts(attributes: dict[str, Value]) -> str:
    return "".join(f' {key.rstrip("_")}="{to_xml(value)}"' for key, value in attributes.items() if value is not None)


def room(id: str | None, data: str) -> str:
    """A message to or from a room."""
    return tag(1, "room", data, roomId=id)


def number(text: str | None) -> int | None:
    """A whole number of at most 32 bits, or None for anything else."""
    text = text.strip() if text else ""
    if not _NUMBER.fullmatch(text):
        return None
    value = int(text)
    return value if -(2**31) <= value < 2**31 else None


def place(depth: int, name: str, at: tuple[int, int] | None) -> str:
    """An element that names a place; nothing where there is none."""
    return tag(depth, name, x=at[0], y=at[1]) if at else ""


def place_text(at: tuple[int, int] | None) -> str:
    """A place in a sentence of the official servers."""
    return f"[{at[0]}|{at[1]}]" if at else "null"


def pair(of: Callable[[str], str | None]) -> tuple[int, int] | None:
    """The place that the attributes `x` and `y` name."""
    x, y = number(of("x")), number(of("y"))
    return None if x is None or y is None else (x, y)
