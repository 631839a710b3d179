"""What programs of other languages say when they break down."""

import pytest

from schwarm import Reason
from schwarm.launch import LastWords, OutputLine, last_words
from schwarm.launch.crash_output import quote_last_words

RUST = """
thread 'main' panicked at src/search.rs:41:9:
index out of bounds: the len is 3 but the index is 7
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
OLD_RUST = """
thread 'main' panicked at 'no move left', src/main.rs:12:5
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
JAVA = """
Exception in thread "main" java.lang.IllegalStateException: no move
\tat java.base/java.util.Optional.orElseThrow(Optional.java:403)
\tat de.team.Logic.calculateMove(Logic.java:57)
\tat de.team.Main.main(Main.java:9)
Caused by: java.lang.NullPointerException: board
\t... 2 more
"""
GO = """
panic: runtime error: index out of range [7] with length 3

goroutine 1 [running]:
main.choose(...)
\t/home/me/bot/choose.go:17
exit status 2
"""
CPP = """
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)
"""
CSHARP = """
Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at System.Linq.ThrowHelper.ThrowNoElementsException()
   at Team.Logic.Choose(State state) in /home/me/bot/Logic.cs:line 23
"""
NODE = """
/home/me/bot/bot.js:5
    return moves[7].target;
                    ^

TypeError: Cannot read properties of undefined (reading 'target')
    at choose (/home/me/bot/bot.js:5:21)
    at Module._compile (node:internal/modules/cjs/loader:1105:14)

Node.js v18.0.0
"""


def lines(text: str) -> list[OutputLine]:
    return [OutputLine(0.0, "err", line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (RUST, LastWords("index out of bounds: the len is 3 but the index is 7", "search.rs", "41")),
        (OLD_RUST, LastWords("no move left", "main.rs", "12")),
        (
            JAVA,
            LastWords(
                "java.lang.IllegalStateException: no move: Caused by: java.lang.NullPointerException: board",
                "Logic.java",
                "57",
            ),
        ),
        (GO, LastWords("panic: runtime error: index out of range [7] with length 3", "choose.go", "17")),
        (
            CPP,
            LastWords("std::out_of_range: vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)"),
        ),
        (CSHARP, LastWords("System.InvalidOperationException: Sequence contains no elements", "Logic.cs", "23")),
        (NODE, LastWords("TypeError: Cannot read properties of undefined (reading 'target')", "bot.js", "5")),
    ],
    ids=["Rust", "older Rust", "Java", "Go", "C++", "C#", "JavaScript"],
)
def test_a_breakdown_is_told_whole(said: str, expected: LastWords) -> None:
    assert last_words(lines(said)) == expected


def test_what_only_looks_like_one_is_no_breakdown() -> None:
    assert last_words(lines("SearchError: nothing found\nthinking on")) == LastWords("thinking on")


def test_a_match_quotes_it() -> None:
    assert str(quote_last_words(lines(RUST), Reason.CRASHED)) == (
        "Its last words, from search.rs, line 41: “index out of bounds: the len is 3 but the index is 7”"
    )
    assert quote_last_words([], Reason.CRASHED) is None
