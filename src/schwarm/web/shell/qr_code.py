"""A link as a QR code, so that a telephone finds its way to a game or a league."""

import io


def draw_qr_code(link: str, *, inside: bool = False) -> bytes:
    """An SVG picture of its own, or one that stands inside a page and is as large as its place.

    It is dark on light in every theme, since cameras read nothing else reliably.
    """
    import segno

    found = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        found, kind="svg", dark="#000", light="#fff", border=3, xmldecl=False, svgns=not inside, omitsize=inside
    )
    return found.getvalue()
