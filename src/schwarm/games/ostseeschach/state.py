"""A position of Ostseeschach and what a move does to it: towers and ambers; when a game ends and who wins (004)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from schwarm.games.base import Explanation, Game, IllegalMove, Move, State, Symmetry
from schwarm.games.ostseeschach import explanations
from schwarm.games.ostseeschach.pieces import (
    FAR_LINE,
    MOVES,
    SQUARES,
    Kind,
    Kinds,
    Piece,
    advance,
    names,
    piece_letters,
    read_position,
    write_position,
)
from schwarm.games.outcome import Outcome, Reason, Team, no_side
from schwarm.games.splitmix import SplitMix64, fresh_seed
from schwarm.words import Message, Sentence


@dataclass(frozen=True, slots=True, repr=False)
class OstseeschachState(State):
    """A position. The sets of squares are integers, see `pieces`; of a tower only the top piece is known."""

    game: "Ostseeschach"
    turn: int
    red: int
    blue: int
    kinds: Kinds
    towers: int
    ambers: tuple[int, int] = (0, 0)
    """Red's and Blue's."""

    def owned(self, team: Team) -> int:
        """The squares of a side's pieces."""
        return self.red if team is Team.ONE else self.blue if team is Team.TWO else no_side(team)

    def _moves(self) -> Iterator[Move]:
        """The moves one by one. 004: a move ends "auf einem freien Feld oder einer gegnerischen Figur"."""
        mover = self.to_move
        own = self.owned(mover)
        for kind, squares in zip(Kind, self.kinds, strict=True):
            steps = MOVES[mover, kind]
            left = squares & own
            while left:
                start = left & -left
                left ^= start
                for move, target in steps[start.bit_length() - 1]:
                    if not target & own:
                        yield move

    def _explain(self, move: Move) -> Explanation:
        return explanations.explain(move, self.to_move, self.__getitem__)

    def _play(self, move: Move) -> Self:
        mover = self.to_move
        start, target = SQUARES.get(move.start, 0), SQUARES.get(move.to, 0)
        own, other = self.owned(mover), self.owned(mover.opponent)
        kind = self._kind(start)
        if (
            kind is None
            or not start & own
            or target & own
            or (move, target) not in MOVES[mover, kind][start.bit_length() - 1]
        ):
            explanation = self.beyond().explain(move)
            raise IllegalMove(explanation.message, explanation)

        # Capturing puts the piece on top of the other; if either was a tower already, that earns an amber (004).
        captured = bool(target & other)
        too_high = captured and bool((start | target) & self.towers)
        # A light piece that reaches the opponent's start line earns one too; both in one move earn two (004).
        arrived = kind.light and bool(target & FAR_LINE[mover])
        stays = not (too_high or arrived)

        vacated = ~(start | target)
        own = own & vacated | (target if stays else 0)
        towers = self.towers & vacated
        if stays and (captured or start & self.towers):
            towers |= target
        kinds = [squares & vacated for squares in self.kinds]
        if stays:
            kinds[_INDEX[kind]] |= target
        red, blue = (own, other & vacated) if mover is Team.ONE else (other & vacated, own)
        one, two = self.ambers
        earned = too_high + arrived
        ambers = (one + earned, two) if mover is Team.ONE else (one, two + earned)
        return self.__class__(self.game, self.turn + 1, red, blue, tuple(kinds), towers, ambers)  # type: ignore[arg-type]

    def outcome(self) -> Outcome | None:
        return self.game.judge(self)

    def adjudicated(self) -> Outcome:
        return self.game.winner(self)

    def points(self) -> tuple[int, int]:
        return self.ambers

    def evaluate(self, team: Team) -> float:
        """Ambers, then towers, then light pieces far ahead."""
        own = [piece for piece in self.pieces().values() if isinstance(piece, Piece) and piece.team is team]
        towers = sum(piece.tower for piece in own)
        ahead = sum(self.light_distances(team))
        return (20.0 * self.ambers[team.index] + 2.0 * towers + 0.3 * ahead) / 8

    def flags(self, team: Team) -> tuple[bool, ...]:
        """Whether this side has one, two or three ambers or more, and likewise the other; three is the most, for two
        end the round."""
        counts = self.ambers[team.index], self.ambers[team.opponent.index]
        return tuple(count >= number for count in counts for number in (1, 2, 3))

    def standing(self) -> tuple[Message, ...]:
        return self.game.standing(self)

    def light_distances(self, team: Team) -> list[int]:
        """How far each light piece of a side is from its own start line, the furthest first."""
        own = self.owned(team)
        squares = [names(here & own) for kind, here in zip(Kind, self.kinds, strict=True) if kind.light]
        return sorted((advance(team, square) for some in squares for square in some), reverse=True)

    def __getitem__(self, square: str) -> Piece | None:
        """The piece or tower on a square, or None."""
        self.game.check_square(square)
        return self._piece(SQUARES[square])

    def pieces(self) -> dict[str, object]:
        """The `Piece` on each occupied square."""
        return {square: self._piece(SQUARES[square]) for square in names(self.red | self.blue)}

    def _piece(self, here: int) -> Piece | None:
        kind = self._kind(here)
        return kind and Piece(Team.ONE if here & self.red else Team.TWO, kind, bool(here & self.towers))

    def letters(self) -> dict[str, str]:
        return piece_letters(self.pieces())

    def _kind(self, here: int) -> Kind | None:
        """The kind of the piece on a square."""
        for kind, squares in zip(Kind, self.kinds, strict=True):
            if squares & here:
                return kind
        return None

    def transformed(self, symmetry: Symmetry) -> Self:
        def moved(squares: int) -> int:
            return sum(SQUARES[symmetry.squares[name]] for name in names(squares))

        cockles, gulls, starfish, seals = map(moved, self.kinds)
        turned = replace(
            self,
            red=moved(self.red),
            blue=moved(self.blue),
            kinds=(cockles, gulls, starfish, seals),
            towers=moved(self.towers),
        )
        if not symmetry.swaps_teams:
            return turned
        # The other side is to move one turn later; at the last turn, one earlier.
        turn = self.turn + 1 if self.turn < self.game.last_turn else self.turn - 1
        return replace(turned, turn=turn, red=turned.blue, blue=turned.red, ambers=self.ambers[::-1])

    def __str__(self) -> str:
        return write_position(self.game, self.turn, self.letters(), self.ambers)


_INDEX = {kind: place for place, kind in enumerate(Kind)}


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Ostseeschach(Game):
    """Document 004: two ambers win, then the light pieces that went furthest."""

    ambers_to_win: int = 2

    def start(self, seed: int | None = None) -> OstseeschachState:
        """Two of each piece at random on Red's line; Blue's are the same turned by 180 degrees."""
        numbers = SplitMix64(fresh_seed() if seed is None else seed)
        line = numbers.shuffled([kind.value for kind in Kind for _ in range(2)])
        return self.parse(f"{''.join(reversed(line)).lower()}/8/8/8/8/8/8/{''.join(line)} 0 0:0")

    def parse(self, text: str) -> OstseeschachState:
        return OstseeschachState(self, *read_position(self, text))

    def remembered(self, flags: tuple[bool, ...], team: Team) -> str:
        counts = {team: sum(flags[:3]), team.opponent: sum(flags[3:])}
        return f"{counts[Team.ONE]}:{counts[Team.TWO]}"

    def judge(self, state: OstseeschachState) -> Outcome | None:
        """004: "Das Spiel endet nach einer Runde, in der ein Spieler zwei Bernsteine erreicht, spätestens jedoch
        nach 30 Runden." And: "Sollte es vorkommen, dass kein Zug möglich ist, führt dies automatisch zum Verlust"."""
        if state.round_over and (max(state.ambers) >= self.ambers_to_win or state.turn >= self.last_turn):
            return self.winner(state)
        if not state.beyond().can_move():
            return self.blocked(state)
        return None

    def winner(self, state: OstseeschachState) -> Outcome:
        """More ambers; then the light pieces' distances one by one; then a draw."""
        one, two = state.ambers
        if one != two:
            return Outcome(Team.ONE if one > two else Team.TWO, Reason.AMBERS, state.points())
        # "bis bei mindestens einem Spieler keine Leichtfigur mehr übrig ist": the shorter list ends the comparison.
        for red, blue in zip(state.light_distances(Team.ONE), state.light_distances(Team.TWO), strict=False):
            if red != blue:
                return Outcome(Team.ONE if red > blue else Team.TWO, Reason.ADVANCED, state.points())
        return Outcome(None, Reason.DRAW, state.points())

    def blocked(self, state: OstseeschachState) -> Outcome | None:
        return Outcome(state.to_move.opponent, Reason.BLOCKED, state.points())

    def standing(self, state: OstseeschachState) -> tuple[Message, ...]:
        """What counts at the end, as it stands now."""
        foremost = [max(state.light_distances(team), default=0) for team in Team]
        return AMBERS(one=state.ambers[0], two=state.ambers[1]), FOREMOST(one=foremost[0], two=foremost[1])


AMBERS = Sentence("Ambers {one}:{two}")
FOREMOST = Sentence("foremost light piece {one}:{two}")
