"""Texts of seasons, and the seasons that are read from them."""

from pathlib import Path

from schwarm.arena.season import Season
from schwarm.arena.season_file import read_season

HEAD = 'title = "Cup"\ngame = "piranhas-2026"\n'


def written(folder: Path, text: str) -> Season:
    (folder / "season.toml").write_text(text, encoding="utf-8")
    return read_season(folder)


def teams(number: int, groups: int = 1) -> str:
    return "".join(
        f'[[team]]\nname = "t{place:02}"\nbot = "random"\ngroup = "{"ABCD"[place % groups]}"\n'
        for place in range(number)
    )
