"""Blocks with words for a reader, in the language of the guide: what commands answer, and remarks beside commands and
settings. The whole block is a message of its page's catalogue; the German of an answer is what is really printed."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import init
from sphinx.transforms import SphinxTransform
from sphinx.util.i18n import docname_to_domain

ANSWERS = ("console",)
REMARKED = ("sh", "toml")
REMARK = re.compile(r"(?:^|\s)# ", re.MULTILINE)


def is_said(kind: str, text: str) -> bool:
    """Whether a block of this kind has words for a reader."""
    return kind in ANSWERS or (kind in REMARKED and REMARK.search(text) is not None)


class Answers(SphinxTransform):
    """Offers the blocks to the catalogue, or puts what the catalogue has into their place."""

    # Before Sphinx's own translation, which would read a block's German as Markdown.
    default_priority = 15

    def apply(self, **settings: Any) -> None:
        said = [
            node
            for node in self.document.findall(nodes.literal_block)
            if is_said(node.get("language", ""), node.rawsource)
        ]
        if self.app.builder.name == "gettext":
            for node in said:
                node["translatable"] = True
        elif said:
            folders = [str(Path(self.env.srcdir) / folder) for folder in self.config.locale_dirs]
            domain = docname_to_domain(self.env.docname, self.config.gettext_compact)
            catalogue, _ = init(folders, self.config.language, domain)
            for node in said:
                # Only a block whose source is its text gets colours.
                node.rawsource = catalogue.gettext(node.rawsource)
                node[:] = [nodes.Text(node.rawsource)]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(Answers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
