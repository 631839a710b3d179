"""The annotated games of the two Piranhas seasons."""

from pathlib import Path

from schwarm.games.example import Example
from schwarm.words import Sentence

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
