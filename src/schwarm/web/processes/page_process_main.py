"""A process of the page: shows it to its share of the visitors, until the referee's process ends or says so.

What it is to do comes at its standard input; it says `ready` when it answers. Where the referee's process ended without
a word, visitors are told so for a moment before this one ends, too.
"""

import asyncio
import gc
import pickle
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from schwarm.launch.limits import raise_open_files
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import tell_accept_errors_once
from schwarm.store import open_store
from schwarm.web.app import create_page
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.processes.live_link import LiveLink
from schwarm.web.processes.page_task import MAX_FAREWELL_SECONDS, PageTask
from schwarm.web.processes.remote_live_service import RemoteLiveService
from schwarm.web.server import PageServer
from schwarm.web.shell.side_process import SideProcess
from schwarm.words import SchwarmError, Sentence

THREADS = 8
READY = b"ready\n"


def main() -> int:
    task = pickle.load(sys.stdin.buffer)
    assert isinstance(task, PageTask)
    # Ctrl-C is for who runs the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise_open_files()
    loop_delay = LoopDelay()
    tell_accept_errors_once(loop_delay.loop, lambda message: print(message, file=sys.stderr, flush=True))
    try:
        loop_delay.run(show(task, loop_delay))
    except (SchwarmError, OSError) as error:
        print(error, file=sys.stderr, flush=True)
        return 1
    return 0


async def show(task: PageTask, loop_delay: LoopDelay) -> None:
    """Show the page until there is no referee any more."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(THREADS, "schwarm"))
    link, side_process, asked = LiveLink(), SideProcess(), asyncio.Event()

    def end() -> None:
        asked.set()
        link.ended.set()

    # Whoever started this process ends it by a signal, or by ending itself.
    loop.add_signal_handler(signal.SIGTERM, end)
    store = await asyncio.to_thread(open_store, task.database)
    try:
        await link.connect(task.live)
        app = create_page(
            RemoteLiveService(link),
            AsyncStore(store),
            task.settings,
            forward_to=task.inside,
            side_process=side_process,
            delay=loop_delay.delay,
            is_gone=link.ended.is_set,
        )
        bound = socket.socket(fileno=task.listening)
        bound.setblocking(False)
        server = PageServer(
            app, bound, task.settings.bounds, task.settings.proxies, certificate=task.settings.certificate
        )
        await server.start()
        gc.collect()
        gc.freeze()
        with suppress(OSError):
            sys.stdout.buffer.write(READY)
            sys.stdout.flush()
        await link.ended.wait()
        if task.tells and not asked.is_set():
            print(SERVER_GONE(), file=sys.stderr, flush=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(asked.wait(), MAX_FAREWELL_SECONDS)
        # Whoever follows a game is told that it goes on elsewhere, before the server waits for them.
        await link.close()
        await server.stop()
    finally:
        await link.close()
        await side_process.close()
        store.close()
        gc.unfreeze()


SERVER_GONE = Sentence(
    "The game server ended unexpectedly, and the page ends with it; start it again, and everything continues."
)

if __name__ == "__main__":
    sys.exit(main())
