"""The two seasons of Piranhas: who is credited with a swarm, when a union ends a game, who wins; lessons and facts."""

from dataclasses import replace
from pathlib import Path

from schwarm.games.base import RED_AND_BLUE, WHITE_AND_BLACK, Example, Group, Lesson, Overlay, State, Symmetry
from schwarm.games.outcome import Outcome, Reason, Team
from schwarm.games.piranhas import geometry
from schwarm.games.piranhas.state import Piranhas, PiranhasState
from schwarm.games.registry import register
from schwarm.words import Message, Sentence


class Piranhas2026(Piranhas):
    """Documents 000 and 001: the heavier swarm wins, then the side that brought about the first complete one."""

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
        """The server credits the side whose fish are united, no matter which side moved, and looks at Red first."""
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
LESSONS_2026 = (
    Lesson(
        Sentence("Count the fish"),
        Sentence("Two fish are on row 4, so C4 swims two squares along it. On its column it is alone and swims one."),
        "S9/10/10/10/10/2S4m2/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Eat"),
        Sentence("E4 is two squares away, and two fish are on the row: C4 may eat it."),
        "S9/10/10/10/10/2S1m5/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Opponents are in the way"),
        Sentence("Three fish are on row 4, but C4 cannot swim three squares: nobody swims over an opponent."),
        "S9/10/10/10/10/2Ss4S1/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Squids"),
        Sentence("C4 swims over the squid on D4, but may not end on the one on C5."),
        "S9/10/10/10/2x7/2Sx2m3/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("One swarm"),
        Sentence("From G7 one move unites all red fish. Blue may still answer, then the game is over."),
        "10/s9/6S3/10/10/3SS5/10/10/10/9s 0 -",
    ),
)
_WITHOUT_WEIGHTS = str.maketrans("SMLsml", "FFFfff")
LESSONS_2019 = tuple(
    replace(lesson, position=lesson.position.removesuffix(" -").translate(_WITHOUT_WEIGHTS)) for lesson in LESSONS_2026
)


EXAMPLE_2026 = Example(
    Sentence("A swarm closes"),
    Sentence("Both sides eat what they can; then Red gathers on the left, unites and is heavier: 14 to 10."),
    {
        0: Sentence("A2 takes the diagonal and eats on C0: two fish are on this line, and C0 is two squares away."),
        1: Sentence("Blue answers at the other edge and eats on J2."),
        3: Sentence("A small fish eats a large one on A7. That is the best bargain there is."),
        6: Sentence("Red gets it back: A3-D0 eats a large fish as well."),
        20: Sentence("G5-D2 is a bridge: several groups become one swarm of 12, twice as heavy as before."),
        21: Sentence("A mistake. The fish on F0 is in danger; F0-G1 would have brought it to safety."),
        22: Sentence("Red eats it."),
        26: Sentence("C4-G0 eats again: 14 to 6."),
        27: Sentence("Blue eats back, but its fish are scattered in nine groups."),
        32: Sentence("A large fish had come too close, and is gone."),
        40: Sentence("Only one red fish is still away from home. It sets out from A8."),
        44: Sentence("C5-C2: all red fish are one swarm of 14, and Red was the first to bring one about."),
        45: Sentence("Blue may finish the round, but its heaviest swarm weighs 10: Red wins."),
    },
    Path(__file__).parent / "example-2026.txt",
)

EXAMPLE_2019 = Example(
    Sentence("Few, but together"),
    Sentence("They eat each other until twelve fish are left: Red's seven stick together, Blue's five do not."),
    {
        0: Sentence("J7 eats on H9 at once: two fish are on this diagonal, and H9 is two squares away."),
        1: Sentence("Blue answers in the opposite corner."),
        3: Sentence("Four moves, four fish eaten."),
        17: Sentence("F2 eats on H4 …"),
        18: Sentence("… and is eaten itself. Before you eat, look who eats back."),
        21: Sentence("A mistake: on G2 this fish will be eaten. E9-G7 would have kept Blue ahead."),
        29: Sentence("The better move was E3-C5: from here on Red is ahead."),
        34: Sentence("Red eats on G4 and stays together, Blue falls apart."),
        44: Sentence("H3-D7 eats a fish of Blue's largest group."),
        48: Sentence("A5-B5: five red fish are together."),
        54: Sentence("A6-B6, and all seven are one swarm."),
        55: Sentence("Blue's five are in three pieces. Only Red is united, so Red wins."),
    },
    Path(__file__).parent / "example-2019.txt",
)

LARGER_SWARM = Reason.HEAVIER_SWARM.reworded(
    sentence=Sentence("{winner} wins: the larger swarm."), word=Sentence("larger swarm")
)


def _quarter_turn(square: str) -> str:
    column, row = geometry.COLUMNS.index(square[0]), int(square[1])
    return geometry.square(row, geometry.SIZE - 1 - column)


def _mirror(square: str) -> str:
    return geometry.square(geometry.SIZE - 1 - geometry.COLUMNS.index(square[0]), int(square[1]))


SYMMETRIES = (
    Symmetry("quarter turn", {square: _quarter_turn(square) for square in geometry.SQUARES}),
    Symmetry("mirror", {square: _mirror(square) for square in geometry.SQUARES}),
)


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

SQUID = Sentence("squid")

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


HEAVIEST = Sentence("Heaviest swarm {one}:{two}")
LARGEST = Sentence("Largest swarm {one}:{two}")
FIRST = Sentence("first complete swarm: {who}")
NOBODY = Sentence("nobody")
