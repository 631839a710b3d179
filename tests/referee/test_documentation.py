"""docs/protocol.md tells the truth: every difference is listed, limits are the real ones, examples are understood."""

import re
from pathlib import Path

import pytest

import schwarm
from referee.differences import DIFFERENT
from schwarm.games import Reason
from schwarm.games.time_control import CONTEST_TIME
from schwarm.protocol import Stream, codec_for
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Close, Join, MoveSent
from schwarm.protocol.piranhas_2019 import BLOCKED, BOTH_UNITED
from schwarm.protocol.piranhas_2026 import IRREGULAR
from schwarm.protocol.stream import DEEPEST, MAX_MESSAGE_BYTES
from schwarm.referee.administration import MAX_PASSWORD_TRIES
from schwarm.referee.connection import MAX_UNANSWERED_BYTES, MAX_UNREAD_BYTES
from schwarm.referee.lobby import MAX_SECONDS_DEAF, MAX_SECONDS_PER_MESSAGE, Settings
from schwarm.referee.throttle import MAX_TALK, TALK_BYTES, TALK_FORGIVEN_PER_SECOND

SEASONS = {"Piranhas 2026": "piranhas-2026", "Ostseeschach 2022": "ostseeschach-2022", "Piranhas 2019": "piranhas-2019"}


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "protocol.md").read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    """What stands under a heading, up to the next one of any depth."""
    return re.split(r"^#+ ", page.partition(f"# {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def test_every_difference_is_listed(page: str) -> None:
    table = section(page, "Where Schwarm differs from the official servers")
    # What is said without a year is said of all seasons.
    listed = [name for name in DIFFERENT if f"`{name}`" in table or f"`{name.partition('-')[2]}`" in table]
    assert listed == list(DIFFERENT)
    for named in re.findall(r"`(20\d\d-\w+)`", table):
        assert named in DIFFERENT, f"{named} is no longer different"


def test_sentences_of_our_own_are_listed(page: str) -> None:
    ours = [IRREGULAR[reason] for reason in (Reason.CRASHED, Reason.RESIGNED, Reason.CANCELLED)]
    for sentence in (*ours, BLOCKED, BOTH_UNITED):
        assert f"`{sentence}`".replace("{}", "%s").replace("\n", "\\n") in page


def test_limits_are_the_real_ones(page: str) -> None:
    settings = Settings(schwarm.game("piranhas-2026"))
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", section(page, "Limits"), re.MULTILINE))
    assert rows["one message"] == f"{MAX_MESSAGE_BYTES // 1024} KB"
    assert rows["nested elements"] == str(DEEPEST)
    assert rows["sending the first message, or finishing one"] == f"{MAX_SECONDS_PER_MESSAGE:g} s"
    assert rows["sent by the server and not read by the client"] == f"{MAX_UNANSWERED_BYTES // 1024} KB"
    assert rows["the same for longer than"] == f"{MAX_SECONDS_DEAF:g} s"
    assert rows["the same, more than"] == f"{MAX_UNREAD_BYTES // 1024} KB"
    assert (
        rows["refused requests of one client"] == f"{MAX_TALK:g} at once, then {TALK_FORGIVEN_PER_SECOND:g} per second"
    )
    kilobytes = MAX_TALK * TALK_BYTES // 1024
    assert rows["white space, comments and text without a message"] == f"{kilobytes:g} KB at once, then 1 KB per second"
    assert rows["wrong passwords on one connection"] == str(MAX_PASSWORD_TRIES)
    assert rows["connections at once"] == f"{settings.max_connections:,}"
    assert rows["connections at once from one address of another machine"] == str(settings.max_per_address)
    assert rows["rooms at once"] == f"{settings.max_rooms:,}"
    assert f"(`--time {CONTEST_TIME}`)" in page


@pytest.mark.parametrize("title", SEASONS)
def test_what_clients_say_in_the_examples_is_understood(page: str, title: str) -> None:
    game = schwarm.game(SEASONS[title])
    said = re.findall(r"^C: (.+)$", section(page, title), re.MULTILINE)
    stream = Stream()
    text = "".join(said) if said[0].startswith("<protocol>") else "<protocol>" + "".join(said)
    requests = [codec_for(game).read_request(news) for news in stream.feed(text.encode()) if isinstance(news, Element)]
    assert [type(request) for request in requests] in ([Join, MoveSent, Close], [MoveSent, Close])
