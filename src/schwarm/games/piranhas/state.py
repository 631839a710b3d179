"""A position of Piranhas: who is where, what may move, what hangs together.

What a position means for the game (credit, end, winner) differs by season: see `seasons`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Self

from schwarm.games.base import Explanation, IllegalMove, Move, State, Symmetry
from schwarm.games.outcome import Outcome, Team
from schwarm.games.overlay import Group
from schwarm.games.piranhas import explanations, geometry, text
from schwarm.words import Message

if TYPE_CHECKING:
    from schwarm.games.piranhas.seasons import Piranhas


class Squid(Enum):
    """The only inhabitant that never moves. Fish swim through it, but no move ends on it (000, 001)."""

    SQUID = "x"


SQUID = Squid.SQUID


class Fish(NamedTuple):
    """A fish of a side. It weighs 1 to 3 in 2026 and always 1 in 2019."""

    team: Team
    weight: int


class Swarm(NamedTuple):
    """Fish of one side that are connected, and what they weigh together."""

    squares: frozenset[str]
    weight: int


@dataclass(frozen=True, slots=True, repr=False)
class PiranhasState(State):
    """A position. The sets of squares are integers, see `water`; `credit` is who brought about the first swarm."""

    game: "Piranhas"
    turn: int
    red: int
    blue: int
    medium: int
    large: int
    squids: int
    credit: Team | None = None
    """Who first brought about a complete swarm; nobody in 2019, where it does not count."""

    # -- moving ------------------------------------------------------------------------------------------

    def fish(self, team: Team) -> int:
        """The squares of a side's fish."""
        return self.red if team is Team.ONE else self.blue

    def moves(self) -> Iterator[Move]:
        """The legal moves one by one.

        000: "genauso viele Felder in eine Richtung, wie insgesamt Fische (beider Farben) auf dieser Linie
        sind"; landing on an empty square or an opponent's; never over an opponent.
        """
        own, other = (self.red, self.blue) if self.turn % 2 == 0 else (self.blue, self.red)
        fish = own | other
        no_landing = own | self.squids
        left = own
        while left:
            start = left & -left
            left ^= start
            for line, by_count in geometry.LINES[start.bit_length() - 1]:
                for move, target, between in by_count[(fish & line).bit_count()]:
                    if not (target & no_landing or between & other):
                        yield move

    def legal_moves(self) -> list[Move]:
        return list(self.moves())

    def can_move(self) -> bool:
        return next(self.moves(), None) is not None

    def towards(self, start: str, direction: str) -> Move:
        """The move the rules fix for a start and a direction (`UP`, `UP_RIGHT`, …), if it is legal."""
        step = geometry.SWIM_BY_DIRECTION.get((start, direction, 1))
        if step is not None:
            fish = (step.line & (self.red | self.blue)).bit_count()
            swim = geometry.SWIM_BY_DIRECTION.get((start, direction, fish))
            if swim is not None and self._legal(swim):
                return swim.move
        explanation = explanations.explain_direction(self, start, direction)
        raise IllegalMove(explanation.message, explanation)

    def explain(self, move: Move | str) -> Explanation:
        if isinstance(move, str):
            move = self.game.parse_move(move)
        return explanations.explain(self, move)

    def _legal(self, swim: geometry.Swim) -> bool:
        """Whether the side to move may swim there: its own fish, the right distance, nothing in the way."""
        own, other = (self.red, self.blue) if self.turn % 2 == 0 else (self.blue, self.red)
        return bool(
            swim.start & own
            and (swim.line & (own | other)).bit_count() == swim.distance
            and not swim.target & (own | self.squids)
            and not swim.between & other
        )

    def _play(self, move: Move) -> Self:
        swim = geometry.SWIM_BY_MOVE.get(move)
        if swim is None or not self._legal(swim):
            explanation = self.explain(move)
            raise IllegalMove(explanation.message, explanation)
        mover = self.to_move
        own, other = self.fish(mover), self.fish(mover.opponent)
        own = own ^ swim.start | swim.target
        other &= ~swim.target
        red, blue = (own, other) if mover is Team.ONE else (other, own)
        return self.__class__(
            self.game,
            self.turn + 1,
            red,
            blue,
            _carry(self.medium, swim),
            _carry(self.large, swim),
            self.squids,
            self.credit or self.game.first_swarm(mover, red, blue),
        )

    # -- swarms ------------------------------------------------------------------------------------------

    def swarms(self, team: Team) -> list[Swarm]:
        """A side's swarms, the heaviest first."""
        found = [
            Swarm(frozenset(geometry.names(squares)), self.weight(squares))
            for squares in geometry.swarms_of(self.fish(team))
        ]
        return sorted(found, key=lambda swarm: -swarm.weight)

    def heaviest(self, team: Team) -> int:
        """The weight of a side's heaviest swarm; 0 without fish."""
        return max(map(self.weight, geometry.swarms_of(self.fish(team))), default=0)

    def united(self, team: Team) -> bool:
        """Whether all fish of a side, at least one, are in a single swarm."""
        return geometry.united(self.fish(team))

    def weight(self, squares: int) -> int:
        return squares.bit_count() + (squares & self.medium).bit_count() + 2 * (squares & self.large).bit_count()

    # -- the end -----------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return self.game.judge(self)

    def adjudicated(self) -> Outcome:
        return self.game.winner(self)

    def points(self) -> tuple[int, int]:
        return self.game.points(self)

    def evaluate(self, team: Team) -> float:
        """A heavy swarm, and the other fish close to it."""
        swarms = self.swarms(team)
        if not swarms:
            return -8.0
        heart = swarms[0].squares
        column = sum(ord(square[0]) for square in heart) / len(heart)
        row = sum(int(square[1]) for square in heart) / len(heart)
        stragglers = [
            max(abs(ord(square[0]) - column), abs(int(square[1]) - row)) * piece.weight
            for square, piece in self.pieces().items()
            if isinstance(piece, Fish) and piece.team is team and square not in heart
        ]
        return (3.0 * swarms[0].weight - 0.5 * sum(stragglers)) / 16

    def standing(self) -> tuple[Message, ...]:
        return self.game.standing(self)

    # -- the board as a value ----------------------------------------------------------------------------

    def __getitem__(self, square: str) -> Fish | Squid | None:
        """The fish or the squid on a square, or None."""
        self.game.check_square(square)
        return self._piece(geometry.SQUARES[square])

    def pieces(self) -> dict[str, object]:
        """A `Fish` or `SQUID` for each occupied square."""
        occupied = self.red | self.blue | self.squids
        return {square: self._piece(geometry.SQUARES[square]) for square in geometry.names(occupied)}

    def _piece(self, here: int) -> Fish | Squid | None:
        if here & self.squids:
            return SQUID
        if here & (self.red | self.blue):
            return Fish(Team.ONE if here & self.red else Team.TWO, self.weight(here))
        return None

    def letters(self) -> dict[str, str]:
        return text.letters(self)

    def transformed(self, symmetry: Symmetry) -> Self:
        def moved(squares: int) -> int:
            return sum(geometry.SQUARES[symmetry.squares[name]] for name in geometry.names(squares))

        return replace(
            self,
            red=moved(self.red),
            blue=moved(self.blue),
            medium=moved(self.medium),
            large=moved(self.large),
            squids=moved(self.squids),
        )

    def __str__(self) -> str:
        return text.write(self)


def _carry(plane: int, swim: geometry.Swim) -> int:
    """A set of squares after the fish of a swim, in the set or not, replaced what was at its target."""
    rest = plane & ~(swim.start | swim.target)
    return rest | swim.target if plane & swim.start else rest


def swarms_of(state: State) -> list[Group]:
    """All swarms of a position."""
    assert isinstance(state, PiranhasState)
    return [Group(team, swarm.squares, swarm.weight) for team in Team for swarm in state.swarms(team)]
