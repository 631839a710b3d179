"""The only way from a page to the games that are on: commands go in, plain data and streams come out. Pages hold no
object of a game itself."""

from collections.abc import Sequence
from typing import TypedDict

from schwarm.games import State
from schwarm.games.record import Record
from schwarm.web.board import game_json
from schwarm.web.board.contract import BoardJson
from schwarm.web.board.position_json import board_json
from schwarm.web.errors import NEEDS_TOKEN, NO_GAME, Refused
from schwarm.web.live import actions, game_form
from schwarm.web.live.asked_bot import AskedBots
from schwarm.web.live.browser_player import thinkers_of
from schwarm.web.live.commands import (
    EXHIBITION,
    AdminCommand,
    Answer,
    Command,
    Decline,
    Move,
    OfferDraw,
    RelayedGame,
    Rematch,
    Resign,
    Sit,
    TakeBack,
    Withdraw,
)
from schwarm.web.live.contract import (
    AskedBotJson,
    KeyJson,
    LiveGameJson,
    NewGameFields,
    StatusJson,
    ThinkerJson,
    VisitorJson,
)
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.game_elsewhere import GamesElsewhere
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import MAX_LISTED, LiveGames
from schwarm.web.live.side_player import Kind
from schwarm.web.live.summary import draw_ahead, summaries_json
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.feed import Stream


class Part(TypedDict):
    """What a visitor has to do with a game."""

    mine: list[int]
    """The sides they play."""
    thinks: list[ThinkerJson]
    """The sides for which Hecht thinks in their browser."""
    invite: str | None
    """The code of the link for their opponent, while nobody has followed it."""
    port: int | None
    """Where clients connect, if one is expected."""
    client: bool
    """Whether the game is one of the referee's own."""
    steerable: bool
    """Whether an administrator can pause or end it here."""


class Invitation(TypedDict):
    """What the link for an opponent leads to."""

    key: str
    title: str
    host: str
    board: BoardJson
    free: bool
    """Whether nobody has taken the seat yet."""


class LiveService:
    """Finds the game that is meant and lets it do what is asked. Runs inside the referee's event loop.

    A game that was put away is resumed on demand; what is not granted raises `Refused` with one sentence."""

    def __init__(self, live_games: LiveGames, exhibition: Exhibition) -> None:
        self._games, self._exhibition = live_games, exhibition
        self._elsewhere = GamesElsewhere(live_games)
        self._asked_bots = AskedBots(live_games.programs)

    # -- commands --------------------------------------------------------------------------------------

    async def begin(self, wish: NewGameFields, visitor: Visitor) -> str:
        """Begin a new game as the form asks for it; returns its key."""
        form = await game_form.parse_form(wish, self._games, visitor)
        self._games.programs.check(form.sides)
        live_game = self._games.create(form.record, form.sides, time=form.time, client=_counted(visitor))
        await self._games.saver.wait_until_saved(live_game)
        return live_game.key

    async def handle(self, key: str, visitor: Visitor, command: Command) -> DoneJson | KeyJson:
        """Carry out a command. On return it is usually on disk."""
        if isinstance(command, Rematch):
            return KeyJson(key=await self._rematch(key, visitor))
        live_game = await self._games.find_or_resume(key)
        if live_game is None:
            raise Refused(NO_GAME())
        match command:
            case Move():
                actions.move(live_game, visitor.id, command.text, command.turn, at=command.at, delay=command.delay)
            case TakeBack():
                actions.take_back(live_game, visitor.id)
            case Decline():
                actions.decline(live_game, visitor.id)
            case Resign():
                actions.resign(live_game, visitor.id)
            case Withdraw():
                actions.withdraw(live_game, visitor.id)
            case OfferDraw():
                actions.offer_draw(live_game, visitor.id)
            case Answer():
                actions.answer(live_game, visitor.id, command.request, agrees=command.agrees)
            case Sit():
                actions.sit(live_game, command.code, visitor.id, game_form.clean_name(command.name))
            case _:
                self._administer(live_game, visitor, command)
        await self._games.saver.wait_until_saved(live_game)
        return DoneJson(ok=True)

    def _administer(self, live_game: LiveGame, visitor: Visitor, command: AdminCommand) -> None:
        if not visitor.admin:
            raise Refused(NEEDS_TOKEN())
        actions.administer(live_game, command)

    async def _rematch(self, key: str, visitor: Visitor) -> str:
        """The key of the game that follows; where both ask for it, there is one."""
        async with self._games.rematching:
            live_game = await self._games.find_or_resume(key) or await self._games.find_ended(key)
            if live_game is None:
                raise Refused(NO_GAME())
            if live_game.next_game is None or await self._games.find_or_resume(live_game.next_game) is None:
                live_game.next_game = self._begin_again(live_game, visitor)
        await self._games.saver.wait_until_saved(live_game)
        return live_game.next_game

    def _begin_again(self, live_game: LiveGame, visitor: Visitor) -> str:
        record, sides = actions.rematch(live_game, visitor.id)
        if not visitor.admin and not all(game_form.is_harmless(side) for side in sides):
            raise Refused(NEEDS_TOKEN())
        new = live_game.next_game = self._games.create(
            record, sides, time=live_game.time.swapped(), client=_counted(visitor)
        ).key
        self._games.saver.save(live_game)
        live_game.feed.publish(lambda: ("status", live_game.status()))
        return new

    # -- questions -------------------------------------------------------------------------------------

    async def snapshot(self, key: str) -> LiveGameJson | None:
        """The state of a game, with all its moves; None if it is not on."""
        live_game = await self._games.find_or_resume(key)
        return await self._snapshot(live_game) if live_game else None

    async def _snapshot(self, live_game: LiveGame) -> LiveGameJson:
        """How a game stands; its many drawings are made elsewhere than in the event loop."""
        if not live_game.told:
            await in_background(game_json.draw_ahead, live_game.record)
        return live_game.snapshot()

    async def status(self, key: str) -> StatusJson | None:
        """What changes in a game besides its moves; None if it is not at hand. Resumes nothing."""
        live_game = self._games.find(key)
        return live_game.status() if live_game else None

    async def record(self, key: str) -> Record | None:
        """A game as a value, with its notes so far; None if it is not at hand. Resumes nothing."""
        live_game = self._games.find(key)
        if live_game is None:
            # Whoever looks into the store next finds all moves there.
            await self._games.store.settle(key)
        return live_game.with_notes(live_game.record) if live_game else None

    async def part_of(self, key: str, visitor: Visitor) -> Part | None:
        """A visitor's part in a game, which they join by asking; None if it is not on."""
        live_game = await self._games.find_or_resume(key)
        if live_game is None:
            return None
        actions.arrive(live_game, visitor.id)
        mine = live_game.sides_of(visitor.id)
        invites = [side.invite for side in live_game.sides if mine and side.invite and not side.visitor]
        return {
            "mine": mine,
            "thinks": thinkers_of(live_game.sides, live_game.time, live_game.record.start.game, visitor.id),
            "invite": f"{key}.{invites[0]}" if invites else None,
            "port": self._games.server.port if any(side.kind is Kind.CLIENT for side in live_game.sides) else None,
            "client": not live_game.own,
            "steerable": live_game.steerable,
        }

    async def invitation(self, code: str) -> Invitation | None:
        """What the link with this code leads to; None if it leads nowhere."""
        live_game = await self._games.by_invite(code)
        if live_game is None:
            return None
        record = live_game.record
        return {
            "key": live_game.key,
            "title": record.start.game.title,
            "host": next((name for name in record.players if name), ""),
            "board": board_json(record.final, moves=False),
            "free": not live_game.decided and not all(side.taken for side in live_game.sides),
        }

    async def log(self, key: str, turn: int) -> str | None:
        """Output of a turn's mover; None if the process is gone, so that only the store has it."""
        live_game = await self._games.find_or_resume(key)
        return live_game.log(turn) if live_game else None

    # -- events ----------------------------------------------------------------------------------------

    async def follow(self, key: str, lang: str, you: VisitorJson) -> Stream | None:
        """Everything that happens in a game, beginning with what concerns the visitor alone and the game's state; None
        if it is not on."""
        live_game = await self._games.find_or_resume(key)
        if live_game is None:
            return None
        await self._snapshot(live_game)
        stream = live_game.follow(lang, ("you", you))
        return stream if you["mine"] else live_game.spectators.count(stream)

    async def follow_all(self, lang: str) -> Stream:
        """Small boards of the latest games that are on, and what changes in any."""
        await draw_ahead(self._games.running()[:MAX_LISTED])
        tables = summaries_json(self._games.running()[:MAX_LISTED])
        return self._games.feed.follow(lang, ("tables", tables))

    async def ask_bot(self, player: str, state: State) -> AskedBotJson:
        """What a program would play in a position; asking requires the right to start programs."""
        return await self._asked_bots.ask(player, state)

    async def relay(self, teller: str, games: Sequence[RelayedGame]) -> None:
        """Show games that are played elsewhere: the state of all that `teller` knows."""
        await self._elsewhere.show(teller, games)

    async def forget_relayed(self, events: Sequence[str]) -> None:
        """Forget relayed games of these leagues and contests that are over: the store knows them, with the
        present names of their players."""
        self._elsewhere.forget_ended(events)

    async def show_exhibition(self) -> LiveGameJson | None:
        """The exhibition for a new spectator, if there is one."""
        self._exhibition.begin()
        live_game = self._games.find(EXHIBITION)
        return await self._snapshot(live_game) if live_game else None


def _counted(visitor: Visitor) -> str:
    """By what somebody's games are counted; those from this machine are not."""
    return "" if visitor.local else visitor.client
