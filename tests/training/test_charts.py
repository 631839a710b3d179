"""The chart of winning chances: a dot for each group, where it was said and where it came true."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

CHARTS = runpy.run_path(str(Path(__file__).parents[2] / "training" / "charts.py"), run_name="charts")


def test_what_was_said_lies_to_the_right_and_what_came_true_upwards() -> None:
    report = {"game": "piranhas-2026", "groups": [{"said": 0.25, "won": 0.5}, {"said": 1.0, "won": 1.0}]}
    chart = ElementTree.fromstring(CHARTS["draw_charts"]([report, report]))
    dots = [
        (float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in chart.iter("{http://www.w3.org/2000/svg}circle")
    ]
    side = CHARTS["SIDE"]
    assert dots == [(side / 4, side / 2), (side, 0)] * 2
