"""Copies of the tree for mutants: its files, its core, and an environment of its own in which `schwarm` is the copy."""

import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

START_COVERAGE = "import os; os.environ.get('COVERAGE_PROCESS_START') and __import__('coverage').process_startup()"
"""For a .pth file: also what a test starts is measured."""
BULKY = {".venv", ".git", "build", "dist", "node_modules"}


def files_of(root: Path) -> Iterator[Path]:
    """What git knows or would take up; without git, all that is not hidden, built or installed."""
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        yield from (path for name in listed.stdout.split("\0")[:-1] if (path := root / name).is_file())
    else:
        for top in sorted(root.iterdir()):
            if top.name not in BULKY and not (top.is_dir() and top.name.startswith(".")):
                yield from (
                    path for path in [top, *top.rglob("*")] if path.is_file() and "__pycache__" not in path.parts
                )
    yield from root.glob("src/schwarm/core/_native.*.so")


def copy_tree(root: Path, place: Path) -> Path:
    for path in files_of(root):
        copied = place / path.relative_to(root)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copied)
    environment = place / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
    # Only the folders: what is installed from a source tree (an "editable" install) would be that tree.
    installed = [folder for folder in site.getsitepackages() if Path(folder).is_dir()]
    (packages / "mutants.pth").write_text("\n".join([str(place / "src"), *installed, START_COVERAGE, ""]))
    shutil.copy(Path(__file__).parent / "plugin.py", packages / "mutants_plugin.py")
    command = environment / "bin/schwarm"
    command.write_text(f"#!{environment}/bin/python\nimport sys\nfrom schwarm.cli import main\nsys.exit(main())\n")
    command.chmod(0o755)
    return place
