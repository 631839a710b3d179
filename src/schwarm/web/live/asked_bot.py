"""What a bot would play in a position: it is started as for a game, moves once, and is ended.

It plays in a room of its own with a server of its own, so that no list and no store hears of it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schwarm.games import State, Team
from schwarm.launch import GameHost, PlayedGame, parse_player, play, report_violation
from schwarm.launch.player_spec import Wait
from schwarm.web.board.position_json import move_json
from schwarm.web.errors import Refusal, Refused
from schwarm.web.live.contract import AskedBotJson
from schwarm.web.live.program_rules import ProgramRules
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.shell.side_process import TOO_BUSY
from schwarm.words import Sentence

MAX_PRINTED = 4_000
"""Characters of what it prints that are shown."""
LOOK_EVERY = 0.02


class AskedBots:
    """Asks one bot at a time; whoever comes meanwhile is told to come back."""

    def __init__(self, programs: ProgramRules) -> None:
        self._programs = programs
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, player: str, state: State) -> AskedBotJson:
        """A bot's move with what it noted and printed; raises `Refused` or `CannotLaunch` with one sentence."""
        self._programs.check([SidePlayer(Kind.PLAYER, player=player)])
        bot = parse_player(player)
        if isinstance(bot, Wait):
            raise Refused(NOBODY_WAITS())
        if self._one_at_a_time.locked():
            raise Refused(TOO_BUSY())
        other = parse_player("random")
        players = (bot, other) if state.to_move is Team.ONE else (other, bot)
        async with self._one_at_a_time:
            played = await asyncio.to_thread(
                play, state, *players, sandbox=self._programs.sandbox, during=_until_first_move
            )
        return _answer(played, state)


@asynccontextmanager
async def _until_first_move(host: GameHost) -> AsyncIterator[None]:
    async def look() -> None:
        while not host.room.record.moves:
            await asyncio.sleep(LOOK_EVERY)
        host.room.cancel()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()


def _answer(played: PlayedGame, state: State) -> AskedBotJson:
    moves, side = played.record.moves, state.to_move
    printed = "\n\n".join(text for _, text in played.output_by_turn(side))[-MAX_PRINTED:]
    if not moves:
        why = " ".join(map(str, report_violation(played)))
        trouble = played.troubles[side.index]
        return {"move": None, "note": "", "seconds": None, "printed": printed, "why": why or str(trouble or NO_MOVE())}
    first = moves[0]
    return {
        "move": move_json(first.move),
        "note": first.note,
        "seconds": first.seconds,
        "printed": printed,
        "why": "",
    }


NOBODY_WAITS = Refusal("Name a bot that can be started here; nobody waits for one that connects.")
NO_MOVE = Sentence("The bot made no move.")
