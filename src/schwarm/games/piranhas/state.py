"""A position of Piranhas: who is where, what may move, what hangs together; and what both seasons share.

What a position means for the game (credit, winner) differs by season: see `seasons`.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from schwarm.games.base import Explanation, Game, IllegalMove, Move, State, Symmetry
from schwarm.games.outcome import Outcome, Reason, Team, no_side
from schwarm.games.piranhas import explanations, geometry
from schwarm.games.piranhas.pieces import (
    CREDIT_LETTERS,
    SQUID,
    Fish,
    Planes,
    Squid,
    Swarm,
    piece_letters,
    read_position,
    write_position,
)
from schwarm.games.piranhas.start import draw_start
from schwarm.games.splitmix import fresh_seed
from schwarm.words import Message, Sentence


@dataclass(frozen=True, slots=True, repr=False)
class PiranhasState(State):
    """A position. The sets of squares are integers, see `geometry`; `credit` is who brought about the first swarm."""

    game: "Piranhas"
    turn: int
    red: int
    blue: int
    medium: int
    large: int
    squids: int
    credit: Team | None = None
    """The side that first brought about a complete swarm; None in 2019, where it does not count."""

    # -- moving ------------------------------------------------------------------------------------------

    def fish(self, team: Team) -> int:
        """The squares of a side's fish."""
        return self.red if team is Team.ONE else self.blue if team is Team.TWO else no_side(team)

    def _moves(self) -> Iterator[Move]:
        """The moves one by one.

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

    def towards(self, start: str, direction: str) -> Move:
        """The move the rules fix for a start and a direction (`UP`, `UP_RIGHT`, …), if they allow it. It names a move,
        as the wire does, and does not ask whether the game is over."""
        step = geometry.SWIM_BY_DIRECTION.get((start, direction, 1))
        if step is not None:
            fish = (step.line & (self.red | self.blue)).bit_count()
            swim = geometry.SWIM_BY_DIRECTION.get((start, direction, fish))
            if swim is not None and self._legal(swim):
                return swim.move
        self.game.check_square(start)
        explanation = explanations.explain_direction(self._pieces(), start, direction)
        raise IllegalMove(explanation.message, explanation)

    def _explain(self, move: Move) -> Explanation:
        return explanations.explain(self._pieces(), move)

    def _pieces(self) -> explanations.Pieces:
        return explanations.Pieces(self.fish(self.to_move), self.fish(self.to_move.opponent), self.squids)

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
            explanation = self.beyond().explain(move)
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

    def flags(self, team: Team) -> tuple[bool, ...]:
        """In 2026: whether this side, and whether the other, is credited with the first swarm."""
        return (self.credit is team, self.credit is team.opponent) if self.game.weighted else ()

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
        return piece_letters(self._planes(), weighted=self.game.weighted)

    def _planes(self) -> Planes:
        return self.red, self.blue, self.medium, self.large, self.squids

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
        return write_position(self.game, self.turn, self._planes(), self.credit, weighted=self.game.weighted)


def _carry(plane: int, swim: geometry.Swim) -> int:
    """A set of squares after the fish of a swim, in the set or not, replaced what was at its target."""
    rest = plane & ~(swim.start | swim.target)
    return rest | swim.target if plane & swim.start else rest


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Piranhas(Game):
    """What both seasons share."""

    weighted: bool
    """Fish weigh 1 to 3 and the first complete swarm is credited: 2026."""

    def start(self, seed: int | None = None) -> PiranhasState:
        seed = fresh_seed() if seed is None else seed
        return PiranhasState(self, 0, *draw_start(seed, weighted=self.weighted))

    def parse(self, text: str) -> PiranhasState:
        turn, planes, credit = read_position(self, text, weighted=self.weighted)
        return PiranhasState(self, turn, *planes, credit)

    def remembered(self, flags: tuple[bool, ...], team: Team) -> str:
        credited = dict(zip(flags, (team, team.opponent), strict=False)).get(True)
        return CREDIT_LETTERS[credited] if self.weighted else ""

    def piece_name(self, letter: str, style: str | None = None) -> Message:
        if self.weighted or letter == "x":
            return super().piece_name(letter)
        return FISH_OF(side=self.side(Team.ONE if letter.isupper() else Team.TWO, style))

    def first_swarm(self, mover: Team, red: int, blue: int) -> Team | None:
        """The side to credit after this move, if none was before."""
        return None

    def judge(self, state: PiranhasState) -> Outcome | None:
        """How the game stands at the end of a turn.

        000: "Das Spiel endet, wenn am Ende einer Runde alle auf dem Spielfeld verbliebenen Fische einer Farbe
        zu einem einzigen zusammenhängenden Schwarm verbunden sind, spätestens jedoch nach 30 Runden. Das Spiel
        endet ebenfalls, wenn einer der Spieler keinen regulären Zug machen kann." All documents agree.
        """
        if state.round_over and (self.union_ends(state) or state.turn >= self.last_turn):
            return self.winner(state)
        if not state.beyond().can_move():
            return self.blocked(state)
        return None

    def union_ends(self, state: PiranhasState) -> bool:
        """Whether a union ends the game at the end of this round."""
        return state.united(Team.ONE) or state.united(Team.TWO)

    @abstractmethod
    def winner(self, state: PiranhasState) -> Outcome:
        """Who wins when the game ends by a union or after the last round."""

    def blocked(self, state: PiranhasState) -> Outcome | None:
        """ "In diesem Fall hat dieser Spieler verloren" (all documents)."""
        return Outcome(state.to_move.opponent, Reason.BLOCKED, self.points(state))

    def points(self, state: PiranhasState) -> tuple[int, int]:
        """The secondary criterion: the heaviest swarm (000), the fish in the largest swarm (002, 003)."""
        return state.heaviest(Team.ONE), state.heaviest(Team.TWO)

    @abstractmethod
    def standing(self, state: PiranhasState) -> tuple[Message, ...]:
        """What counts at the end, as it stands now."""


FISH_OF = Sentence("fish of {side}")
