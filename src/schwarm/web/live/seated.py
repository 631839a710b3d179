"""Who sits at a game of the page, and what follows from that."""

from schwarm.player import PLAYERS
from schwarm.web.live.side_player import Kind, SidePlayer


class Seated:
    """The two sides of a game."""

    sides: tuple[SidePlayer, SidePlayer]
    own: bool
    """Whether the page made this game; others are the referee's and only looked at."""

    @property
    def engines(self) -> int:
        """How many engines sit here."""
        return sum(side.player.startswith("hecht") for side in self.sides)

    def sides_of(self, visitor: str) -> list[int]:
        """The sides that a visitor plays."""
        return [index for index, side in enumerate(self.sides) if visitor and side.visitor == visitor]

    @property
    def can_go_back(self) -> bool:
        """Programs cannot be told that a move was taken back; persons and built-in players need not be."""
        players = [side for side in self.sides if side.kind is Kind.PLAYER]
        free = all(side.kind is not Kind.CLIENT for side in self.sides)
        return self.own and free and all(side.player.partition(":")[0] in PLAYERS for side in players)

    @property
    def between_people(self) -> bool:
        """Whether two people play, who can agree on a draw."""
        return self.own and all(side.kind is Kind.PERSON for side in self.sides)
