"""The commands of training/README.md in small: games, positions, a network, a match, the truth, and the signature."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from engine.signatures import SIGNATURES
from quantity import quantity
from schwarm.core import networks
from training.signatures import signatures

pytestmark = pytest.mark.core
GAMES = ("piranhas-2019", "piranhas-2026", "ostseeschach-2022")


@pytest.fixture(scope="module")
def program(root: Path) -> Path:
    if not quantity(0, 1) or shutil.which("c++") is None:
        pytest.skip("compiling takes a minute, so it is part of the thorough tests")
    told = subprocess.run([root / "training/build"], capture_output=True, text=True, check=True)
    return root / told.stdout.strip()


def run(*words: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_network_has_its_report() -> None:
    for path in networks.FOLDER.glob("*.net"):
        report = json.loads(path.with_suffix(".json").read_text())
        assert report["game"] == path.stem
        assert {"date", "code", "positions", "loss"} <= set(report)


@pytest.mark.parametrize("game", GAMES)
def test_games_become_positions_and_go_on_after_an_interruption(program: Path, game: str, tmp_path: Path) -> None:
    games, whole = tmp_path / "1.games", tmp_path / "2.games"
    play = (
        program,
        "play",
        game,
        "--nodes",
        50,
        "--minutes",
        9,
        "--threads",
        1,
        "--networks",
        "-",
        networks.network_path(game),
    )
    run(*play, "--out", games, "--games", 20)
    # As if somebody had pulled the plug.
    games.write_bytes(games.read_bytes()[:-3])
    assert ": 40 games, 21 of them" in run(*play, "--out", games, "--games", 40)
    run(*play, "--out", whole, "--games", 40)
    assert games.read_bytes() == whole.read_bytes()
    rows = tmp_path / "1.rows"
    said = run(program, "expand", game, "--games", games, whole, "--out", rows)
    # Each position counts once.
    found = np.fromfile(rows, np.dtype((np.void, 100)))
    assert f": {len(found)} positions of 80 games" in said
    assert len(np.unique(found)) == len(found) > 400
    refused = subprocess.run(
        [*map(str, play), "--seed", "2", "--out", games], capture_output=True, text=True, check=False
    )
    assert "is about something else: games" in refused.stderr


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_and_networks_are_judged_by_the_truth(program: Path, game: str, tmp_path: Path) -> None:
    network, pairs = networks.network_path(game), tmp_path / "1.pairs"
    match = (program, "match", game, "--networks", network, "-", "--out", pairs, "--minutes", 9, "--nodes", 200)
    assert len(run(*match, "--games", 20).splitlines()) == 11
    assert len(run(*match, "--games", 60).splitlines()) == 31
    assert len(pairs.read_text().splitlines()) == 31
    solved = tmp_path / "1.solved"
    run(
        program,
        "solve",
        game,
        "--out",
        solved,
        "--minutes",
        9,
        "--turns",
        3,
        5,
        "--nodes",
        50,
        "--positions",
        20,
        "--threads",
        1,
    )
    report = tmp_path / "1.json"
    words = ("--solved", solved, "--networks", "-", network, "--nodes", 50, 1_000_000, "--out", report)
    shallow, _, *deep = run(program, "truth", game, *words).splitlines()
    assert " 0 of " not in shallow
    # Whoever sees the end gives nothing away.
    assert [" 0 of " in line for line in deep] == [True, True]
    rates = json.loads(report.read_text())["rates"]
    assert [(rate["nodes"], rate["network"]) for rate in rates] == [(50, "-"), (50, game), (10**6, "-"), (10**6, game)]
    assert rates[0]["rate"] > rates[2]["rate"] == 0
    given_away = tmp_path / "2.solved"
    said = run(program, "truth", game, "--solved", solved, "--networks", "-", "--nodes", 50, "--given-away", given_away)
    head, *lines = given_away.read_text().splitlines()
    assert f" {len(lines)} of 20 results given away" in said
    assert (head, *lines) == tuple(line for line in solved.read_text().splitlines() if line in {head, *lines})


def test_games_may_begin_with_few_fish(program: Path, tmp_path: Path) -> None:
    games, rows = tmp_path / "1.games", tmp_path / "1.rows"
    words = "--nodes 50 --minutes 9 --threads 1 --games 20 --thin-every 1"
    run(program, "play", "piranhas-2019", "--out", games, *words.split())
    run(program, "expand", "piranhas-2019", "--games", games, "--out", rows)
    inputs = np.frombuffer(rows.read_bytes(), "<u2").reshape(-1, 50)[:, :44]
    # Of each side six fish at most, two squids, and who moves first.
    assert 0 < (inputs != 0xFFFF).sum(axis=1).max() <= 6 + 6 + 2 + 1


def test_long_endings_have_few_fish(program: Path, tmp_path: Path) -> None:
    solved = tmp_path / "1.solved"
    words = (
        "--minutes 9 --turns 4 5 --thin-before 8 --pieces 2 5 --missed 1 --look 20 --nodes 50 --positions 5 --threads 1"
    )
    run(program, "solve", "piranhas-2019", "--out", solved, *words.split())
    for line in solved.read_text().splitlines()[1:]:
        board = line.split("|")[1].split()[0]
        assert 2 <= board.count("F") <= 5
        assert 2 <= board.count("f") <= 5


@pytest.mark.alone
def test_threads_reach_a_depth_sooner(program: Path) -> None:
    network = networks.network_path("piranhas-2026")
    words = ("--threads", 2, "--positions", 4, "--nodes", 300_000)
    said = run(program, "threads", "piranhas-2026", "--network", network, *words)
    assert float(said.split(": ")[1].split()[0]) < 1


@pytest.mark.parametrize("game", GAMES)
def test_it_searches_what_the_core_searches(program: Path, game: str, tmp_path: Path) -> None:
    network = str(networks.network_path(game))
    assert signatures([program], game, [network], tmp_path) == {network: SIGNATURES[game]}


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
def test_a_network_is_trained_and_goes_on_learning(program: Path, root: Path, tmp_path: Path) -> None:
    game, games, rows = "ostseeschach-2022", tmp_path / "1.games", tmp_path / "1.rows"
    run(program, "play", game, "--out", games, "--minutes", 9, "--nodes", 100, "--games", 300)
    run(program, "expand", game, "--games", games, "--out", rows)
    train = (sys.executable, root / "training/network.py", game, rows, "--steps", 200, "--batch", 512)
    made = {}
    for name, minutes in (("whole", (9,)), ("parts", (0.02, 9))):
        for part in minutes:
            run(*train, "--out", tmp_path / f"{name}.net", "--minutes", part)
        made[name] = json.loads((tmp_path / f"{name}.json").read_text())
    assert made["whole"]["loss"] == pytest.approx(made["parts"]["loss"], abs=1e-3)
    assert made["whole"]["loss"]["network"] < made["whole"]["loss"]["counted"]
    # What a network learned is there at once if another one begins with it.
    again = tmp_path / "again.net"
    run(*train, "--out", again, "--minutes", 0, "--begin-with", tmp_path / "whole.net")
    assert again.read_bytes() == (tmp_path / "whole.net").read_bytes()
    # And it stays there as much as is wanted.
    kept = (*train, "--minutes", 9, "--begin-with", tmp_path / "whole.net", "--keep")
    run(*kept, 1, "--out", again)
    assert again.read_bytes() == (tmp_path / "whole.net").read_bytes()
    run(*kept, 0.5, "--out", tmp_path / "half.net")
    assert (tmp_path / "half.net").read_bytes() != again.read_bytes()
    run(
        program,
        "match",
        game,
        "--networks",
        tmp_path / "parts.net",
        "-",
        "--out",
        tmp_path / "p",
        "--minutes",
        9,
        "--nodes",
        50,
        "--games",
        4,
    )
