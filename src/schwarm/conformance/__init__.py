"""What every game must fulfil, for anybody who adds one.

    from schwarm import conformance
    conformance.check(schwarm.game("my-game"), golden=Path("tests/data/my-game"))

Each check is a function of a game and some random games of it; a broken promise raises `NonConformance` with one
sentence. `CHECKS` lists them, so that a test suite can run and name them one by one.
"""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import schwarm
from schwarm import view
from schwarm.conformance.promises import NonConformance, check_core, check_golden, expect
from schwarm.games import End, Game, IllegalMove, Move, Outcome, State, Team, all_games
from schwarm.games.record import Record
from schwarm.words import LANGUAGES, SchwarmError, speaking


def check(game: Game, *, golden: Path, games: int = 10, seed: int = 0) -> None:
    """Run every check on a game, and compare it with the golden data in a folder."""
    plays = random_games(game, games, seed)
    for promise in CHECKS:
        promise(game, plays)
    check_golden(game, golden)


def random_games(game: Game, games: int, seed: int = 0) -> list[Record]:
    """Games of random moves, each to its end."""
    chance = random.Random(seed)
    plays = []
    for number in range(games):
        record = Record(game.start(seed + number))
        while record.outcome is None and (moves := record.final.legal_moves()):
            record = record.then(chance.choice(moves))
        plays.append(record)
    return plays


def check_facts(game: Game, plays: list[Record]) -> None:
    """A game is found under its id, and its facts make sense."""
    expect(schwarm.game(game.id, game.rules) is game, f"{game.id} is not found under its own id")
    expect(any(known.id == game.id for known in all_games()), f"{game.id} is missing from the list of games")
    expect(
        game.id == game.id.lower() and " " not in game.id,
        f"{game.id!r} is not a lower-case id without blanks",
    )
    expect(len(set(game.squares())) == len(game.columns) * len(game.rows), "two squares have the same name")
    expect(all(len(names) == 2 for names in game.sides.values()), "a style of side names does not name two sides")
    expect(eval(repr(game), {"schwarm": schwarm}) is game, f"{game!r} does not give the game back")


def check_starts(game: Game, plays: list[Record]) -> None:
    """The same seed gives the same start, at turn 0 with Red to move."""
    for play in plays[:3]:
        expect(
            play.start.turn == 0 and play.start.to_move is Team.ONE,
            "a start is not at turn 0 with Red to move",
        )
    expect(game.start(seed=7) == game.start(seed=7), "the same seed gives two different starts")
    expect(game.start().outcome() is None, "a start without a seed is over before it began")


def check_endings(game: Game, plays: list[Record]) -> None:
    """Games end, sides alternate, and an outcome makes sense."""
    for play in plays:
        for number, state in enumerate(play.states(), start=play.start.turn):
            expect(state.turn == number, f"turn {state.turn} comes where {number} should: {state}")
            expect(state.to_move is (Team.TWO if number % 2 else Team.ONE), f"the wrong side is to move: {state}")
            expect(1 <= state.round <= game.rounds, f"round {state.round} is not between 1 and {game.rounds}: {state}")
        final = play.final
        if (outcome := final.outcome()) is not None:
            expect(final.legal_moves() == [], f"a finished game has legal moves: {final}")
            for move in final.beyond().legal_moves()[:3]:
                expect(final.explain(move).rule is End.GAME_OVER, f"{move} is not explained by {outcome}: {final}")
        expect(final.turn <= game.last_turn, f"a game goes past its last turn: {final}")
        if game.rules == "documents":
            expect(isinstance(final.outcome(), Outcome), f"there is no legal move, but the game is not over: {final}")


def check_text(game: Game, plays: list[Record]) -> None:
    """Positions, moves and records round-trip through text."""
    for state in _states(plays):
        again = game.parse(str(state))
        expect(again == state and hash(again) == hash(state), f"a position is read back as a different one: {state}")
        expect("\n" not in str(state), f"a position is not one line: {state!s}")
        expect(eval(repr(state), {"schwarm": schwarm}) == state, f"repr does not rebuild the state: {state!r}")
        for move in state.legal_moves():
            expect(game.parse_move(str(move)) == move, f"a move is read back as a different one: {move}")
    for play in plays:
        expect(Record.parse(str(play)) == play, f"a record is read back as a different one:\n{play}")


def check_values(game: Game, plays: list[Record]) -> None:
    """States are immutable values: playing leaves them as they are; they hash, compare, copy and pickle."""
    for state in _states(plays):
        before, key = str(state), hash(state)
        for move in state.legal_moves()[:3]:
            expect(state.play(move) != state, f"{move} changes nothing: {before}")
        expect(
            (str(state), hash(state)) == (before, key),
            f"playing changed the state it was played on: {before}",
        )
        expect(pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state), f"a copy differs: {before}")
        try:
            setattr(state, "turn", 0)  # noqa: B010  (an assignment that type checkers refuse, too)
        except (FrozenInstanceError, AttributeError):
            continue
        raise NonConformance(f"a state can be changed from outside: {before}")


def check_order(game: Game, plays: list[Record]) -> None:
    """Legal moves come without repetition and always in the same order."""
    for state in _states(plays):
        moves = state.legal_moves()
        expect(
            moves == state.legal_moves() == game.parse(str(state)).legal_moves(),
            f"the order changes: {state}",
        )
        expect(len(set(moves)) == len(moves), f"a move is listed twice: {state}")
        if state.outcome() is None:
            expect(state.beyond().legal_moves() == moves, f"the end of the game changes its moves: {state}")


def check_legality(game: Game, plays: list[Record]) -> None:
    """What is listed is legal; what is not listed is refused with the sentence that explains it."""
    chance = random.Random(0)
    squares = game.squares()
    for state in _states(plays, every=15):
        legal = state.legal_moves()
        kind = type(legal[0]) if legal else Move
        others = [kind(*chance.sample(squares, 2)) for _ in range(60)]
        others += [kind(move.start, square) for move in chance.sample(legal, min(3, len(legal))) for square in squares]
        for tried in {*legal, *others}:
            try:
                move = game.parse_move(str(tried))
            except SchwarmError:
                continue
            explanation = state.explain(move)
            wrong = f"{move} is explained wrongly: {explanation.message}: {state}"
            expect(explanation.legal == (move in legal), wrong)
            if not explanation.legal:
                _refused(state, move, str(explanation.message))


def _refused(state: State, move: Move, sentence: str) -> None:
    try:
        state.play(move)
    except IllegalMove as error:
        expect(str(error) == sentence, f"the error and the explanation of {move} differ: {error} / {sentence}")
        return
    raise NonConformance(f"{move} is illegal but can be played: {state}")


def check_symmetry(game: Game, plays: list[Record]) -> None:
    """Turning or mirroring a position turns or mirrors its legal moves, and leaves its outcome."""
    for state, symmetry in product(_states(plays), game.symmetries):
        turned = state.transformed(symmetry)
        expected = {symmetry.move(move) for move in state.beyond().legal_moves()}
        expect(set(turned.beyond().legal_moves()) == expected, f"{symmetry.name} does not map the legal moves: {state}")
        if not symmetry.swaps_teams:
            expect(turned.outcome() == state.outcome(), f"{symmetry.name} changes the outcome: {state}")


def check_drawing(game: Game, plays: list[Record]) -> None:
    """A state can be drawn: as text with every row, as SVG with every square once, in every theme."""
    state = plays[0].final
    drawn = view.text(state)
    expect(all(f" {row} " in drawn for row in game.rows), f"a row is missing in the text drawing:\n{drawn}")
    for theme in ("light", "dark", "auto"):
        picture = view.svg(state, theme=theme)
        squares = [element.get("data-square") for element in ElementTree.fromstring(picture).iter()]
        found = sorted(square for square in squares if square)
        expect(found == sorted(game.squares()), f"the SVG ({theme}) does not show every square once")
        expect(picture == view.svg(state, theme=theme), f"the SVG ({theme}) is not the same twice")


def check_words(game: Game, plays: list[Record]) -> None:
    """Everything a game says can be said in every language."""
    state = plays[0].start
    for language in LANGUAGES:
        with speaking(language):
            said = [str(name) for names in game.sides.values() for name in names]
            said += [str(piece) for piece in game.pieces.values()]
            said += [str(message) for message in state.standing()]
            said += [str(state.explain(move).message) for move in state.legal_moves()[:20]]
            said += [str(play.outcome.sentence(*said[:2])) for play in plays if play.outcome]
            expect(all(said), f"something is said without words in {language}")


Promise = Callable[[Game, list[Record]], None]
CHECKS: tuple[Promise, ...] = (
    check_facts,
    check_starts,
    check_endings,
    check_text,
    check_values,
    check_order,
    check_legality,
    check_symmetry,
    check_drawing,
    check_words,
    check_core,
)


def _states(plays: list[Record], every: int = 4) -> Iterator[State]:
    """Some states of each game: every few turns, and always the last."""
    for play in plays:
        states = list(play.states())
        yield from states[: len(states) - 1 : every]
        yield states[-1]
