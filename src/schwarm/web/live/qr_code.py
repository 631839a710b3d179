"""A link as a QR code, so that a telephone finds its way to a game."""

import io


def draw_qr_code(link: str) -> bytes:
    """An SVG picture: dark on light in every theme, since cameras read nothing else reliably."""
    import segno

    found = io.BytesIO()
    segno.make(link, error="m", micro=False).save(found, kind="svg", dark="#000", light="#fff", border=3, xmldecl=False)
    return found.getvalue()
