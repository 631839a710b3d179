"""Zips for tests, and what is said about names that cannot be started."""

import zipfile
from pathlib import Path

import pytest

from schwarm.launch import CannotLaunch, parse_player


def packed(path: Path, files: dict[str, str], way: int = zipfile.ZIP_DEFLATED) -> Path:
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w", way) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def sentence(name: str) -> str:
    with pytest.raises(CannotLaunch) as caught:
        parse_player(name)
    return str(caught.value)
