"""How long an honest game waits for the referee while other clients misbehave; see `honest_game.py`.

Usage: python -m benchmarks.client_attacks [--seconds N] [NAME…]     without names: all of them
"""

import contextlib
import itertools
from typing import TYPE_CHECKING

from benchmarks.attacked_server import Target
from benchmarks.honest_game import attack, main

if TYPE_CHECKING:
    import socket


def flood(target: Target, connections: int, words: bytes, *, read: bool) -> None:
    """Many connections that say the same again and again; new ones for those that are closed."""
    held: list[socket.socket] = []
    while True:
        while len(held) < connections:
            with contextlib.suppress(OSError):
                client = target.connect()
                client.setblocking(False)
                client.send(b"<protocol>")
                held.append(client)
        for client in list(held):
            try:
                client.send(words)
                while read and client.recv(65536):
                    pass
            except BlockingIOError:
                continue
            except OSError:
                held.remove(client)
                client.close()


@attack
def joins(target: Target) -> None:
    """Forty connections that repeat that they join."""
    flood(target, 40, b"<join/>" * 2000, read=True)


@attack
def deaf(target: Target) -> None:
    """250 clients that ask and never read the answers."""
    flood(target, 250, b'<joinRoom roomId="x"/>' * 700, read=False)


@attack
def rooms(target: Target) -> None:
    """Rooms opened and left in a loop."""
    while True:
        with contextlib.suppress(OSError), target.connect() as one, target.connect() as two:
            one.sendall(b"<protocol><join gameType='swc_2022_ostseeschach'/>")
            two.sendall(b"<protocol><join gameType='swc_2022_ostseeschach'/>")
            two.recv(1)


@attack
def comments(target: Target) -> None:
    """Forty connections that say nothing, in many words."""
    flood(target, 40, b"<!-- nothing --> and more nothing " * 400, read=True)


@attack
def bytes_one_by_one(target: Target) -> None:
    """A hundred connections that send their words byte by byte."""
    held = [target.connect() for _ in range(100)]
    for byte in itertools.cycle(b"<protocol><a>" + b"x" * 60_000):
        for place, client in enumerate(held):
            try:
                client.send(bytes([byte]))
            except OSError:
                client.close()
                held[place] = target.connect()


@attack
def connections(target: Target) -> None:
    """New connections as fast as they come."""
    while True:
        with contextlib.suppress(OSError):
            target.connect().close()


@attack
def lost_games(target: Target) -> None:
    """Games that end as soon as they began, all of them kept."""
    while True:
        with contextlib.suppress(OSError):
            players = [target.connect() for _ in range(40)]
            for player in players:
                player.sendall(b"<protocol><join gameType='swc_2019_piranhas'/>")
            for player in players:
                player.recv(1)
                player.close()


if __name__ == "__main__":
    main("How long an honest game waits while other clients misbehave.")
