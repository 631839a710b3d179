"""`schwarm serve` with its page in three processes and PostgreSQL: page processes are killed while people play, then
everything at once."""

import os
import signal

from patience import PATIENCE, until
from referee.told import LAST_ROUND
from soak.loss import Loss
from soak.page_crowd import PageCrowd
from soak.serve_victims import SPECTATORS, Crowd, ServeVictim
from soak.trouble_victims import NeedsPostgres
from web.arena import Arena
from web.page_link import find_page_processes

PROCESSES = 3
MAX_PAGE_KILLS = 3
"""Page processes that are killed before everything is."""


class SharedPageVictim(NeedsPostgres, ServeVictim):
    kind = "serve, page in three processes, PostgreSQL"

    def serve_and_kill(self) -> None:
        before = len(self.told.outcomes)
        options = ("--start", LAST_ROUND, "--replays", str(self.replays), "--page-processes", str(PROCESSES))
        with Arena(self.data, *options) as arena:
            for _ in range(self.random.randint(1, MAX_PAGE_KILLS)):
                self.kill_page_process(arena)
            crowd = Crowd(arena, self.told, SPECTATORS)
            self.crowds.append(crowd.page)
            crowd.wait_for(before + self.random.randint(1, 20), self.random.randint(1, 4))
            self.pause(0.1)
            processes = find_page_processes(arena.process.pid)
            arena.end(signal.SIGKILL)
            crowd.join()
            until(lambda: not any(map(_lives, processes)), what="the end of the page processes")
            if "Traceback" in arena.errors:
                raise Loss(f"the server said: {arena.errors}")
        self.count(kills=1, games=len(self.told.outcomes) - before + len(crowd.page.told))

    def kill_page_process(self, arena: Arena) -> None:
        """Those who were connected to it have to come again; what they were told stays true."""
        crowd = PageCrowd(arena.page_port, SPECTATORS)
        self.crowds.append(crowd)
        crowd.start()
        until(lambda: crowd.told or crowd.ended, what="a result")
        crowd.check_playing()
        self.pause(0.3)
        processes = find_page_processes(arena.process.pid)
        os.kill(self.random.choice(sorted(processes)), signal.SIGKILL)
        until(lambda: len(find_page_processes(arena.process.pid) - processes) == 1, what="another page process")
        crowd.stop(PATIENCE)
        self.count(kills=1, games=len(crowd.told))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
