"""The season of Ostseeschach: where the official server rules otherwise, lessons, facts. Document 004."""

from pathlib import Path

from schwarm.games.base import RED_AND_BLUE, Example, Lesson, Symmetry
from schwarm.games.ostseeschach.pieces import DIRECTIONS, FILES, RANKS, SIZE, SQUARES, square
from schwarm.games.ostseeschach.state import Ostseeschach, OstseeschachState
from schwarm.games.outcome import Outcome
from schwarm.games.registry import register
from schwarm.words import Sentence


class OstseeschachOfficial(Ostseeschach):
    """2022 as the official server rules it where it differs from the document."""

    def blocked(self, state: OstseeschachState) -> Outcome | None:
        """For the server a player who cannot move does not lose; the move request is sent anyway."""
        return None


def _mirror(name: str) -> str:
    return square(SIZE - 1 - FILES.index(name[0]), RANKS.index(name[1]))


def _half_turn(name: str) -> str:
    return square(SIZE - 1 - FILES.index(name[0]), SIZE - 1 - RANKS.index(name[1]))


LESSONS = (
    Lesson(
        Sentence("Each in its own way"),
        Sentence("A cockle, a gull, a starfish and a seal: pick up each and see where it may go."),
        "r6h/8/8/8/1H1M1S1R/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("Build a tower"),
        Sentence("The seal jumps onto the starfish on e6: now it is a tower of two, and dangerous."),
        "r7/8/4s3/8/3R4/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("An amber with a tower"),
        Sentence("The tower captures on e6. A tower was involved: that is an amber, and all of them leave the board."),
        "r7/8/4h3/8/3R+4/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("An amber on the far shore"),
        Sentence("The starfish steps onto the opponent's start line: an amber, and it leaves the board."),
        "5r2/2S5/8/8/8/8/8/8 0 0:0",
    ),
)


EXAMPLE = Example(
    Sentence("The price of an amber"),
    Sentence("Blue takes an amber at the wrong moment, and Red walks home with the second one."),
    {
        12: Sentence("A seal leaves the start line."),
        17: Sentence("A starfish steps onto the seal: Blue has a tower on d3 …"),
        18: Sentence("… for one move. The other seal captures it. A tower was involved: the first amber, for Red."),
        19: Sentence("Blue's seal captures a starfish and is a tower itself now."),
        30: Sentence("A starfish is on its way. Every light piece that arrives is an amber."),
        39: Sentence("A mistake: the tower looks for prey, while the starfish gets through."),
        41: Sentence(
            "The decisive mistake. The capture earns an amber, but the tower leaves the board, and nobody can "
            "stop the starfish any more. f6-e4 would have held on."
        ),
        44: Sentence("On its way the starfish captures a gull and is a tower now."),
        46: Sentence("c7-b8: the second amber. A tower may walk home too, if the piece on top is a light one."),
        47: Sentence("Blue may still answer, but earns nothing: Red wins with two ambers to one."),
    },
    Path(__file__).parent / "example-2022.txt",
)

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
    # A tower counts as its top piece; the piece under it is unknown.
    most=dict.fromkeys("HMSRhmsr", 2),
    sides={"red-blue": RED_AND_BLUE},
    brief=(
        Sentence("Be the first to win two ambers."),
        Sentence("Cockle: one square diagonally forward. Gull: one square along a rank or file."),
        Sentence("Starfish: one square forward or diagonally. Seal: like a knight in chess."),
        Sentence("Stepping on an opponent builds a tower of two; it is yours and moves like its top piece."),
        Sentence("A capture with a tower involved wins an amber, and all those pieces leave the board."),
        Sentence("A cockle, gull or starfish that reaches the opponent's start line wins an amber and leaves."),
        Sentence(
            "The game ends after a round in which a side has won its second amber, after 30 rounds,"
            " or when the side to move cannot; that side loses."
        ),
        Sentence(
            "More ambers win; if equal, whoever's light piece (cockle, gull, starfish) got furthest,"
            " then the next furthest; without a difference it is a draw."
        ),
    ),
    # The pieces, then stepping on a piece, then doing so with a tower.
    shown_by=("", "^[HM]-", "^[SR]-", "-.$", r"\+-.|-.\+"),
    lessons=LESSONS,
    example=EXAMPLE,
    symmetries=(
        Symmetry("mirror", {name: _mirror(name) for name in SQUARES}),
        Symmetry("half turn", {name: _half_turn(name) for name in SQUARES}, swaps_teams=True),
    ),
    directions=DIRECTIONS,
)
