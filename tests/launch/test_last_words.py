"""What a bot's output says about its end."""

import pytest

from schwarm import Reason
from schwarm.launch import LastWords, OutputLine, error_report, last_words, lines_at_end
from schwarm.player.client import ILLEGAL_MOVE
from schwarm.words import LANGUAGES, speaking

CRASH = """2026-11-15 19:00:00,123 The game begins; we play Red.
2026-11-15 19:00:01,456 Mybot stopped at move 5 with an error: NameError: name 'stat' is not defined
  File "/home/me/mybot/bot.py", line 17, in choose
    return self.best(state)
  File "/home/me/mybot/value.py", line 9, in best
    return stat.legal_moves()
  File "/usr/lib/python3.12/random.py", line 373, in choice
NameError: name 'stat' is not defined

"""


def lines(text: str) -> list[OutputLine]:
    return [OutputLine(0.0, "err", line) for line in text.splitlines()]


def test_an_error_has_a_place_in_the_authors_own_code() -> None:
    assert last_words(lines(CRASH)) == LastWords("NameError: name 'stat' is not defined", "value.py", "9")


def test_what_was_printed_before_an_error_may_arrive_after_it() -> None:
    late = OutputLine(0.0, "out", "thinking about move 5")
    assert last_words([*lines(CRASH), late]) == last_words(lines(CRASH))
    # Where there is no error, the last line is the last.
    assert last_words([*lines("Picked up options"), late]) == LastWords("thinking about move 5")


def test_who_said_nothing_has_no_last_words() -> None:
    assert last_words([]) is None
    assert last_words(lines(" \n\n")) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_false_move_is_known_in_every_language(lang: str) -> None:
    with speaking(lang):
        said = str(ILLEGAL_MOVE(why="too far"))
    assert last_words(lines(f"hello\n2026-11-15 19:00:01,456 {said}")) == LastWords(said, illegal_move="too far")
    # What came before something else was not the end.
    found = last_words(lines(f"2026-11-15 19:00:01,456 {said}\nbye"))
    assert found == LastWords("bye")


def test_a_report_has_no_times_and_says_nothing_twice() -> None:
    told = error_report(lines(CRASH))
    assert told[0] == '  File "/home/me/mybot/bot.py", line 17, in choose'
    assert told[-1] == "NameError: name 'stat' is not defined"
    assert len(told) == 6
    assert error_report(lines("2026-11-15 19:00:01,456 one\n2026-11-15 19:00:02,456 two")) == ["two"]
    assert error_report(lines("out of\nideas")) == ["out of", "ideas"]
    assert error_report([]) == []


def test_only_who_was_broken_off_says_why() -> None:
    said = lines("2026-11-15 19:00:01,456 Blue wins: Red ran out of time.\nthinking …")
    assert lines_at_end(said, Reason.CRASHED) == said
    assert lines_at_end(said, Reason.TIMEOUT) == said[1:]
