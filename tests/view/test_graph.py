"""The graph of winning chances: complete, self-contained, honest about its numbers, and made for pages to listen to."""

import itertools
import re
from xml.etree import ElementTree

import pytest

import schwarm
from schwarm import view
from schwarm.view import glyphs
from schwarm.view.graph import GraphPoint, Slip, graph
from schwarm.words import speaking

GAME = schwarm.game("piranhas-2026")
COURSE = [
    GraphPoint(0.5),
    GraphPoint(0.55, "A4-C4"),
    GraphPoint(0.25, "B0-B2??", Slip.BLUNDER, "blunder, C0-C2 is better"),
    GraphPoint(0.4, "A5-C5?", Slip.MISTAKE),
    GraphPoint(0.0, "B9-B7?!", Slip.INACCURACY),
    GraphPoint(1.0, "A1-C1"),
]


def turns(svg: str) -> dict[int, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return {int(turn): element for element in root.iter() if (turn := element.get("data-turn"))}


def title(element: ElementTree.Element) -> str:
    return next(child.text or "" for child in element if child.tag.endswith("title"))


def course(svg: str) -> list[tuple[float, float]]:
    """The places of the line."""
    found = re.search(r'sw-course" d="M([^"]+)"', svg)
    assert found
    numbers = [float(number) for number in found[1].split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_it_is_self_contained(theme: str) -> None:
    picture = graph(GAME, COURSE, theme=theme)
    assert "<script" not in picture
    assert "<text" not in picture
    references = {reference[1:] for reference in re.findall(r'url\(([^")]+)\)', picture)}
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert references == set(ids)
    assert len(ids) == len(set(ids))
    assert ("prefers-color-scheme" in picture) == (theme == "auto")


def test_every_turn_can_be_pointed_at() -> None:
    found = turns(graph(GAME, COURSE))
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert [found[turn].get("data-chance") for turn in (0, 1, 5)] == ["0.5", "0.55", "1"]
    assert title(found[0]) == "Turn 0: Red 50 %"
    assert title(found[2]) == "Turn 2, B0-B2??: Red 25 % · blunder, C0-C2 is better"
    with speaking("de"):
        assert title(turns(graph(GAME, COURSE))[1]) == "Zug 1, A4-C4: Rot 55 %"
    columns = [next(child for child in found[turn] if child.tag.endswith("rect")) for turn in sorted(found)]
    edges = [(float(column.get("x", 0)), float(column.get("width", 0))) for column in columns]
    for (left, width), (following, _) in itertools.pairwise(edges):
        assert left + width == pytest.approx(following, abs=0.02), "no gap between two turns"


def test_the_line_is_as_high_as_the_chance() -> None:
    places = course(graph(GAME, COURSE))
    heights = [y for _, y in places]
    bottom, top = heights[4], heights[5]
    assert [(bottom - y) / (bottom - top) for y in heights] == pytest.approx([0.5, 0.55, 0.25, 0.4, 0, 1], abs=0.001)
    steps = [after[0] - before[0] for before, after in itertools.pairwise(places)]
    assert steps == pytest.approx([steps[0]] * 5, abs=0.02)


def test_slips_are_told_apart_by_shape_too() -> None:
    found = turns(graph(GAME, COURSE))
    marks = {
        turn: [
            (child.tag.rpartition("}")[2], child.get("r")) for child in element if "sw-mark" in child.get("class", "")
        ]
        for turn, element in found.items()
    }
    assert (marks[0], marks[1], marks[5]) == ([], [], [])
    shapes = [marks[turn] for turn in (2, 3, 4)]
    assert all(len(shape) == 1 for shape in shapes)
    assert len({shape[0] for shape in shapes}) == 3


@pytest.mark.parametrize(("width", "rounds"), [(1000, 16), (600, 6), (360, 3)])
def test_a_narrow_one_has_fewer_labels_not_smaller_ones(width: int, rounds: int) -> None:
    picture = graph(GAME, [GraphPoint(0.5)] * 61, width=width, height=240)
    grid = re.search(r'sw-grid" d="([^"]+)"', picture)
    assert grid
    assert abs(grid[1].count("V") - rounds) <= 1
    assert set(re.findall(r"scale\(([^)]+)\)", picture)) == {"0.93", "1.21"}
    assert f'viewBox="0 0 {width} 240"' in picture


def test_odd_games_are_drawn_too() -> None:
    assert len(course(graph(GAME, [GraphPoint(0.3)]))) == 2, "a game without moves is a level line"
    late = turns(graph(GAME, COURSE, first=7))
    assert sorted(late) == [7, 8, 9, 10, 11, 12]
    beyond = course(graph(GAME, [GraphPoint(-3.0), GraphPoint(7.0)]))
    assert course(graph(GAME, [GraphPoint(0.0), GraphPoint(1.0)])) == beyond
    hostile = graph(GAME, [GraphPoint(0.5), GraphPoint(0.5, '"><script>alert(1)</script>')])
    assert "<script" not in hostile
    with pytest.raises(ValueError, match="at least one position"):
        graph(GAME, [])
    with pytest.raises(ValueError, match="The theme must be one of light, dark, auto"):
        graph(GAME, COURSE, theme="pink")


@pytest.mark.parametrize("id", [known.id for known in schwarm.all_games()])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_words_of_the_picture_can_be_drawn(id: str, lang: str) -> None:
    game = schwarm.game(id)
    with speaking(lang):
        for style in game.sides:
            for team in schwarm.Team:
                assert glyphs.can_write(str(game.side(team, style)))
        assert graph(game, COURSE) != graph(game, COURSE, sides=list(game.sides)[-1]) or len(game.sides) == 1
    assert not glyphs.can_write("Ωmega")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png(theme: str) -> None:
    picture = view.png(graph(GAME, COURSE, theme=theme, size=500), width=500)
    assert int.from_bytes(picture[16:20], "big") == 500
