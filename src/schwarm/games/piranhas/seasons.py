"""The two seasons of Piranhas: their facts, who is credited with a swarm, when a union ends a game and who wins."""

from schwarm.games.base import RED_AND_BLUE, WHITE_AND_BLACK, Overlay, State, Symmetry
from schwarm.games.group import Group
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.games.piranhas import geometry
from schwarm.games.piranhas.examples import EXAMPLE_2019, EXAMPLE_2026
from schwarm.games.piranhas.lessons import LESSONS_2019, LESSONS_2026
from schwarm.games.piranhas.state import Piranhas, PiranhasState
from schwarm.games.registry import register
from schwarm.words import Message, Sentence


class Piranhas2026(Piranhas):
    """Documents 000 and 001: the heavier swarm wins, then whoever brought about the first complete one."""

    def first_swarm(self, mover: Team, red: int, blue: int) -> Team | None:
        """000: who made a complete swarm, "unabhängig davon, ob es ein eigener oder der des Gegners ist"."""
        return mover if geometry.united(red) or geometry.united(blue) else None

    def winner(self, state: PiranhasState) -> Outcome:
        points = self.points(state)
        if points[0] != points[1]:
            return Outcome(Team.ONE if points[0] > points[1] else Team.TWO, Reason.HEAVIER_SWARM, points)
        credited = self.credited(state)
        return Outcome(credited, Reason.FIRST_SWARM if credited else Reason.DRAW, points)

    def credited(self, state: PiranhasState) -> Team | None:
        """Whose first swarm decides between equal swarms."""
        return state.credit

    def standing(self, state: PiranhasState) -> tuple[Message, ...]:
        one, two = state.heaviest(Team.ONE), state.heaviest(Team.TWO)
        first = self.side(state.credit) if state.credit else NOBODY
        return HEAVIEST(one=one, two=two), FIRST(who=first)


class Piranhas2026Official(Piranhas2026):
    """2026 as the official server rules it where it differs from the documents."""

    def first_swarm(self, mover: Team, red: int, blue: int) -> Team | None:
        """The server credits the side whose fish are united, whoever brought it about, and looks at Red first."""
        if geometry.united(red):
            return Team.ONE
        return Team.TWO if geometry.united(blue) else None

    def credited(self, state: PiranhasState) -> Team | None:
        """The server forgets the first swarm when the last round ends without a union."""
        return state.credit if self.union_ends(state) else None

    def blocked(self, state: PiranhasState) -> Outcome | None:
        """For the server a union comes before "cannot move", even in the middle of a round."""
        return self.winner(state) if self.union_ends(state) else super().blocked(state)

    def points(self, state: PiranhasState) -> tuple[int, int]:
        """The server writes −1 for a side without fish."""
        red, blue = super().points(state)
        return red or -1, blue or -1


class Piranhas2019(Piranhas):
    """Documents 002 and 003: a single complete swarm wins, otherwise the larger swarm, otherwise a draw."""

    def winner(self, state: PiranhasState) -> Outcome:
        points = self.points(state)
        united = self.united(state, Team.ONE), self.united(state, Team.TWO)
        if united[0] != united[1]:
            return Outcome(Team.ONE if united[0] else Team.TWO, Reason.ONLY_SWARM, points)
        if points[0] != points[1]:
            return Outcome(Team.ONE if points[0] > points[1] else Team.TWO, LARGER_SWARM, points)
        return Outcome(None, Reason.DRAW, points)

    def united(self, state: PiranhasState, team: Team) -> bool:
        return state.united(team)

    def standing(self, state: PiranhasState) -> tuple[Message, ...]:
        return (LARGEST(one=state.heaviest(Team.ONE), two=state.heaviest(Team.TWO)),)


class Piranhas2019Official(Piranhas2019):
    """2019 as the official server rules it where it differs from the documents."""

    def united(self, state: PiranhasState, team: Team) -> bool:
        """For the server a side without fish is united too."""
        return not state.fish(team) or state.united(team)

    def union_ends(self, state: PiranhasState) -> bool:
        """For the server play goes on when both sides are united with the same number of fish."""
        red, blue = self.united(state, Team.ONE), self.united(state, Team.TWO)
        if red and blue:
            return state.heaviest(Team.ONE) != state.heaviest(Team.TWO)
        return red or blue

    def blocked(self, state: PiranhasState) -> Outcome | None:
        """For the server a player who cannot move does not lose."""
        return None


# Fish have no weight here, but records and tables have the same id for it.
LARGER_SWARM = Reason.HEAVIER_SWARM.reworded(
    sentence=Sentence("{winner} wins: the larger swarm."), word=Sentence("larger swarm")
)
HEAVIEST = Sentence("Heaviest swarm {one}:{two}")
LARGEST = Sentence("Largest swarm {one}:{two}")
FIRST = Sentence("first complete swarm: {who}")
NOBODY = Sentence("nobody")


def _quarter_turn(square: str) -> str:
    column, row = geometry.COLUMNS.index(square[0]), int(square[1])
    return geometry.square(row, geometry.SIZE - 1 - column)


def _mirror(square: str) -> str:
    return geometry.square(geometry.SIZE - 1 - geometry.COLUMNS.index(square[0]), int(square[1]))


SYMMETRIES = (
    Symmetry("quarter turn", {square: _quarter_turn(square) for square in geometry.SQUARES}),
    Symmetry("mirror", {square: _mirror(square) for square in geometry.SQUARES}),
)

SQUID = Sentence("squid")

BRIEF_MOVES = (
    Sentence("Bring all your fish together in one swarm; neighbours touch in all eight directions."),
    Sentence("A fish swims along a column, row or diagonal, exactly as far as there are fish on that line."),
    Sentence("It may pass fish of its own side and squids, but not an opponent; it eats the opponent it lands on."),
    Sentence("No move ends on a squid or on a fish of the same side."),
)
SHOWN_BY = ("", "", "-.$")
"""The third of them by eating."""
BRIEF_END = (
    Sentence(
        "The game ends after a round in which a side is united, after 30 rounds,"
        " or when the side to move cannot; that side loses."
    ),
)


def swarms_of(state: State) -> list[Group]:
    """All swarms of a position."""
    assert isinstance(state, PiranhasState)
    return [Group(team, swarm.squares, swarm.weight) for team in Team for swarm in state.swarms(team)]


SWARMS = Overlay(
    "swarms",
    Sentence("swarms"),
    show=Sentence("Show the swarms"),
    tell=Sentence("list the swarms and their weights"),
    groups=swarms_of,
)

PIRANHAS_2026 = register(
    {"documents": Piranhas2026, "official": Piranhas2026Official},
    id="piranhas-2026",
    title="Piranhas 2026",
    season=2026,
    wire_name="swc_2026_piranhas",
    columns=geometry.COLUMNS,
    rows=geometry.ROWS,
    rounds=30,
    criterion=Sentence("heaviest swarm on average"),
    least_final_games=6,
    weighted=True,
    pieces={
        "S": Sentence("small red fish, weight 1"),
        "M": Sentence("medium red fish, weight 2"),
        "L": Sentence("large red fish, weight 3"),
        "s": Sentence("small blue fish, weight 1"),
        "m": Sentence("medium blue fish, weight 2"),
        "l": Sentence("large blue fish, weight 3"),
        "x": SQUID,
    },
    # Document 001: 6 to 10 ones, 3 to 7 twos, 1 to 5 threes.
    most={"S": 10, "M": 7, "L": 5, "SML": 16, "s": 10, "m": 7, "l": 5, "sml": 16, "x": 2},
    sides={"red-blue": RED_AND_BLUE},
    brief=(
        *BRIEF_MOVES,
        Sentence("Big fish weigh more: small 1, medium 2, large 3. The heaviest swarm counts."),
        *BRIEF_END,
        Sentence(
            "The heavier swarm wins, even an incomplete one; if equal, whoever first brought about a complete swarm;"
            " without one it is a draw."
        ),
    ),
    shown_by=SHOWN_BY,
    lessons=LESSONS_2026,
    example=EXAMPLE_2026,
    overlays=(SWARMS,),
    symmetries=SYMMETRIES,
    directions=tuple(geometry.DIRECTIONS.values()),
)

PIRANHAS_2019 = register(
    {"documents": Piranhas2019, "official": Piranhas2019Official},
    id="piranhas-2019",
    title="Piranhas 2019",
    season=2019,
    wire_name="swc_2019_piranhas",
    columns=geometry.COLUMNS,
    rows=geometry.ROWS,
    rounds=30,
    criterion=Sentence("fish in the largest swarm on average"),
    least_final_games=6,
    weighted=False,
    pieces={"F": Sentence("fish of Red"), "f": Sentence("fish of Blue"), "x": SQUID},
    most={"F": 16, "f": 16, "x": 2},
    reasons=(LARGER_SWARM,),
    # 003 calls the sides Red and Blue, 002 White and Black.
    sides={"red-blue": RED_AND_BLUE, "white-black": WHITE_AND_BLACK},
    brief=(
        *BRIEF_MOVES,
        *BRIEF_END,
        Sentence("If only one side is united, it wins; otherwise the larger swarm does; if equal, it is a draw."),
    ),
    shown_by=SHOWN_BY,
    lessons=LESSONS_2019,
    example=EXAMPLE_2019,
    overlays=(SWARMS,),
    symmetries=SYMMETRIES,
    directions=tuple(geometry.DIRECTIONS.values()),
)
