"""How a broken promise is told."""


class NonConformance(AssertionError):
    """A game breaks a promise that every game makes."""


def expect(kept: bool, problem: str) -> None:
    """Raise `NonConformance` with one sentence where a promise is not kept."""
    if not kept:
        raise NonConformance(problem)
