"""Where Schwarm is looked at: a server, or a site of plain files. The fixture `place` has what such a place needs."""

from dataclasses import dataclass

import pytest

from quantity import quantity


@dataclass
class Place:
    """Where Schwarm is looked at: a server, or a site of plain files."""

    address: str
    game: str
    analysis: str
    editor: str


# On a server and on a site without one; where time is short, half of the tests each.
PLACES = ["server", pytest.param("site", marks=pytest.mark.core)]
HERE_FIRST = pytest.mark.parametrize("place", PLACES[: quantity(1, 2)], indirect=True)
SITE_FIRST = pytest.mark.parametrize("place", PLACES[quantity(1, 0) :], indirect=True)
