"""Pictures that are made while the guide is built, each in light and dark: positions of the games, and the house.

```{position} 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -
:game: piranhas-2026
:line: A4-C4

A caption.
```
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import floors
import schwarm
from schwarm import view
from schwarm.games import Move, State
from schwarm.view import Marks
from schwarm.words import speaking

THEMES = ("light", "dark")


class drawing(nodes.General, nodes.Element):  # type: ignore[misc]
    """A picture, given as its SVG in both themes."""


class Picture(SphinxDirective):
    """What all of these directives share: a figure with a picture, and a caption that is translated like any text."""

    has_content = True

    def figure(self, svgs: dict[str, str], kind: str, alt: str) -> list[nodes.Node]:
        figure = nodes.figure(classes=["drawn", kind])
        figure += drawing(svgs=svgs, alt=alt)
        if self.content:
            caption = nodes.Element()
            self.state.nested_parse(self.content, self.content_offset, caption)
            first = caption[0]
            assert isinstance(first, nodes.paragraph)
            words = nodes.caption(first.rawsource, "", *first.children)
            # Without them it would not be translated.
            words.source, words.line = first.source, first.line
            figure += words
        self.set_source_info(figure)
        return [figure]


class Position(Picture):
    """A position as `schwarm.view` draws it."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "game": directives.unchanged,
        "line": directives.unchanged,
        "last": directives.unchanged,
        "pick": directives.unchanged,
        "arrows": directives.unchanged,
        "overlay": directives.unchanged,
        "small": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        with speaking(self.config.language):
            try:
                state = self._state(self.arguments[0])
                marks = self._marks(state)
            except schwarm.SchwarmError as error:
                raise self.error(str(error)) from error
            svgs = {theme: view.svg(state, marks, theme=theme) for theme in THEMES}
            shown = view.describe(state, marks)
        # A few pieces that show a rule belong to no game: whose turn it is says nothing there.
        if "small" in self.options:
            return self.figure(svgs, "small", shown)
        return self.figure(svgs, "position", f"{_title(svgs['light']).removesuffix('.')}. {shown}")

    def _state(self, text: str) -> State:
        """The position: its text, or the name of a game for its start 7."""
        if text in [known.id for known in schwarm.all_games()]:
            return schwarm.game(text).start(seed=7)
        return schwarm.game(str(self.options.get("game", "piranhas-2026"))).parse(text)

    def _marks(self, state: State) -> Marks:
        if "pick" in self.options:
            return Marks.picking(state, self.options["pick"])
        return Marks(
            last=self._move(state, "last"),
            line=state.explain(self.options["line"]) if "line" in self.options else None,
            arrows=tuple(state.game.parse_move(move) for move in self.options.get("arrows", "").split()),
            overlay=self.options.get("overlay", ""),
        )

    def _move(self, state: State, name: str) -> Move | None:
        return state.game.parse_move(self.options[name]) if name in self.options else None


class House(Picture):
    """The floors of the source, as `lint-imports` checks them."""

    def run(self) -> list[nodes.Node]:
        pyproject = Path(self.env.srcdir).parent / "pyproject.toml"
        self.env.note_dependency(str(pyproject))
        layers = floors.layers(pyproject)
        svgs = {theme: floors.svg(layers, theme) for theme in THEMES}
        # The same in every language.
        return self.figure(svgs, "house", alt=" / ".join(", ".join(rooms) for rooms in layers))


def _title(svg: str) -> str:
    found = re.search(r"<title>(.*?)</title>", svg)
    return found[1] if found else ""


def _write(translator: Any, node: drawing) -> None:
    """Both pictures as files beside the other images; furo shows the one that fits the reader's theme."""
    folder = Path(translator.builder.outdir) / "_images"
    folder.mkdir(exist_ok=True)
    for theme, svg in node["svgs"].items():
        name = f"drawn-{sha256(svg.encode()).hexdigest()[:12]}.svg"
        (folder / name).write_text(svg, encoding="utf-8")
        width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()  # type: ignore[union-attr]
        source, alt = f"{translator.builder.imgpath}/{name}", translator.attval(node["alt"])
        translator.body.append(
            f'<img class="only-{theme}" src="{source}" alt="{alt}" width="{width}" height="{height}" loading="lazy">'
        )
    raise nodes.SkipNode


def _skip(translator: Any, node: drawing) -> None:
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(drawing, html=(_write, None), gettext=(_skip, None))
    app.add_directive("position", Position)
    app.add_directive("house", House)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
