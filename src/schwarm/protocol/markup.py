"""XML as text: escaped, indented by two spaces as the official servers write it. `stream` reads it.

Every piece of markup begins with a newline and ends without one, so that pieces are simply put together. `depth` is
how many elements are around a piece; a message inside `<protocol>` has depth 1.
"""

import re
from collections.abc import Callable

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
