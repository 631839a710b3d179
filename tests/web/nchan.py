"""A real nginx with nchan in front of a page, with the configuration that the guide shows."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from patience import until

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
MODULE = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
GUIDE = Path(__file__).parents[2] / "docs" / "howto" / "large-contest.md"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    return number


class Nginx:
    """Ports are chosen when it is made; `start` begins to listen."""

    def __init__(self, folder: Path) -> None:
        if not (MODULE.exists() and Path(NGINX).exists()):
            missing = "no nginx with nchan: install Debian's packages nginx-light and libnginx-mod-nchan"
            if os.environ.get("CI"):
                pytest.fail(missing)
            pytest.skip(missing)
        self._folder = folder
        self.port, self.publish_port = free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def publish(self) -> str:
        return f"http://127.0.0.1:{self.publish_port}/publish"

    def start(self, page_port: int) -> None:
        found = re.search(r"```nginx\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
        assert found
        servers = found[1].replace("8001", str(self.publish_port)).replace("127.0.0.1:8000", f"127.0.0.1:{page_port}")
        servers = servers.replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        places = "".join(
            f"{kind}_temp_path {self._folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = self._folder / "nginx.conf"
        config.write_text(
            f"load_module {MODULE};\ndaemon off;\nuser root;\npid {self._folder}/pid;\nerror_log {self._folder}/log;\n"
            f"worker_processes 2;\nworker_rlimit_nofile 20000;\nevents {{ worker_connections 15000; }}\n"
            f"http {{ access_log off;\n{places}{servers}}}\n"
        )
        self._process = subprocess.Popen([NGINX, "-c", config, "-e", self._folder / "log"])
        until(lambda: _answers(self.port), what="nginx")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


@contextmanager
def nginx(folder: Path) -> Iterator[Nginx]:
    made = Nginx(folder)
    try:
        yield made
    finally:
        made.stop()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
