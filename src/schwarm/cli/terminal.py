"""One game at the terminal: shows the board, asks the person, lets the computer move, keeps the record."""

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from shlex import quote

from schwarm import view
from schwarm.cli.files import keep_unfinished, write_file
from schwarm.cli.screen import announce, console, list_groups, tell
from schwarm.cli.typed_input import Verb, parse_input
from schwarm.games import IllegalMove, Move, Overlay, Team
from schwarm.games.record import Record
from schwarm.player import Clock, Player
from schwarm.protocol.messages import Event
from schwarm.referee import Room, Seat
from schwarm.words import Message, SchwarmError, Sentence, say


class Leave(Exception):
    """The person wants to stop."""


class TerminalPlayer:
    """A seat at the terminal. It need not listen: the terminal looks at the room itself."""

    def notify(self, event: Event) -> None:
        pass

    def disconnect(self) -> None:
        pass


@dataclass(slots=True)
class TerminalGame:
    """A game between persons (None) and computer players, until a person leaves."""

    record: Record
    """The game as it stood at the last look; the room goes on with it."""
    players: Mapping[Team, Player | None]
    commands: Mapping[Verb, Callable[["TerminalGame", str], None]]
    """The commands, and what each does."""
    sides: str | None = None
    file: Path | None = None
    flipped: bool = False
    delay: float = 0.0
    unsaved: bool = field(default=False, init=False)
    room: Room = field(init=False)
    chairs: Mapping[Team, TerminalPlayer] = field(init=False)

    def __post_init__(self) -> None:
        self.open(self.record)

    def open(self, record: Record) -> None:
        """A room in which this game goes on. A person at the keyboard has all the time in the world."""
        self.record = record
        seats = Seat(Team.ONE, record.players[0]), Seat(Team.TWO, record.players[1])
        self.room = Room("terminal", record, seats=seats)
        self.chairs = {team: TerminalPlayer() for team in Team}
        if record.outcome is None:
            for seat in seats:
                self.room.sit(seat, self.chairs[seat.team], time.monotonic())

    @property
    def over(self) -> bool:
        return self.record.outcome is not None

    @property
    def persons(self) -> bool:
        """Whether anybody here has to be asked."""
        return None in self.players.values()

    def run(self) -> None:
        """Play until the game is over and no person goes on."""
        if self.file and not self.file.exists():
            self.write(self.file)
        if self.persons:
            tell(
                say(
                    "Type a move like {move}; “help” lists the commands, “rules” explains the game.",
                    move=self.example(),
                )
            )
        self.show()
        while True:
            try:
                self._step()
            except SchwarmError as error:
                tell(error, style="yellow")
            except Leave:
                break
            except (EOFError, KeyboardInterrupt):
                tell()
                break
        self._farewell()

    def _step(self) -> None:
        """One thing happens: the computer moves or the person says something."""
        state = self.record.final
        if self.over and not (self.persons and sys.stdin.isatty()):
            raise Leave
        if not self.over and not state.legal_moves():
            # Only with the official rulings: the game is not lost, but there is nothing to play either.
            tell(say("{side} cannot move, and by these rules the game does not end.", side=self.mover()))
            raise Leave
        player = self.players[state.to_move]
        if player is not None and not self.over:
            began = time.monotonic()
            move = player.choose(state, Clock())
            at = time.monotonic()
            time.sleep(max(0.0, self.delay - (at - began)))
            self._play(state.game.parse_move(str(move)), at)
        else:
            self._obey(self._ask(), time.monotonic())

    def _ask(self) -> str:
        prompt = say("The game is over (undo, rematch, save, quit)") if self.over else self.mover()
        return console().input(f"{prompt} > ")

    def _obey(self, line: str, at: float) -> None:
        if not line.strip():
            return
        typed = parse_input(self.record.start.game, line[:1000])
        if typed.verb:
            if isinstance(typed.verb, Overlay):
                list_groups(self.record.final, typed.verb, self.sides)
            else:
                self.commands[typed.verb](self, typed.rest)
        elif self.over:
            tell(say("The game is over; “undo” takes back a move, “rematch” starts again."))
        elif typed.move:
            # A slip of the fingers is no violation: the room hears of legal moves only.
            self.record.final.play(typed.move)
            self._play(typed.move, at)
        elif typed.square:
            self._pick(typed.square)

    def _pick(self, square: str) -> None:
        """Show where the piece on a square may go, or say why nowhere."""
        state = self.record.final
        marks = view.Marks.picking(state, square)
        if not marks.targets:
            raise IllegalMove(self.why_nowhere(square))
        self.show(marks)

    def why_nowhere(self, square: str) -> Message:
        """Why nothing may go from a square."""
        state = self.record.final
        if state.owner(square) is state.to_move:
            return NO_MOVE(square=square)
        other = next(name for name in state.game.squares() if name != square)
        return state.explain(Move(square, other)).message

    def _play(self, move: Move, at: float) -> None:
        state, side = self.record.final, self.mover()
        explanation = state.explain(move)
        self.room.move(self.chairs[state.to_move], lambda _: move, at=at, now=time.monotonic())
        if self.players[state.to_move] is not None:
            tell(say("{side} plays {move}.", side=side, move=move))
        if explanation.rule.name != "FREE":
            tell(explanation)
        self.look()

    def look(self) -> None:
        """See how the game stands in the room now and, where it has a file, save it."""
        self.record, self.unsaved = self.room.record, True
        # Without a person to watch or to ask, the moves and the end are enough.
        if self.persons or self.over or sys.stdout.isatty():
            self.show()
        if self.file:
            self.write(self.file)

    def write(self, path: Path) -> None:
        """Save the game in a file."""
        write_file(path, str(self.record).encode())
        self.unsaved = False

    def show(self, marks: view.Marks | None = None) -> None:
        """The board and how the game stands."""
        last = self.record.moves[-1].move if self.record.moves else None
        marks = replace(marks or view.Marks(), last=last)
        state = self.record.final
        tell()
        console().print(view.rich_text(state, marks, flipped=self.flipped, sides=self.sides))
        announce(state, self.sides, outcome=self.record.outcome)

    def mover(self) -> str:
        state = self.record.final
        return str(state.game.side(state.to_move, self.sides))

    def example(self) -> str:
        """A move that can be made now."""
        moves = self.record.final.legal_moves()
        return str(moves[0]) if moves else self.record.start.game.example_move()

    def _farewell(self) -> None:
        if not self.unsaved:
            if self.file and not self.over:
                tell(say("Continue later with: schwarm play --continue {path}", path=quote(str(self.file))), whole=True)
        elif sys.stdin.isatty() and self.record.moves and self.persons:
            path = keep_unfinished(self.record)
            again = quote(str(path))
            tell(say("The game is saved; continue with: schwarm play --continue {path}", path=again), whole=True)
        elif not self.over:
            tell(GOODBYE_UNSAVED)


GOODBYE_UNSAVED = Sentence("The game was not saved; use --save FILE to save it after every move.")
NO_MOVE = Sentence("The piece on {square} has no legal move.")
