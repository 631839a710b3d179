"""The README's example runs and prints what it says; its commands and links exist."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from schwarm.cli import serve
from schwarm.cli.verb_list import VERBS


def example(root: Path) -> str:
    text = (root / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- example -->\n```python\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def test_the_example_prints_what_its_comments_say(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = example(root)
    exec(compile(code, "README.md", "exec"), {})
    promised = [line.partition("# ")[2] for line in code.splitlines() if line.startswith("print(")]
    assert capsys.readouterr().out.splitlines() == promised


def test_the_example_is_ten_lines_on_the_first_screen(root: Path) -> None:
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    assert len([line for line in example(root).splitlines() if line]) <= 10
    assert next(number for number, line in enumerate(lines) if line.startswith("make run ")) < 10
    assert next(number for number, line in enumerate(lines) if "game.parse(str(after))" in line) < 30


def test_every_verb_is_named(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    for verb in VERBS:
        assert f"`schwarm {verb}" in text


def test_links_lead_somewhere(root: Path) -> None:
    for page in [root / "README.md", *(root / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_options_of_make_run_are_for_the_page_that_it_opens(root: Path) -> None:
    known = {name for option in serve.command().params for name in option.opts}
    found = []
    for page in [root / "README.md", *(root / "docs").rglob("*.md")]:
        for options in re.findall(r'make run ARGS="([^"]*)"', page.read_text(encoding="utf-8")):
            found.append(page.name)
            words = set(re.findall(r"--[a-z-]+", options))
            assert words <= known, page.name
            assert "--port" not in words, f"{page.name}: that is the game server's port, not the page's"
    assert {"README.md", "install.md"} <= set(found)


@pytest.mark.parametrize(
    ("prints", "language", "said"),
    [
        ("3.10", "C", "needs Python 3.11 or newer, but .* is 3.10; name another with: make PYTHON="),
        (None, "C", "needs Python 3.11 or newer, but there is no .*; install it"),
        (None, "de_DE.UTF-8", "braucht Python 3.11 oder neuer, .* gibt es nicht; installiere es"),
    ],
)
def test_who_has_no_python_that_will_do_reads_why(
    root: Path, tmp_path: Path, prints: str | None, language: str, said: str
) -> None:
    python = tmp_path / "python3"
    if prints:
        python.write_text(f"#!/bin/sh\necho {prints}\nexit 1\n")
        python.chmod(0o755)
    done = subprocess.run(
        [root / "scripts/environment", tmp_path / "venv"],
        env={**os.environ, "PYTHON": str(python), "LC_ALL": language},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert re.search(said, done.stderr)
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(("page", "times"), [("README.md", 2), ("docs/install.md", 1), ("docs/tutorial.md", 1)])
def test_what_a_fresh_system_lacks_is_said_where_people_start(root: Path, page: str, times: int) -> None:
    # The README says it in both languages.
    assert (root / page).read_text("utf-8").count("sudo apt-get install git make g++ python3-venv") == times
