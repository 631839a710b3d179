"""The season of Ostseeschach: its facts, and where the official server rules otherwise. Document 004."""

from schwarm.games.base import RED_AND_BLUE, Symmetry
from schwarm.games.ostseeschach.examples import EXAMPLE
from schwarm.games.ostseeschach.lessons import LESSONS
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
    # A tower counts as its top piece: nobody knows what is under it.
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
    # The pieces, then stepping on somebody, then doing so with a tower.
    shown_by=("", "^[HM]-", "^[SR]-", "-.$", r"\+-.|-.\+"),
    lessons=LESSONS,
    example=EXAMPLE,
    symmetries=(
        Symmetry("mirror", {name: _mirror(name) for name in SQUARES}),
        Symmetry("half turn", {name: _half_turn(name) for name in SQUARES}, swaps_teams=True),
    ),
    directions=DIRECTIONS,
)
