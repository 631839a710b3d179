"""Where no more files may be opened, that is said once."""

import asyncio

from schwarm.referee.server import ACCEPT, AGAIN_SECONDS, tell_accept_errors_once
from schwarm.words import Message


def test_it_is_said_once_and_later_again(caplog) -> None:
    loop = asyncio.new_event_loop()
    said, now = list[Message](), [0.0]
    tell_accept_errors_once(loop, said.append, clock=lambda: now[0])
    for _ in range(5000):
        loop.call_exception_handler({"message": ACCEPT, "exception": OSError(24, "Too many open files")})
    assert [str(message) for message in said] == [
        "Schwarm may open no more files here, so new connections have to wait; allow more with “ulimit -n NUMBER”."
    ]
    assert not caplog.records
    now[0] += AGAIN_SECONDS + 1
    loop.call_exception_handler({"message": ACCEPT})
    assert len(said) == 2
    loop.call_exception_handler({"message": "something else"})
    assert "something else" in caplog.text
    loop.close()


def test_asyncio_still_uses_these_words() -> None:
    import inspect
    from asyncio import selector_events

    assert ACCEPT in inspect.getsource(selector_events)
