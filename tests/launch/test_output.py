"""What a bot prints is kept line by line, with times, and bounded."""

import pytest

from schwarm.launch import Output
from schwarm.launch.output import MAX_LINE_BYTES


def texts(output: Output) -> list[str]:
    return [line.text for line in output.lines]


def test_lines_cut_anywhere() -> None:
    output = Output()
    for byte in "über\r\nzwei\n\nohne Ende".encode():
        output.feed("out", bytes([byte]))
    assert texts(output) == ["über", "zwei", ""]
    output.finish("out")
    output.finish("out")
    assert texts(output) == ["über", "zwei", "", "ohne Ende"]
    assert str(output) == "über\nzwei\n\nohne Ende"
    assert output.dropped == 0


def test_two_streams_do_not_mix() -> None:
    output = Output()
    output.feed("out", b"o")
    output.feed("err", b"e")
    output.feed("out", b"ut\n")
    output.feed("err", b"rr\n")
    assert [(line.stream, line.text) for line in output.lines] == [("out", "out"), ("err", "err")]


def test_what_came_between_two_moments() -> None:
    output = Output()
    for at in (1.0, 2.0, 3.0):
        output.feed("out", b"%d\n" % at, at)
    assert [line.text for line in output.between(2.0, 3.0)] == ["2"]


def test_nothing_a_terminal_would_obey() -> None:
    output = Output()
    output.feed("out", b"\x1b[2J\x07\ta\xff\n")
    assert texts(output) == ["�[2J�   a�"]


def test_long_lines_are_cut() -> None:
    output = Output()
    for _ in range(10):
        output.feed("out", b"x" * 1_000)
    output.feed("out", b"x\nnext\n")
    assert texts(output) == ["x" * MAX_LINE_BYTES, "next"]
    assert output.dropped == 10_001 - MAX_LINE_BYTES


@pytest.mark.parametrize("size", [1, 7, 1_000, 60_000])
def test_beginning_and_end_are_kept(size: int) -> None:
    data = b"".join(b"line %d\n" % number for number in range(20_000))
    output = Output(beginning=1_000, end=1_000)
    for begin in range(0, len(data), size):
        output.feed("out", data[begin : begin + size])
    kept = sum(line.size for line in output.lines)
    assert kept <= 2_100
    assert abs(kept + output.dropped - len(data)) < 60
    assert texts(output)[0] == "line 0"
    assert texts(output)[-1] == "line 19999"
    assert f"… {output.dropped} bytes left out …" in str(output).splitlines()
