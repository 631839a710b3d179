"""The annotated game of Ostseeschach."""

from pathlib import Path

from schwarm.games.example import Example
from schwarm.words import Sentence

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
