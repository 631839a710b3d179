"""How long Hecht may think."""

from dataclasses import dataclass
from numbers import Real

from schwarm.words import SchwarmError, Sentence, excerpt

MAX_DEPTH = 60
MAX_NODES = 2**62
MAX_SECONDS = 1e9

SHORT_SECONDS, SHORT_NODES, SHORT_DEPTH = 0.5, 500_000, 6
"""Up to here a search takes about half a second."""


class InvalidLimit(SchwarmError, ValueError):
    """A limit that limits nothing, or that leaves no room to think."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Seconds, nodes, depth or several of them; what is reached first ends the search.

    With nodes or depth alone the same question gets the same answer; seconds depend on the machine.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        given = [value for value in (self.seconds, self.nodes, self.depth) if value is not None]
        if not all(isinstance(value, Real) and value > 0 for value in given):
            raise InvalidLimit(NOT_POSITIVE())
        for name in ("nodes", "depth"):
            value = getattr(self, name)
            if value is not None:
                if value % 1:
                    raise InvalidLimit(NOT_WHOLE(limit=name, value=value))
                # 1e5 is a whole number, too.
                object.__setattr__(self, name, int(value))

    @property
    def endless(self) -> bool:
        """Nothing but `stop` ends such a search, or having found everything."""
        return self.seconds is None and self.nodes is None and self.depth is None

    @property
    def short(self) -> bool:
        """Whether a search is over before anybody would think of interrupting it."""
        given = (self.seconds, SHORT_SECONDS), (self.nodes, SHORT_NODES), (self.depth, SHORT_DEPTH)
        return any(value is not None and value <= most for value, most in given)

    def numbers(self) -> tuple[int, int, float]:
        """Depth, nodes and seconds as the core wants them."""
        return (
            min(self.depth or MAX_DEPTH, MAX_DEPTH),
            min(self.nodes or MAX_NODES, MAX_NODES),
            min(self.seconds or MAX_SECONDS, MAX_SECONDS),
        )


def check_limit(limit: object) -> None:
    """Raise `InvalidLimit` for what is none, such as plain seconds."""
    if not isinstance(limit, Limit):
        raise InvalidLimit(NOT_A_LIMIT(given=excerpt(repr(limit))))


NOT_A_LIMIT = Sentence("{given} is not a limit; give one like Limit(seconds=2).")
NOT_WHOLE = Sentence("The limit “{limit}” is a whole number, not {value}.")
NOT_POSITIVE = Sentence("A limit is a number above 0; leave out whatever should not be limited.")
