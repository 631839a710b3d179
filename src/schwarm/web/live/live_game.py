"""One game as the page has it: its room on the referee, who sits there, and everybody who looks on.

A live game outlives its rooms: taking back a move and starting the server again suspend one room and open another where
the record stands. The game loop is the room's alone.
"""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from schwarm.arena.fixture import NO_NOTES
from schwarm.games import Team, TimeControl
from schwarm.games.record import Record
from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.protocol.messages import Event, LeftRoom, MoveRequested, Paused, ResultShown, StateShown
from schwarm.referee import Room
from schwarm.web.board import position_json
from schwarm.web.live.contract import (
    GameEvent,
    LiveGameJson,
    NewMoveJson,
    StatusJson,
    WatchingJson,
)
from schwarm.web.live.seated import Seated
from schwarm.web.live.side_player import SidePlayer, WebPlayer
from schwarm.web.live.snapshot import Snapshot, clocks_json
from schwarm.web.live.spectator_count import Spectators
from schwarm.web.shell.feed import Feed, Stream, encode_joined
from schwarm.words import Message

if TYPE_CHECKING:
    from schwarm.launch import GameHost
    from schwarm.web.live.browser_player import BrowserPlayer
    from schwarm.web.live.live_games import LiveGames


class LiveGame(Seated):
    """A game that is on, or was a moment ago."""

    steerable = True
    """Whether it is played here, so that it can be paused and ended."""

    def __init__(
        self,
        keeper: "LiveGames",
        key: str,
        record: Record,
        sides: tuple[SidePlayer, SidePlayer],
        *,
        time: TimeControl = UNLIMITED_TIME,
        pace: float | None = None,
        kept: bool = True,
        own: bool = True,
    ) -> None:
        self.keeper, self.key, self.record, self.sides = keeper, key, record, sides
        self.time = time
        """The time control that was agreed; what it means for each side is in the record."""
        self.show_every = pace
        """Seconds between the moves of computer players that show something; None: as fast as they like."""
        self.stored = kept
        """Whether every move is written down, so that the game goes on after a restart."""
        self.own = own
        self.feed: Feed[GameEvent] = Feed()
        self.spectators = Spectators(self._on_spectators)
        self.room: Room | None = None
        self.host: GameHost | None = None
        self.notes: dict[int, str] = {}
        self.trouble: Message | None = None
        self.not_saved: Message | None = None
        """Why the game is not on disk as it stands, if it is not."""
        self.violation = NO_NOTES
        """Why the last game was broken off, as far as its bots let it be known."""
        self.next_game: str | None = None
        self.wants_back: int | None = None
        """The side that asked for its move back, until the other answers, a move is made or the game is decided."""
        self.wants_draw: int | None = None
        """The side that offers a draw, for as long."""
        self.touched = monotonic()
        self._asked_at = monotonic()
        self._persons = (WebPlayer(), WebPlayer())
        self.browser_players: dict[int, BrowserPlayer] = {}  # engines that think in a browser, by their sides
        self._hosting: set[asyncio.Task[None]] = set()
        self._snapshot = Snapshot()

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.record.outcome is not None

    @property
    def decided(self) -> bool:
        """Whether nothing more can happen, though the result may not be told yet."""
        return self.over or (self.room is not None and self.room.over)

    @property
    def live(self) -> bool:
        """Whether it goes on, or will."""
        return not self.over and self.trouble is None

    @property
    def settled(self) -> bool:
        """Whether it is over, and all that its players leave behind is on disk."""
        return not self.live and not self._hosting

    @property
    def running(self) -> bool:
        return self.room is not None and self.room.running and not self.room.over and not self.over

    def status(self) -> StatusJson:
        """What changes during a game besides its moves."""
        # The exhibition's room is paused between its moves, which is nobody's pause.
        room = self.room if self.show_every is None else None
        paused = room is not None and room.paused
        asked = self.running and not (room and room.paused and room.asked is None)
        return {
            "key": self.key,
            "live": self.live,
            "settled": self.settled,
            "running": self.running,
            "paused": paused,
            "asked": asked,
            "players": [side.to_player(name) for side, name in zip(self.sides, self.record.players, strict=True)],
            "clocks": clocks_json(self.record),
            "elapsed": round(monotonic() - self._asked_at, 2) if asked else 0.0,
            "outcome": position_json.outcome_json(self.record.outcome, self.record.start.game, self.record.players),
            "undo": self.can_go_back,
            "wantsBack": self.wants_back,
            "wantsDraw": self.wants_draw,
            "again": self.own and self.show_every is None and all(side.taken for side in self.sides),
            "next": self.next_game,
            "trouble": str(self.trouble) if self.trouble else None,
            "notSaved": str(self.not_saved) if self.not_saved else None,
        }

    @property
    def told(self) -> bool:
        """Whether somebody who speaks this language knows how it stands, so that saying it again takes no time."""
        return self._snapshot.told

    def snapshot(self) -> LiveGameJson:
        """Everything, for somebody who just came. What does not change is remembered."""
        return {**self._snapshot.tell(self.record, self.notes, playable=not self.over), **self.status()}

    def follow(self, lang: str, *first: GameEvent) -> Stream:
        """A new reader, told `first` and the state of the game."""
        sync = encode_joined(
            "sync", self._snapshot.encode(self.record, self.notes, playable=not self.over), self.status()
        )
        return self.feed.follow(lang, *first, sync, self._watching())

    def _watching(self) -> GameEvent:
        return "watching", WatchingJson(watching=self.spectators.number)

    # -- opening and closing ---------------------------------------------------------------------------

    def open(self) -> None:
        """A room in which the game goes on from where the record stands; who is here takes their seat."""
        seats = tuple(side.seat(team) for team, side in zip(Team, self.sides, strict=True))
        names = seats[0].name, seats[1].name
        time = self.time.for_each(lambda team, limits: self.sides[team.index].limits(limits))
        self.record = Record(self.record.start, self.record.moves, names, tags=self.record.tags, time=time)
        self.room = self.keeper.lobby.open(
            self.record.start.game, (seats[0], seats[1]), record=self.record, paused=self.show_every is not None
        )
        self.keeper.rooms[self.room.id] = self
        self.room.observe(self, inside=True)
        self.violation = NO_NOTES
        hosting = asyncio.get_running_loop().create_task(self.keeper.host(self, self.room))
        self._hosting.add(hosting)
        hosting.add_done_callback(self._hosting.discard)

    def watch(self, room: Room) -> None:
        """Look at a room that others opened."""
        self.room = room
        self.record = room.record
        self._asked_at = monotonic()
        self.keeper.rooms[room.id] = self
        room.observe(self, inside=True)

    async def close(self) -> None:
        """Leave the room without a result; the game goes on another day."""
        self._leave()
        self.feed.close()
        for task in list(self._hosting):
            with suppress(asyncio.CancelledError, TimeoutError):
                await asyncio.wait_for(task, 15)

    def _leave(self) -> None:
        """Leave the room; what it says as it closes is no news."""
        room, self.room = self.room, None
        if room is not None:
            self.keeper.rooms.pop(room.id, None)
            room.suspend()

    # -- what happens in the room ----------------------------------------------------------------------

    def notify(self, event: Event) -> None:
        room = self.room
        if room is None:
            return
        self.touched = monotonic()
        match event:
            case StateShown():
                self.take_record(room.record)
            case ResultShown():
                self.feed.publish(lambda: ("end", self.status()))
                self.keeper.mark_changed(self)
            case Paused() | MoveRequested() if self.show_every is None:
                self.feed.publish(lambda: ("status", self.status()))
            case LeftRoom():
                self.keeper.rooms.pop(room.id, None)
                if not self.over and self.own and self.trouble is None:
                    # Whoever waited with us went before the game began: wait for the next one.
                    asyncio.get_running_loop().call_soon(self.open)

    def disconnect(self) -> None:
        """Live games only look on."""

    def take_record(self, after: Record) -> None:
        """The game stands like this now, usually one move later."""
        before = len(self.record.moves)
        self._asked_at = self.touched = monotonic()
        self.record = after
        if len(after.moves) <= before:
            self._snapshot.clear()
            self.feed.publish(lambda: ("sync", self.snapshot()))
            self.keeper.mark_changed(self)
            return
        self.wants_back = self.wants_draw = None
        turn = after.final.turn - 1
        if self.host is not None and (said := self.host.note(turn)):
            self.notes[turn] = said
        if self.stored:
            printed = self.log(turn)
            self.keeper.saver.save(self, {(turn, turn % 2): printed} if printed else {})
        self._snapshot.append_move(after, self.notes.get(turn, ""))
        self.feed.publish(lambda: ("move", self._move_json()))
        self.keeper.mark_changed(self)

    def _move_json(self) -> NewMoveJson:
        told = self.snapshot()
        return {
            "move": told["moves"][-1],
            "position": told["positions"][-1],
            "stamps": position_json.stamps_json(self.record.final),
            **self.status(),
        }

    def with_notes(self, record: Record) -> Record:
        """A record with what programs have noted about their moves by now."""
        return record.with_notes(self.notes)

    def meta(self) -> dict[str, Any] | None:
        """What is stored beside the record, so that a game of the page goes on."""
        sides, why = [side.to_json() for side in self.sides], list(self.violation)
        kept = {"places": sides, "time": str(self.time), "next": self.next_game, "why": why}
        return kept if self.own else None

    def mark_saved(self, trouble: Message | None) -> None:
        """The game is on disk, or why it is not; news only where that changes."""
        changed, self.not_saved = (self.not_saved is None) != (trouble is None), trouble
        if changed:
            self.feed.publish(lambda: ("status", self.status()))

    def log(self, turn: int) -> str | None:
        """What the mover of a turn has printed, as long as its process is here."""
        if self.host is None or not self.host.processes:
            return None
        return "\n".join(map(str, self.host.output_of_turn(turn)))

    def take_final_record(self, record: Record) -> None:
        """The whole story is known now: the record with all notes."""
        self.record, self.notes = record, {}
        self._snapshot.clear()

    def _on_spectators(self) -> None:
        self.feed.publish(self._watching)
        self.keeper.mark_changed(self)

    def person(self, side: int) -> WebPlayer:
        return self._persons[side]

    def reopen(self, record: Record) -> None:
        """Go on from another place of this game: the old room is left without a result."""
        self._leave()
        self.record, self.wants_back, self.wants_draw = record, None, None
        self._snapshot.clear()
        self.open()
        self.keeper.saver.save(self)
        self.feed.publish(lambda: ("sync", self.snapshot()))
        self.keeper.mark_changed(self)
