"""One game at the terminal: shows the board, asks the person, lets the computer move, keeps the record."""

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from schwarm import view
from schwarm.cli.screen import announce, console, write_file
from schwarm.cli.typed import HELP, Verb, understand
from schwarm.games import Outcome, Reason, Team
from schwarm.games.piranhas import PiranhasState
from schwarm.games.record import Record
from schwarm.player import Greedy, Player
from schwarm.words import SchwarmError, Sentence, language, say


class Leave(Exception):
    """The person wants to stop."""


@dataclass(slots=True)
class TerminalGame:
    """A game between persons (None) and computer players, until somebody leaves."""

    record: Record
    players: Mapping[Team, Player | None]
    sides: str | None = None
    file: Path | None = None
    flipped: bool = False
    delay: float = 0.0
    unsaved: bool = field(default=False, init=False)

    def run(self) -> None:
        """Play until the game is over and nobody wants to go on."""
        if self._persons():
            console().print(say("Type a move like {move}; “help” lists the rest.", move=self._example()))
        self.show()
        while True:
            try:
                self._step()
            except SchwarmError as error:
                console().print(str(error), style="yellow")
            except (Leave, EOFError):
                break
            except KeyboardInterrupt:
                console().print()
                break
        self._farewell()

    def _step(self) -> None:
        """One thing happens: the computer moves or the person says something."""
        state = self.record.final
        over = self.record.outcome is not None
        if over and not (self._persons() and sys.stdin.isatty()):
            raise Leave
        if not over and not state.can_move():
            # Only with the official rulings: the game is not lost, but there is nothing to play either.
            console().print(say("{side} cannot move, and by these rules the game does not end.", side=self._mover()))
            raise Leave
        player = self.players[state.to_move]
        if player is not None and not over:
            self._let_move(player)
        else:
            began = time.perf_counter()
            line = self._ask(over)
            self._obey(line, time.perf_counter() - began)

    def _persons(self) -> bool:
        return None in self.players.values()

    # -- the two kinds of players ------------------------------------------------------------------------

    def _let_move(self, player: Player) -> None:
        began = time.perf_counter()
        move = player.choose(self.record.final)
        seconds = time.perf_counter() - began
        time.sleep(max(0.0, self.delay - seconds))
        console().print(say("{side} plays {move}.", side=self._mover(), move=move))
        self._now(self.record.then(move, seconds=seconds))

    def _ask(self, over: bool) -> str:
        prompt = say("The game is over") if over else self._mover()
        return console().input(f"{prompt} > ")

    def _obey(self, line: str, seconds: float) -> None:
        if not line.strip():
            return
        typed = understand(self.record.start.game, line[:1000])
        if typed.move:
            if self.record.outcome is not None:
                console().print(say("The game is over; “undo” takes back a move, “rematch” begins again."))
                return
            self._now(self.record.then(typed.move, seconds=seconds))
        elif typed.square:
            self.show(view.Marks.picking(self.record.final, typed.square))
        elif typed.verb:
            self._commands()[typed.verb](typed.rest)

    def _now(self, record: Record) -> None:
        """The game goes on from here: seen and, where it has a file, saved."""
        self.record, self.unsaved = record, True
        self.show()
        if self.file:
            self._write(self.file)

    # -- commands ----------------------------------------------------------------------------------------

    def _commands(self) -> Mapping[Verb, Callable[[str], None]]:
        return {
            Verb.MOVES: self._moves,
            Verb.HINT: self._hint,
            Verb.UNDO: self._undo,
            Verb.WHY: self._why,
            Verb.SWARMS: self._swarms,
            Verb.FLIP: self._flip,
            Verb.SAVE: self._save,
            Verb.RESIGN: self._resign,
            Verb.REMATCH: self._rematch,
            Verb.HELP: self._help,
            Verb.QUIT: self._quit,
        }

    def _moves(self, rest: str) -> None:
        by_start: dict[str, list[str]] = {}
        for move in self.record.final.legal_moves():
            by_start.setdefault(move.start, []).append(move.to)
        for start, targets in by_start.items():
            console().print(f"  {start} → {' '.join(targets)}")

    def _hint(self, rest: str) -> None:
        state = self.record.final
        if self.record.outcome is None and state.can_move():
            move = Greedy().choose(state)
            console().print(say("Try {move}: {why}", move=move, why=state.explain(move).message))

    def _undo(self, rest: str) -> None:
        """Back to the person's own last move: the computer's answer goes too."""
        steps = 1
        while steps < len(self.record.moves) and self.players[self._mover_before(steps)] is not None:
            steps += 1
        if not self.record.moves:
            console().print(say("There is no move to take back."))
            return
        self._now(self.record.back(steps))

    def _mover_before(self, steps: int) -> Team:
        """Who moved that many moves ago."""
        final = self.record.final.to_move
        return final.opponent if steps % 2 else final

    def _why(self, rest: str) -> None:
        typed = understand(self.record.start.game, rest) if rest else None
        if typed is None or typed.move is None:
            console().print(
                say(
                    "Say which move, like: {why} {move}",
                    why=Verb.WHY.name_in(language()),
                    move=self._example(),
                )
            )
            return
        explanation = self.record.final.explain(typed.move)
        self.show(view.Marks(line=explanation))
        console().print(str(explanation.message))

    def _swarms(self, rest: str) -> None:
        state = self.record.final
        if not isinstance(state, PiranhasState):
            console().print(say("This game has no swarms."))
            return
        for team in Team:
            for swarm in state.swarms(team):
                squares = " ".join(sorted(swarm.squares))
                console().print(f"  {state.game.side(team, self.sides)} {swarm.weight:>2}: {squares}")

    def _flip(self, rest: str) -> None:
        self.flipped = not self.flipped
        self.show()

    def _save(self, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.file or Path(f"{self.record.start.game.id}.txt")
        if path != self.file and path.exists():
            console().print(say("{path} is there already; save under another name.", path=path), style="yellow")
            return
        self._write(path)
        self.file = path
        console().print(say("Saved; go on later with: schwarm play --continue {path}", path=path))

    def _write(self, path: Path) -> None:
        write_file(path, str(self.record).encode())
        self.unsaved = False

    def _resign(self, rest: str) -> None:
        if self.record.outcome is None:
            state = self.record.final
            self._now(self.record.ended(Outcome(state.to_move.opponent, Reason.RESIGNED, state.points())))

    def _rematch(self, rest: str) -> None:
        if self.record.outcome is None:
            console().print(say("The game is not over yet."))
            return
        one, two = self.record.players
        self.players = {team: self.players[team.opponent] for team in Team}
        self.record = Record(self.record.start, players=(two, one), tags=self.record.tags)
        self.file, self.unsaved = None, False
        self.show()

    def _help(self, rest: str) -> None:
        console().print(
            say(
                "A move names two squares: {move}. A single square shows where its piece may go.",
                move=self._example(),
            )
        )
        for letter, name in self.record.start.game.pieces.items():
            console().print(f"  {letter:<12} {name}")
        for verb, text in HELP.items():
            if verb is Verb.SWARMS and not isinstance(self.record.start, PiranhasState):
                continue
            console().print(f"  {verb.name_in(language()):<12} {text}")

    def _quit(self, rest: str) -> None:
        raise Leave

    # -- the screen --------------------------------------------------------------------------------------

    def show(self, marks: view.Marks | None = None) -> None:
        """The board and how the game stands."""
        last = self.record.moves[-1].move if self.record.moves else None
        marks = replace(marks or view.Marks(), last=last)
        state = self.record.final
        screen = console()
        screen.print()
        screen.print(view.rich_text(state, marks, flipped=self.flipped, sides=self.sides))
        announce(state, self.sides, outcome=self.record.outcome)

    def _mover(self) -> str:
        state = self.record.final
        return str(state.game.side(state.to_move, self.sides))

    def _example(self) -> str:
        moves = self.record.final.legal_moves()
        return str(moves[0]) if moves else self.record.start.game.example_move()

    def _farewell(self) -> None:
        if self.record.outcome is None and self.file:
            console().print(say("Go on later with: schwarm play --continue {path}", path=self.file))
        elif self.record.outcome is None and self.unsaved:
            console().print(GOODBYE_UNSAVED())


GOODBYE_UNSAVED = Sentence("The game was not saved; with --save FILE it is, after every move.")
