"""What is said about the example games, move by move."""

from collections.abc import Mapping
from dataclasses import dataclass

from schwarm.words import Sentence


@dataclass(frozen=True, slots=True)
class Commentary:
    """What is said about an example: its name, what it teaches, and a sentence for some of its moves by turn."""

    name: Sentence
    about: Sentence
    notes: Mapping[int, Sentence]


COMMENTARIES: dict[str, Commentary] = {
    "piranhas-2026": Commentary(
        Sentence("How a swarm grows heavy"),
        Sentence("Blue eats more than it loses and keeps the large fish together: 21 against 15 after thirty rounds."),
        {
            0: Sentence("A4 swims two squares, because two fish are on row 4: A4 and J4."),
            1: Sentence("H0 takes the diagonal to J2 and eats a fish of weight 2, the first bite of the game."),
            2: Sentence("Red answers in kind and eats on C9."),
            10: Sentence("A large fish comes home: E2-B5 joins the group on the left, which now weighs 14."),
            22: Sentence("A6-C6 links two groups: 18 against 11, Red's best moment."),
            23: Sentence(
                "One step, E0-E1, is worth as much: Blue's groups on the ground become one swarm of 18 as well."
            ),
            24: Sentence("Red's small fish eats a large one on G3, and Blue falls to 15 …"),
            25: Sentence("… but D5 is lost in return. Small fish that eat big ones make the best bargains."),
            35: Sentence("The large fish on B5 is eaten, and Red's swarm falls apart: 9 is left."),
            47: Sentence("B5-E2 brings Blue's large fish back to the others: 19 against 14."),
            55: Sentence("C6-E4: Blue's swarm weighs 21 now."),
            59: Sentence("Thirty rounds are over. Nobody was ever united, so the heavier swarm decides: 21 beats 15."),
        },
    ),
    "ostseeschach-2022": Commentary(
        Sentence("Two ambers"),
        Sentence("A tower is built early, waits for its moment and brings the second amber."),
        {
            14: Sentence("The starfish steps in front of the cockle on d5."),
            16: Sentence(
                "d4-d5: the starfish steps onto the cockle and is a tower of two now. The next "
                "capture with it would earn an amber."
            ),
            22: Sentence("The tower walks on, one square at a time, and stays out of reach."),
            28: Sentence("Meanwhile a cockle slips through at the edge of the board."),
            31: Sentence("Blue is first: a starfish reaches Red's start line, earns an amber and leaves the board."),
            32: Sentence("One move later the cockle does the same on a8 and takes the seal there along: 1 to 1."),
            40: Sentence("c6-c7: one step to go. A tower may walk home too, if the piece on top is a light one."),
            41: Sentence("The gull leaves b8, of all squares."),
            42: Sentence("c7-b8: the second amber. Blue may still answer, since the round is played out."),
            43: Sentence("No amber for Blue in this move, so Red wins with two against one."),
        },
    ),
    "piranhas-2019": Commentary(
        Sentence("All in one swarm"),
        Sentence("Blue has fewer fish and still wins: whoever alone is united wins, however many fish the other has."),
        {
            0: Sentence("Two fish are on this long diagonal, J8 and B0, so J8 swims two squares."),
            2: Sentence("Red eats first, on E9 …"),
            4: Sentence("… and again on C0."),
            7: Sentence("Blue's only bite of the game, on J7."),
            8: Sentence("Red eats a third fish. Blue has thirteen left, Red fifteen."),
            15: Sentence("C1-D1 joins two groups: seven blue fish hang together."),
            24: Sentence(
                "Eight against eight. But look at the rest: Red is in seven pieces and far "
                "apart, Blue in six and close together."
            ),
            35: Sentence("H9-E6 is a bridge: Blue is in three pieces only."),
            41: Sentence("E1-E5: twelve of thirteen."),
            43: Sentence(
                "D3-G6 builds the last bridge. At the end of the round all blue fish are one "
                "swarm, Red is in six pieces: Blue wins."
            ),
        },
    ),
}
