"""The players of one room of a table: started, waited for, heard to the end, and what they said is kept."""

import asyncio
import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from schwarm.arena.assignment import to_both_languages as in_words
from schwarm.games import Team
from schwarm.launch import CannotLaunch, LaunchedPlayers, parse_player, report_violation
from schwarm.referee import Room
from schwarm.web.live.side_player import CONTEST_SECONDS, Kind

if TYPE_CHECKING:
    from schwarm.web.live.live_game import LiveGame

MAX_WAIT_SECONDS = 20.0
"""Seconds in which a program must have taken its seat."""


async def host_players(live_game: "LiveGame", room: Room) -> None:
    """Let everybody who is here take his seat, wait for the end of the game, and keep what programs said."""
    live_games = live_game.games
    launched = live_game.launched = LaunchedPlayers(live_games.lobby, live_games.port, room)
    try:
        for team, side in zip(Team, live_game.sides, strict=True):
            if side.kind is Kind.PLAYER:
                await launched.seat(team, parse_player(side.player))
            elif side.kind is Kind.PERSON and side.visitor and not room.over:
                live_games.lobby.seat(room, room.seats[team.index], live_game.person(team.index))
        if launched.processes:
            # Programs have to come soon, persons and clients may take their time.
            alone = all(side.taken and side.kind is not Kind.CLIENT for side in live_game.sides)
            await launched.wait_until_begun(MAX_WAIT_SECONDS if alone else math.inf)
        if live_game.show_every is not None:
            await _show_slowly(live_game, room, launched)
        await launched.over.wait()
        await launched.collect_last_output()
    except CannotLaunch as error:
        live_game.trouble = error.message
        room.cancel()
    finally:
        await launched.stop()
    if launched.processes and live_game.room is room:
        _save_played_game(live_game, launched)


async def _show_slowly(live_game: "LiveGame", room: Room, launched: LaunchedPlayers) -> None:
    assert live_game.show_every is not None
    while not room.over:
        # Where nobody looks, nothing is shown.
        if len(live_game.feed) or len(live_game.games.feed):
            room.step(time.monotonic())
        with suppress(TimeoutError):
            await asyncio.wait_for(launched.over.wait(), live_game.show_every)


def _save_played_game(live_game: "LiveGame", launched: LaunchedPlayers) -> None:
    told = launched.played_game()
    logs = {(turn, team.index): text for team in Team for turn, text in told.output_by_turn(team)}
    live_game.violation = in_words(report_violation(told, live_game.limit or CONTEST_SECONDS))
    live_game.take_final_record(told.record)
    live_game.games.save(live_game, logs)
    live_game.feed.publish("sync", live_game.snapshot)
