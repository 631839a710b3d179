"""What a page says, in order, without how it is made."""

import html
import re

UNREAD = re.compile(r"<(head|script|style|svg)\b.*?</\1>", re.DOTALL)
INLINE = re.compile(r"</?(?:a|b|button|code|i|small|span|strong|time)\b[^>]*>")
"""Parts of a line, which do not end a word."""
TAG = re.compile(r"<[^>]*>")


def plain_text(page: str) -> str:
    body = INLINE.sub("", UNREAD.sub("", page))
    return " ".join(html.unescape(TAG.sub(" ", body)).split())
