"""The page of `schwarm serve`: said once it answers; where it cannot be, one sentence says why."""

import http.client
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import schwarm
from cli.serving import Serving
from patience import PATIENCE, until
from schwarm.store import open_store
from schwarm.store.page import find_address
from schwarm.web import page_port
from web.arena import Visitor

pytestmark = pytest.mark.slow


def status(port: int, host: str = "127.0.0.1") -> int:
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    connection.request("GET", "/")
    found = connection.getresponse().status
    connection.close()
    return found


@pytest.mark.parametrize(
    ("lang", "there", "stopped"),
    [
        (
            "en",
            "The page is at http://127.0.0.1:",
            "Stopped; games on the page continue at the next start, all others were",
        ),
        ("de", "Die Seite ist unter http://127.0.0.1:", "Beendet; Spiele der Seite gehen beim nächsten Start weiter"),
    ],
)
def test_the_address_is_said_when_the_page_answers(tmp_path: Path, lang: str, there: str, stopped: str) -> None:
    with Serving("--page-port", "0", "--data", str(tmp_path), page=True, lang=lang) as server:
        line = server.line("http://")
        assert line.startswith(there)
        assert status(int(line.rstrip("/").rpartition(":")[2])) == 200
        # The page's own show begins; nobody at the terminal asked for it.
        visitor = Visitor(int(line.rstrip("/").rpartition(":")[2]))
        until(lambda: visitor.facts("exhibition")["running"], what="the show")
        assert server.end() == 0
        (last,) = server.rest()
        assert last.startswith(stopped)
        assert server.errors == ""
    assert (tmp_path / "schwarm.sqlite").exists()


def test_where_nobody_chose_a_port_another_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            pass  # somebody else has it, which is as good
        with Serving("--data", str(tmp_path), page=True) as server:
            port = int(server.line("http://").rstrip("/").rpartition(":")[2])
            assert port != 8000
            assert status(port) == 200


def test_a_page_that_runs_already_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Serving("--page-port", "0", "--data", str(tmp_path), page=True) as server:
        address = server.line("http://").split()[-1]
        monkeypatch.setattr(page_port, "PAGE_PORT", int(address.rstrip("/").rpartition(":")[2]))
        assert page_port.running_page() == address
        server.end()
    assert page_port.running_page() is None


def test_a_store_knows_its_page_while_that_is_shown(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with Serving("--page-port", "0", "--data", str(tmp_path), page=True) as server:
        address = server.line("http://").split()[-1]
        until(lambda: page_port.page_of(store) == address, what="the page noting its address")
        page_port.forget_page(store, "http://127.0.0.1:1/")
        assert page_port.page_of(store) == address, "that was another's"
        server.end()
    assert find_address(store) is None
    store.close()


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = schwarm("serve", "--port", "0", "--page-port", str(port), "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr == (
        f"Error: The page cannot use port {port} on 127.0.0.1 (it is in use); choose another with --page-port.\n"
    )


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = schwarm("serve", "--port", "0", "--page-port", "0", "--data", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "choose another folder with --data" in done.stderr


def test_opening_the_game_server_does_not_open_the_page(tmp_path: Path) -> None:
    with Serving("--host", "0.0.0.0", "--page-port", "0", "--data", str(tmp_path), page=True) as server:
        port = int(server.line("http://").rstrip("/").rpartition(":")[2])
        listening = subprocess.run(
            [sys.executable, "-c", f"import socket; socket.create_connection((socket.gethostname(), {port}), 2)"],
            capture_output=True,
            env=os.environ,
        )
        address = socket.gethostbyname(socket.gethostname())
        if not address.startswith("127."):
            assert listening.returncode != 0


def test_help_names_the_options() -> None:
    told = schwarm("serve", "--help").stdout
    for option in ("--page-port", "--no-page", "--public", "--data"):
        assert option in told


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux counts threads there")
@pytest.mark.parametrize(("given", "threads"), [({}, 1), ({"OPENBLAS_NUM_THREADS": "2"}, 2)])
def test_sums_take_one_thread_and_leave_the_cores_to_games(given: dict[str, str], threads: int) -> None:
    told = (
        "import os, sys\nfrom schwarm.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "import numpy; numpy.linalg.solve(numpy.eye(400), numpy.ones(400))\n"
        "print(len(os.listdir('/proc/self/task')))"
    )
    plain = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=plain | given)
    assert done.stdout.split()[-1] == str(threads)
