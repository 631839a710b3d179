"""What a person can ask for during a game at the terminal, one function each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from shlex import quote

from schwarm import view
from schwarm.cli.files import free_name
from schwarm.cli.screen import tell
from schwarm.cli.terminal import Leave, TerminalGame
from schwarm.cli.typed_input import HELP, Verb, parse_input
from schwarm.games import Reason, Team
from schwarm.games.record import Record
from schwarm.player import Clock, Hecht
from schwarm.words import language, say


def moves(game: TerminalGame, rest: str) -> None:
    """All legal moves, or those of one square."""
    if over(game):
        return
    square = parse_input(game.record.start.game, rest).square if rest else None
    if rest and square is None:
        example = game.example().partition("-")[0]
        tell(say("Which square? For example: {moves} {square}", moves=Verb.MOVES.name_in(language()), square=example))
        return
    by_start: dict[str, list[str]] = {}
    for move in game.record.final.legal_moves():
        by_start.setdefault(move.start, []).append(move.to)
    if square is not None and square not in by_start:
        tell(game.why_nowhere(square))
    for start, targets in by_start.items():
        if square in (None, start):
            tell(f"  {start} → {' '.join(targets)}")


def hint(game: TerminalGame, rest: str) -> None:
    if over(game):
        return
    state = game.record.final
    move = Hecht(level=9).choose(state, Clock(2.0))
    after = ", ".join(str(fact) for fact in state.play(move).standing())
    tell(say("Try {move}. Then: {standing}.", move=move, standing=after) if after else say("Try {move}.", move=move))


def undo(game: TerminalGame, rest: str) -> None:
    """Back to the person's own last move, the computer's answer goes too. A resignation is taken back alone."""
    record = game.record
    if record.outcome and record.outcome.reason is Reason.RESIGNED:
        game.open(replace(record, outcome=None))
        game.look()
        return
    mover, steps = record.final.to_move.opponent, 1
    while steps <= len(record.moves) and game.players[mover] is not None:
        mover, steps = mover.opponent, steps + 1
    if steps > len(record.moves):
        tell(say("There is no move to take back."))
        return
    game.open(record.back(steps))
    game.look()


def why(game: TerminalGame, rest: str) -> None:
    typed = parse_input(game.record.start.game, rest) if rest else None
    if typed is None or typed.move is None:
        tell(say("Which move? For example: {why} {move}", why=Verb.WHY.name_in(language()), move=game.example()))
        return
    explanation = game.record.final.explain(typed.move)
    game.show(view.Marks(line=explanation))
    tell(explanation)


def flip(game: TerminalGame, rest: str) -> None:
    game.flipped = not game.flipped
    game.show()


def save(game: TerminalGame, rest: str) -> None:
    path = Path(rest).expanduser() if rest else game.file or free_name(Path(f"{game.record.start.game.id}.txt"))
    if path != game.file and path.exists():
        tell(say("{path} already exists; save under another name.", path=path), style="yellow")
        return
    game.write(path)
    game.file = path
    tell(say("Saved; continue later with: schwarm play --continue {path}", path=quote(str(path))), whole=True)


def resign(game: TerminalGame, rest: str) -> None:
    if not over(game):
        game.room.resign(game.record.final.to_move)
        game.look()


def rematch(game: TerminalGame, rest: str) -> None:
    """The same start with sides swapped; a file that is being written gets a sister."""
    if not game.over:
        tell(say("The game is not over yet."))
        return
    one, two = game.record.players
    game.players = {team: game.players[team.opponent] for team in Team}
    game.open(Record(game.record.start, players=(two, one), tags=game.record.tags))
    game.unsaved = False
    if game.file:
        game.file = free_name(game.file)
        tell(say("This game is saved in {path}.", path=game.file))
        game.write(game.file)
    game.show()


def rules(game: TerminalGame, rest: str) -> None:
    for sentence in game.record.start.game.brief:
        tell(f"  {sentence}")


def help(game: TerminalGame, rest: str) -> None:
    known = game.record.start.game
    tell(say("A move names two squares: {move}. A single square shows where its piece may go.", move=game.example()))
    for letter in known.pieces:
        tell(f"  {letter:<12} {known.piece_name(letter, game.sides)}")
    for verb, text in HELP.items():
        tell(f"  {verb.name_in(language()):<12} {text}")
    for overlay in known.overlays:
        tell(f"  {str(overlay.name).lower():<12} {overlay.tell}")


def quit(game: TerminalGame, rest: str) -> None:
    raise Leave


def over(game: TerminalGame) -> bool:
    """Whether it is too late for a command; says so."""
    if game.over:
        tell(say("The game is over; “undo” takes back a move, “rematch” starts again."))
    return game.over


COMMANDS: Mapping[Verb, Callable[[TerminalGame, str], None]] = {
    Verb.MOVES: moves,
    Verb.HINT: hint,
    Verb.UNDO: undo,
    Verb.WHY: why,
    Verb.FLIP: flip,
    Verb.SAVE: save,
    Verb.RESIGN: resign,
    Verb.REMATCH: rematch,
    Verb.RULES: rules,
    Verb.HELP: help,
    Verb.QUIT: quit,
}
