"""The charts of Hecht: what was said and what came true, and what each generation of networks gave away."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

CHARTS = runpy.run_path(str(Path(__file__).parents[2] / "training" / "charts.py"), run_name="charts")
SIDE = CHARTS["SIDE"]


def dots(square: str) -> list[tuple[float, float]]:
    chart = ElementTree.fromstring(CHARTS["frame"](square))
    return [
        (float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in chart.iter("{http://www.w3.org/2000/svg}circle")
    ]


def test_what_was_said_lies_to_the_right_and_what_came_true_upwards() -> None:
    report = {"game": "piranhas-2026", "groups": [{"said": 0.25, "won": 0.5}, {"said": 1.0, "won": 1.0}]}
    assert dots(CHARTS["draw_reliability"](report)) == [(SIDE / 4, SIDE / 2), (SIDE, 0)]


def test_generations_lie_side_by_side_and_what_they_give_away_upwards() -> None:
    rates = [
        {"nodes": nodes, "network": network, "rate": rate, "low": rate / 2, "high": 0.05}
        for nodes, network, rate in ((100, "-", 0.05), (100, "3", 0.02), (900, "-", 0.01), (900, "3", 0.0))
    ]
    drawn = CHARTS["draw_generations"]({"game": "piranhas-2019", "rates": rates})
    left, right = SIDE / 4, 3 * SIDE / 4
    assert dots(drawn) == [(left, 0), (right, SIDE * 0.6), (left, SIDE * 0.8), (right, SIDE)]
