"""The pictures: complete, self-contained, the same twice, and with every mark they are asked for."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import schwarm
from schwarm import view
from schwarm.games.number import WrongNumber
from schwarm.view import Marks
from schwarm.view.animation import CannotDraw
from schwarm.words import speaking

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
TOWERS = "r+hmsshm1/8/3S+4/8/4m+3/8/8/1MHSSMHR 0 1:3"
POSITIONS = {
    "piranhas-2026": START,
    "piranhas-2019": "1ffffffff1/F8F/F8F/F4x3F/F8F/F8F/F6x1F/F8F/F8F/1ffffffff1 0",
    "ostseeschach-2022": TOWERS,
}
THEMES = ["light", "dark", "auto"]


def state_of(id: str) -> schwarm.State:
    return schwarm.game(id).parse(POSITIONS[id])


def squares(svg: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return {found: element for element in root.iter() if (found := element.get("data-square"))}


def title(element: ElementTree.Element) -> str:
    found = next(child for child in element if child.tag.endswith("title"))
    return found.text or ""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("id", POSITIONS)
def test_it_is_self_contained(id: str, theme: str) -> None:
    picture = view.svg(state_of(id), Marks(overlay="swarms"), theme=theme)
    assert len(picture) < 120_000
    assert "<script" not in picture
    assert "<text" not in picture
    references = re.findall(r'(?:href="|url\()([^")]+)', picture)
    assert references
    assert all(reference.startswith("#sw-") for reference in references)
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert {reference[1:] for reference in references} <= set(ids)


@pytest.mark.parametrize("id", POSITIONS)
def test_every_square_says_what_is_on_it(id: str) -> None:
    state = state_of(id)
    found = squares(view.svg(state))
    assert sorted(found) == sorted(state.game.squares())
    empty = next(square for square in state.game.squares() if square not in state.pieces())
    assert title(found[empty]) == f"{empty}: empty"


def test_titles_in_both_languages() -> None:
    assert title(squares(view.svg(state_of("piranhas-2026")))["A8"]) == "A8: large red fish, weight 3"
    with speaking("de"):
        assert title(squares(view.svg(state_of("piranhas-2026")))["A8"]) == "A8: großer roter Fisch, Gewicht 3"
        assert title(squares(view.svg(state_of("ostseeschach-2022")))["a8"]) == "a8: Turm von Blau mit Robbe obenauf"


def test_light_and_dark_can_stand_on_one_page() -> None:
    light, dark = (view.svg(state_of("piranhas-2026"), theme=theme) for theme in ("light", "dark"))
    assert not set(re.findall(r'\bid="([^"]+)"', light)) & set(re.findall(r'\bid="([^"]+)"', dark))
    assert "prefers-color-scheme" not in light + dark
    assert "prefers-color-scheme: dark" in view.svg(state_of("piranhas-2026"), theme="auto").replace(":dark", ": dark")


@pytest.mark.parametrize("id", POSITIONS)
def test_every_mark_changes_the_picture(id: str) -> None:
    state = state_of(id)
    move = state.beyond().legal_moves()[0]
    marks = [
        Marks(last=move),
        Marks.picking(state, move.start),
        Marks(line=state.beyond().explain(move)),
        Marks(arrows=(move,)),
    ]
    if id != "ostseeschach-2022":
        marks.append(Marks(overlay="swarms"))
    pictures = {view.svg(state, mark) for mark in [Marks(), *marks]}
    assert len(pictures) == len(marks) + 1


def test_the_line_shows_its_number_of_fish_and_the_swarms_their_weight() -> None:
    state = schwarm.game("piranhas-2026").parse("10/10/10/10/10/10/10/10/S8L/SM7S 0 -")
    plain = view.svg(state)
    assert view.svg(state, Marks(line=state.explain("A0-A2"))) != plain
    with_other_weights = schwarm.game("piranhas-2026").parse("10/10/10/10/10/10/10/10/L8L/SM7S 0 -")
    outlined = [view.svg(each, Marks(overlay="swarms")) for each in (state, with_other_weights)]
    assert outlined[0] != outlined[1]


def test_picking_marks_exactly_the_legal_targets() -> None:
    state = state_of("piranhas-2026")
    marks = Marks.picking(state, "A4")
    assert set(marks.targets) == {move.to for move in state.legal_moves() if move.start == "A4"}
    assert replace(marks, targets=()) != marks
    with pytest.raises(schwarm.InvalidMove):
        Marks.picking(state, "Z9")


def test_the_board_can_be_turned() -> None:
    state = state_of("piranhas-2026")
    assert view.svg(state, flipped=True) != view.svg(state)
    assert sorted(squares(view.svg(state, flipped=True))) == sorted(squares(view.svg(state)))


def test_white_and_black_fish_for_2019() -> None:
    state = state_of("piranhas-2019")
    picture = view.svg(state, sides="white-black")
    assert picture != view.svg(state)
    assert title(squares(picture)["A1"]) == "A1: fish of White"


def test_notebooks_show_states_as_pictures() -> None:
    assert state_of("piranhas-2026")._repr_svg_() == view.svg(state_of("piranhas-2026"), theme="auto")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("id", POSITIONS)
def test_png(id: str, theme: str) -> None:
    picture = view.png(view.svg(state_of(id), theme=theme), width=200)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 200


@pytest.mark.parametrize("width", [0, -1, 1.5, "x", 100_000])
def test_a_png_of_no_size_or_a_monstrous_one_is_refused(width: Any) -> None:
    with pytest.raises(WrongNumber, match="width must be"):
        view.png("<svg/>", width=width)


@pytest.mark.parametrize("text", ["", "no picture", "<svg"])
def test_a_png_of_what_is_no_svg_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CannotDraw, match="A PNG picture is made from an SVG"):
        view.png(text)


def test_an_arrow_points_at_a_square() -> None:
    state = schwarm.game("piranhas-2026").start(1)
    with pytest.raises(schwarm.InvalidMove, match="“Z9” is not a square of this board"):
        view.svg(state, view.Marks(arrows=(schwarm.Move("A1", "Z9"),)))


def test_a_png_is_made_from_an_svg() -> None:
    state: Any = state_of("piranhas-2026")
    with pytest.raises(CannotDraw, match=r"A PNG picture is made from an SVG, like view\.svg\(state\), not from"):
        view.png(state)


@pytest.mark.parametrize(
    ("id", "one", "two"), [("piranhas-2026", "red-3", "blue-3"), ("ostseeschach-2022", "red", "blue")]
)
def test_the_two_sides_differ_in_shape_not_only_in_colour(id: str, one: str, two: str) -> None:
    root = ElementTree.fromstring(view.svg(state_of(id)))
    shapes = []
    for name in (one, two):
        (figure,) = (element for element in root.iter() if (element.get("id") or "").endswith(f"-light-{name}"))
        shapes.append([element.get("d") for element in figure.iter() if element.get("d")])
    assert shapes[0] != shapes[1]
