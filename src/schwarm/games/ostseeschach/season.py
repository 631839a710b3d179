"""The season of Ostseeschach: its facts, its start, when a game ends and who wins. Document 004."""

from dataclasses import dataclass

from schwarm.games.base import RED_AND_BLUE, Game, Symmetry
from schwarm.games.ostseeschach import text as notation
from schwarm.games.ostseeschach.examples import EXAMPLE
from schwarm.games.ostseeschach.lessons import LESSONS
from schwarm.games.ostseeschach.pieces import FILES, RANKS, SIZE, SQUARES, Kind, square
from schwarm.games.ostseeschach.state import OstseeschachState
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.games.registry import register
from schwarm.games.splitmix import SplitMix64, fresh_seed
from schwarm.words import Message, Sentence


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
        return OstseeschachState(self, *notation.read(self, text))

    def judge(self, state: OstseeschachState) -> Outcome | None:
        """004: "Das Spiel endet nach einer Runde, in der ein Spieler zwei Bernsteine erreicht, spätestens jedoch
        nach 30 Runden." And: "Sollte es vorkommen, dass kein Zug möglich ist, führt dies automatisch zum Verlust"."""
        if state.round_over and (max(state.ambers) >= self.ambers_to_win or state.turn >= self.last_turn):
            return self.winner(state)
        if not state.can_move():
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


class OstseeschachOfficial(Ostseeschach):
    """2022 as the official server rules it where it differs from the document."""

    def blocked(self, state: OstseeschachState) -> Outcome | None:
        """For the server a player who cannot move does not lose; the move request is sent anyway."""
        return None


def _mirror(name: str) -> str:
    return square(SIZE - 1 - FILES.index(name[0]), RANKS.index(name[1]))


def _half_turn(name: str) -> str:
    return square(SIZE - 1 - FILES.index(name[0]), SIZE - 1 - RANKS.index(name[1]))


OSTSEESCHACH_2022 = register(
    {"documents": Ostseeschach, "official": OstseeschachOfficial},
    id="ostseeschach-2022",
    title="Ostseeschach 2022",
    season=2022,
    wire_name="swc_2022_ostseeschach",
    columns=FILES,
    rows=RANKS,
    rounds=30,
    criterion=Sentence("ambers on average"),
    pieces={
        "H": Sentence("red cockle"),
        "M": Sentence("red gull"),
        "S": Sentence("red starfish"),
        "R": Sentence("red seal"),
        "h": Sentence("blue cockle"),
        "m": Sentence("blue gull"),
        "s": Sentence("blue starfish"),
        "r": Sentence("blue seal"),
        "H+": Sentence("tower of Red with a cockle on top"),
        "M+": Sentence("tower of Red with a gull on top"),
        "S+": Sentence("tower of Red with a starfish on top"),
        "R+": Sentence("tower of Red with a seal on top"),
        "h+": Sentence("tower of Blue with a cockle on top"),
        "m+": Sentence("tower of Blue with a gull on top"),
        "s+": Sentence("tower of Blue with a starfish on top"),
        "r+": Sentence("tower of Blue with a seal on top"),
    },
    sides={"red-blue": RED_AND_BLUE},
    brief=(
        Sentence("Be the first to win two ambers."),
        Sentence("Cockle: one square diagonally forward. Gull: one square along a rank or file."),
        Sentence("Starfish: one square forward or diagonally. Seal: like a knight in chess."),
        Sentence("Stepping on an opponent builds a tower of two; it is yours and moves like its top piece."),
        Sentence("A capture with a tower involved wins an amber, and all those pieces leave the board."),
        Sentence("A cockle, gull or starfish that reaches the opponent's start line wins an amber and leaves."),
        Sentence("After two ambers or 30 rounds the round is played out; more ambers win, then whoever went furthest."),
    ),
    lessons=LESSONS,
    example=EXAMPLE,
    symmetries=(
        Symmetry("mirror", {name: _mirror(name) for name in SQUARES}),
        Symmetry("half turn", {name: _half_turn(name) for name in SQUARES}, swaps_teams=True),
    ),
)
