"""One element from the text of a connection."""

from schwarm.protocol import Element, Stream


def parse(text: str) -> Element:
    (element,) = [found for found in Stream().feed(f"<protocol>{text}".encode()) if isinstance(found, Element)]
    return element
