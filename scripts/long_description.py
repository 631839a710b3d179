"""The README as the long description of the package. A package index has none of the repository's files, so links to
them become plain text, and what stands between `<!-- repository only -->` and `<!-- everywhere -->` is left out.

scikit-build-core asks for it, see [tool.scikit-build.metadata.readme] in pyproject.toml.
"""

import re
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
REPOSITORY_ONLY = re.compile(r"<!-- repository only -->.*?<!-- everywhere -->\n*", re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


def dynamic_metadata(field: str, settings: object = None) -> dict[str, str]:
    return {"content-type": "text/markdown", "text": long_description(README.read_text(encoding="utf-8"))}


def long_description(readme: str) -> str:
    return LINK.sub(r"\1", REPOSITORY_ONLY.sub("", readme))
