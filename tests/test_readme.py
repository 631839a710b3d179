"""The README: its example, its commands, its pictures and its links are what they say, also as a package index shows
them; the guide names every verb."""

import contextlib
import io
import os
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import Image, ImageChops, ImageSequence

from patience import LONG
from schwarm.cli import SECTIONS, VERBS
from schwarm.cli.serve import serve
from schwarm.cli.verb import to_command
from schwarm.words import speaking

MOST_BYTES = 300_000
"""Of one picture."""


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def blocks(readme: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)


# -- code and commands -------------------------------------------------------------------------------------------------


def test_the_example_is_three_lines_and_prints_what_stands_below_it(readme: str) -> None:
    found = re.search(r"<!-- example -->\n```python\n(.*?)```\n+```text\n(.*?)```", readme, re.DOTALL)
    assert found
    code, promised = found.groups()
    assert len([line for line in code.splitlines() if line]) == 3
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue() == promised


def test_what_it_tells_people_to_type_is_there(readme: str, root: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    typed = [line.partition("  #")[0] for block in blocks(readme, "sh") for line in block.splitlines()]
    typed += re.findall(r"`((?:make|schwarm) [^`]*)`", readme)
    assert {"make run", "make test", 'pip install ".[web,arena]"', "schwarm serve"} <= {line.strip() for line in typed}
    for line in typed:
        program, what = line.split()[:2]
        if program == "make":
            assert what in targets, line
        elif program == "schwarm":
            assert what in VERBS, line
        else:
            found = re.fullmatch(r'pip install "\.\[([a-z,]+)\]" *', line)
            assert found, line
            assert set(found[1].split(",")) <= set(extras)


def test_it_sells_on_the_first_screen(readme: str) -> None:
    first, _, rest = readme.partition("## Start")
    assert re.findall(r"^- \*\*(.+?)\*\*", first, re.MULTILINE) == [
        *("Play", "Write a bot", "Run contests", "Research")
    ]
    assert "docs/_readme/game-light.gif" in first
    assert rest.index("make run") < 500


# -- figures -----------------------------------------------------------------------------------------------------------


def test_figures_are_beside_a_peer_and_have_a_command(readme: str, root: Path) -> None:
    rows = re.findall(r"^\| [^|]+ \| ([\d,]+) \| [^|]+: ([\d,]+) \| ([\d.]+) \| `([^`]+)` \|$", readme, re.MULTILINE)
    assert len(rows) == readme.count("`benchmarks/") >= 4
    bench = re.search(r"^bench:.*?\n\n", (root / "Makefile").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert bench
    for ours, theirs, ratio, command in rows:
        quotient = int(ours.replace(",", "")) / int(theirs.replace(",", ""))
        assert quotient == pytest.approx(float(ratio), rel=0.01)
        assert f"python {command}\n" in bench[0]


@pytest.mark.slow
@pytest.mark.core
@pytest.mark.parametrize("name", ["core", "learn"])
def test_the_commands_of_the_figures_measure_the_peers_or_say_how_to_get_them(name: str, root: Path) -> None:
    done = subprocess.run(
        [sys.executable, root / f"benchmarks/{name}.py", "0.01"], capture_output=True, text=True, timeout=LONG
    )
    assert done.returncode == 0, done.stderr
    for peer in ("socha", "open_spiel")[name == "learn" :]:
        assert re.search(rf"^  {peer}.*( /s|pip install {peer}\b.*)$", done.stdout, re.MULTILINE), done.stdout


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_every_picture_is_there_in_light_and_dark_and_has_words(readme: str, root: Path) -> None:
    pictures = re.findall(
        r'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*'
        r'<img (?:\w+="[^"]*" )*?src="([^"]+)" alt="[^"]{40,}">\s*</picture>',
        readme,
    )
    assert len(pictures) == readme.count("<img") == 4
    for dark, light in pictures:
        assert dark == light.replace("-light.", "-dark.") != light
    shown = {root / path for pair in pictures for path in pair}
    assert shown == set((root / "docs/_readme").iterdir())
    assert max(path.stat().st_size for path in shown) < MOST_BYTES


def test_the_pictures_are_what_schwarm_draws(root: Path, tmp_path: Path) -> None:
    runpy.run_path(str(root / "scripts/pictures"))["draw"](tmp_path)
    kept = root / "docs/_readme"
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in kept.iterdir()}
    for path in tmp_path.glob("*.svg"):
        assert path.read_bytes() == (kept / path.name).read_bytes(), f"{path.name} is behind; run: make pictures"
    for path in tmp_path.glob("*.gif"):
        _look_alike(path, kept / path.name)


def _look_alike(drawn: Path, kept: Path) -> None:
    """The same positions for the same time. Other versions of Pillow may choose other colours, or pack them better."""
    with Image.open(drawn) as one, Image.open(kept) as other:
        assert one.size == other.size
        both = zip(ImageSequence.Iterator(one), ImageSequence.Iterator(other), strict=True)
        for number, (frame, beside) in enumerate(both):
            assert frame.info["duration"] == beside.info["duration"]
            # A fish on another square changes the mean of a square by far more.
            squares = [picture.convert("RGB").resize((12, 12), Image.Resampling.BOX) for picture in (frame, beside)]
            off = max(ImageChops.difference(*squares).tobytes())
            assert off < 10, f"{kept.name} is behind at frame {number}; run: make pictures"


# -- links and verbs ---------------------------------------------------------------------------------------------------


def test_every_verb_has_its_line_in_the_guide(root: Path) -> None:
    page = (root / "docs/commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `schwarm ([a-z-]+)", page, re.MULTILINE) == [*VERBS]
    with (root / "docs/locale/de/LC_MESSAGES/commands.po").open("rb") as file:
        german = {message.id: str(message.string) for message in read_po(file, locale="de")}
    for verb in VERBS:
        (name,) = [message for message in german if re.match(rf"`schwarm {verb}\b(?!-)[^`]*`$", str(message))]
        assert german[name] == name
    for title in SECTIONS:
        english = str(title)
        assert f"## {english}\n" in page
        with speaking("de"):
            assert german[english] == str(title)


def test_links_lead_somewhere(root: Path) -> None:
    for page in [root / "README.md", *(root / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"#]+)"', text):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_a_package_index_shows_no_link_to_what_it_does_not_have(readme: str, root: Path) -> None:
    shown = runpy.run_path(str(root / "scripts/long_description.py"))["dynamic_metadata"]("readme")
    assert shown["content-type"] == "text/markdown"
    text = shown["text"]
    assert not re.findall(r"\]\((?!https?:)|src(?:set)?=|href=|repository only|everywhere", text)
    assert re.findall(r"^#+ .*", text, re.MULTILINE) == re.findall(r"^#+ .*", readme, re.MULTILINE)
    assert blocks(text, "\\w+") == blocks(readme, "\\w+")
    assert readme.count("<!-- repository only -->") == readme.count("<!-- everywhere -->") == 2
    assert "in fifteen lines of Python" in text


def test_its_german_is_for_one_pupil(readme: str) -> None:
    german = readme.partition("## Auf Deutsch")[2].partition("## License")[0]
    assert len(re.findall(r"\b(?:du|dir|dich|deine?[mnrs]?)\b", german)) > 5
    assert not re.search(r"\b(Sie|Ihnen|[Ee]uch|[Ee]ure?|ihr)\b", german)
    sentences = re.split(r"(?<=[.?:])\s+", re.sub(r"```.*?```", "", german, flags=re.DOTALL))
    assert max(len(sentence.split()) for sentence in sentences) <= 25


def test_options_of_make_run_are_for_the_page_that_it_opens(root: Path) -> None:
    known = {name for option in to_command("serve", serve).params for name in option.opts}
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
