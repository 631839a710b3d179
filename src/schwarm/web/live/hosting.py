"""The players of a live game's room: started, waited for until the end, and what they printed is saved."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from schwarm.arena.game_job import to_both_languages as in_words
from schwarm.games import Team
from schwarm.launch import (
    Builtin,
    CannotLaunch,
    GameHost,
    MachineFault,
    PlayedGame,
    PlayerSpec,
    Present,
    Wait,
    parse_player,
    report_violation,
)
from schwarm.launch.game_host import MAX_WAIT_SECONDS
from schwarm.referee import Room
from schwarm.web.live.browser_player import BrowserPlayer, seconds_to_think
from schwarm.web.live.game_saver import MAX_SECONDS_TO_SAVE
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.side_player import Kind
from schwarm.words import Message

log = logging.getLogger("schwarm.web")


async def host_room(live_game: LiveGame, room: Room) -> None:
    """Let everybody who is here take their seat, wait for the end of the game, and keep what programs said."""
    keeper = live_game.keeper
    host = live_game.host = GameHost(keeper.server, room, sandbox=keeper.programs.sandbox)

    def give_up(why: Message) -> None:
        live_game.trouble = why
        room.cancel()

    @asynccontextmanager
    async def show(host: GameHost) -> AsyncIterator[None]:
        async with asyncio.TaskGroup() as tasks:
            if live_game.show_every is not None:
                tasks.create_task(_show_slowly(live_game, live_game.show_every, host))
            yield

    try:
        players = _player_at(live_game, room, Team.ONE), _player_at(live_game, room, Team.TWO)
        if keeper.programs.refusal and not all(isinstance(player, Builtin | Present | Wait) for player in players):
            raise CannotLaunch(keeper.programs.refusal)
    except (CannotLaunch, MachineFault) as error:
        give_up(error.message)
        return
    # Programs have to come soon, persons and clients may take their time.
    alone = all(side.here and side.kind is not Kind.CLIENT for side in live_game.sides)
    try:
        played = await host.play(
            players,
            max_wait_seconds=MAX_WAIT_SECONDS if alone else math.inf,
            on_absent=lambda team, why: give_up(why),
            during=show,
        )
    except MachineFault as error:
        give_up(error.message)
        return
    if (host.processes or (any(played.troubles) and not live_game.trouble)) and live_game.room is room:
        await _save_played_game(live_game, played)


def _player_at(live_game: LiveGame, room: Room, team: Team) -> PlayerSpec | Present:
    """Who takes a seat now. People who are not here yet take theirs when they come, and so do clients; who came while
    the room was being opened has theirs."""
    side = live_game.sides[team.index]
    if side.kind is Kind.PLAYER:
        player = parse_player(side.player)
        if side.thinker and isinstance(player, Builtin):
            return Present(_browser_player(live_game, room, team, player))
        return player
    comes = side.kind is Kind.PERSON and side.here and room.seats[team.index].free
    return Present(live_game.person(team.index)) if comes else Wait()


def _browser_player(live_game: LiveGame, room: Room, team: Team, player: Builtin) -> BrowserPlayer:
    def say(error: BaseException) -> None:
        log.error("%s: %s failed", live_game.key, player.title, exc_info=error)

    server, seconds = live_game.keeper.server, seconds_to_think(live_game.time.of(team), room.state.game)
    made = live_game.browser_players[team.index] = BrowserPlayer(room, player.player(), seconds, server, say)
    return made


async def _show_slowly(live_game: LiveGame, show_every: float, host: GameHost) -> None:
    room = host.room
    while not room.over:
        # Where nobody looks, nothing is shown.
        if len(live_game.feed) or len(live_game.keeper.feed):
            room.step(time.monotonic())
        with suppress(TimeoutError):
            await asyncio.wait_for(host.over.wait(), show_every)


async def _save_played_game(live_game: LiveGame, told: PlayedGame) -> None:
    logs = {(turn, team.index): text for team in Team for turn, text in told.output_by_turn(team)}
    live_game.violation = in_words(report_violation(told))
    live_game.take_final_record(told.record)
    # Whoever hears the news asks the store for what was printed.
    await asyncio.wait({live_game.keeper.saver.save(live_game, logs)}, timeout=MAX_SECONDS_TO_SAVE)
    live_game.feed.publish(lambda: ("sync", live_game.snapshot()))
