"""One XML element with everything in it: small, plain, no library behind it."""

from collections.abc import Iterator
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
        """What is said as an attribute or as a child with nothing but text: official servers take either."""
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
        """As it was sent, as far as so many characters show it."""
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
