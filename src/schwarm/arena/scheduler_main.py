"""A scheduler as a process beside a server: says its port, and ends with whoever started it."""

import os
import signal
import sys
import threading
from pathlib import Path

from schwarm.arena.cluster_key import NoCluster, split_address
from schwarm.arena.scheduler import schedule


def main() -> int:
    host, port, key = sys.argv[1:]
    # Ctrl-C is for who runs the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_server() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGTERM)

    def began(address: str) -> None:
        print(split_address(address)[1], flush=True)
        threading.Thread(target=end_with_server, daemon=True).start()

    try:
        schedule(host, int(port), Path(key), began=began)
    except NoCluster as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
