"""The players of one room of a table: started, waited for, heard to the end, and what they said is kept."""

import asyncio
import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from schwarm.arena.assignment import told as in_words
from schwarm.games import Team
from schwarm.launch import CannotLaunch, Troupe, account, recipe
from schwarm.referee import Room
from schwarm.web.live.side_player import CONTEST, Kind

if TYPE_CHECKING:
    from schwarm.web.live.live_game import Table

PATIENCE = 20.0
"""Seconds in which a program must have taken its seat."""


async def perform(table: "Table", room: Room) -> None:
    """Let everybody who is here take his seat, wait for the end of the game, and keep what programs said."""
    hall = table.hall
    troupe = table.troupe = Troupe(hall.lobby, hall.port, room)
    try:
        for team, place in zip(Team, table.places, strict=True):
            if place.kind is Kind.PLAYER:
                await troupe.seat(team, recipe(place.player))
            elif place.kind is Kind.PERSON and place.visitor and not room.over:
                hall.lobby.seat(room, room.seats[team.index], table.person(team.index))
        if troupe.processes:
            # Programs have to come soon, persons and clients may take their time.
            alone = all(place.taken and place.kind is not Kind.CLIENT for place in table.places)
            await troupe.begun(PATIENCE if alone else math.inf)
        if table.pace is not None:
            await _show_slowly(table, room, troupe)
        await troupe.over.wait()
        await troupe.listen_to_the_end()
    except CannotLaunch as error:
        table.trouble = error.message
        room.cancel()
    finally:
        await troupe.leave()
    if troupe.processes and table.room is room:
        _keep_story(table, troupe)


async def _show_slowly(table: "Table", room: Room, troupe: Troupe) -> None:
    assert table.pace is not None
    while not room.over:
        # Where nobody looks, nothing is shown.
        if len(table.feed) or len(table.hall.feed):
            room.step(time.monotonic())
        with suppress(TimeoutError):
            await asyncio.wait_for(troupe.over.wait(), table.pace)


def _keep_story(table: "Table", troupe: Troupe) -> None:
    told = troupe.story()
    logs = {(turn, team.index): text for team in Team for turn, text in told.said(team)}
    table.why = in_words(account(told, table.limit or CONTEST))
    table.take(told.record)
    table.hall.keep(table, logs)
    table.feed.tell("sync", table.snapshot)
