"""Bots that do what bots must not do; and one that behaves."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time

from schwarm.player import Player


class Plain(Player):
    """The first legal move."""

    def choose(self, state, clock):
        return state.legal_moves()[0]


class NoStart(Plain):
    """Breaks down before it ever connects."""

    def __init__(self):
        print("no licence found", flush=True)
        os._exit(3)


class Hangs(Plain):
    def choose(self, state, clock):
        if state.turn > 3:
            time.sleep(10_000)
        return super().choose(state, clock)


class Crashes(Plain):
    def choose(self, state, clock):
        if state.turn > 3:
            raise RuntimeError("out of ideas")
        return super().choose(state, clock)


class Segfaults(Plain):
    def choose(self, state, clock):
        if state.turn > 3:
            ctypes.string_at(0)
        return super().choose(state, clock)


class Forks(Plain):
    """Many processes, which do not want to end and hide in sessions of their own."""

    def choose(self, state, clock):
        if state.turn > 1:
            for _ in range(1000):
                if os.fork() == 0:
                    os.setsid()
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    time.sleep(10_000)
            time.sleep(10_000)
        return super().choose(state, clock)


class Eats(Plain):
    def choose(self, state, clock):
        if state.turn > 1:
            food = []
            while True:
                food.append(b"x" * 20_000_000)
                time.sleep(0.005)
        return super().choose(state, clock)


class Shouts(Plain):
    """Gigabytes on standard output."""

    def choose(self, state, clock):
        if state.turn < 4:
            for _ in range(12_000):
                sys.stdout.write("x" * 50_000 + "\n")
        return super().choose(state, clock)


class Scribbles(Plain):
    """Notes as many lines as there is room for, and then leaves."""

    def choose(self, state, clock):
        if state.turn > 3:
            line = json.dumps({"turn": state.turn % 2, "note": "a\n" * 2_000}) + "\n"
            with open(os.environ["SCHWARM_NOTES"], "w", encoding="ascii") as file:
                file.write(line * (1_000_000 // len(line)))
            os._exit(1)
        return super().choose(state, clock)


class Orphans(Plain):
    """Leaves children behind, some of which nobody knows as its children any more."""

    def choose(self, state, clock):
        if state.turn < 4:
            subprocess.Popen(["sh", "-c", "sleep 9999 & setsid sleep 9999 & nohup sleep 9999 &"])
        return super().choose(state, clock)


class IgnoresTheEnd(Plain):
    """Does not listen to anybody who asks it to end, and does not end with its game."""

    def __init__(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    def ended(self, outcome):
        time.sleep(10_000)
