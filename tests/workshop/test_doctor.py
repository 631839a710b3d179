"""What the doctor says: one line per part, the same parts as pyproject.toml offers, and how to get what is missing."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from cli.command import schwarm
from schwarm import core
from schwarm.workshop import doctor, native_core

pytestmark = pytest.mark.slow

# Names of packages whose modules are called otherwise.
MODULES = {"pillow": "PIL", "resvg-py": "resvg_py"}


def packages(extras: dict[str, list[str]], extra: str) -> set[str]:
    """What an extra installs in the end."""
    found = set()
    for requirement in extras[extra]:
        if nested := re.fullmatch(r"schwarm\[(.*)\]", requirement):
            found |= {name for other in nested[1].split(",") for name in packages(extras, other)}
        else:
            name = re.split(r"[^\w-]", requirement)[0]
            found.add(MODULES.get(name, name))
    return found


def test_the_extras_are_those_of_the_project(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for extra, modules in doctor.EXTRAS.items():
        assert set(modules) == packages(extras, extra)


@pytest.mark.parametrize(("lang", "there"), [("en", "is available: "), ("de", "ist da: ")])
def test_one_line_for_each_part(lang: str, there: str) -> None:
    done = schwarm("doctor", lang=lang)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[1] for line in lines] == [part.name for part in doctor.parts()]
    assert lines[0].startswith(f"✓ Python {there}")
    assert all(line[0] in "✓–" for line in lines)


def test_what_is_missing_comes_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "available", False)
    monkeypatch.setattr(doctor, "NETWORKS", Path("nowhere"))
    monkeypatch.setattr(doctor, "can_unshare", lambda: False)
    monkeypatch.setattr(doctor, "can_filter", lambda: False)
    monkeypatch.setattr(native_core, "fits", lambda path, python: False)
    monkeypatch.setattr(native_core, "find_headers", lambda: iter(()))
    monkeypatch.setattr(doctor, "find_spec", lambda module: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(doctor, "running_as_root", lambda: False)
    monkeypatch.setattr(doctor, "find_hierarchies", dict)
    monkeypatch.setattr(doctor, "usable_cores", lambda: [0, 1])
    python, *others = doctor.parts()
    assert python.present
    delegated = (
        "Have systemd hand them over: systemd-run --user --scope -p Delegate=yes schwarm … (as root without --user)"
    )
    assert [str(part) for part in others] == [
        "core is missing: Hecht's fast search and the fast Board; without it Hecht searches in Python. "
        "Get it with: pip install wasmtime",
        "web is missing: the page of “schwarm serve”. Get it with: pip install 'schwarm[web]'",
        "arena is missing: matches, tournaments and seasons. Get it with: pip install 'schwarm[arena]'",
        "cluster is missing: contests on many machines. Get it with: pip install 'schwarm[cluster]'",
        "pictures is missing: PNG pictures. Get it with: pip install 'schwarm[pictures]'",
        "networks is missing: what Hecht has learned; without it only counted features evaluate positions. "
        "They come with Schwarm: install it again.",
        "contest is missing: the fast Board in zips for the contest's Python 3.12. Zips get the plain Board, because "
        "there is no Python 3.12 or newer with headers here; install one: pip install uv && uv python install 3.12",
        "bubblewrap is missing: the sandbox around bots; without it they only have limits. On Debian and Ubuntu: "
        "sudo apt-get install bubblewrap. In some containers it is installed but not allowed to work.",
        "libseccomp is missing: what bots in the sandbox may ask of the kernel; without it there is no sandbox. "
        "On Debian and Ubuntu: sudo apt-get install libseccomp2",
        "bot-users is missing: a user of its own for every bot. Only root can start bots as other users; here they run "
        "as you, behind the sandbox, and getaddrinfo for AF_INET with AI_ADDRCONFIG finds nothing there.",
        "control-groups is missing: the kernel would count what bots use; without it Schwarm does, a little late. "
        + delegated,
        "freezer is missing: control groups would hold bots still while they are not asked; without it signals do. "
        + delegated,
        "cores is available: 2 cores, and as many games at a time.",
        "java is missing: bots in .jar files. On Debian and Ubuntu: sudo apt-get install default-jre-headless",
        "chromium is missing: Schwarm's own tests of its page; nobody else needs it. "
        "On Debian and Ubuntu: sudo apt-get install chromium-headless-shell",
    ]
