"""Numbers between two bounds, as an option takes them."""

from collections.abc import Iterator

import click
import pytest

from cli.command import schwarm
from schwarm.cli import root
from schwarm.cli.verb import NumberRange


@pytest.mark.parametrize(("typed", "number"), [("0.2", 0.2), ("60", 60.0), ("1e1", 10.0)])
def test_numbers_in_between(typed: str, number: float) -> None:
    assert NumberRange(0.05, 60).convert(typed, None, None) == number


@pytest.mark.parametrize("typed", ["nan", "NaN", "-nan", "inf", "0", "61", "two"])
def test_what_is_not_in_between_is_refused(typed: str) -> None:
    with pytest.raises(click.BadParameter):
        NumberRange(0.05, 60).convert(typed, None, None)


def options(command: click.Command, path: str = "schwarm") -> Iterator[tuple[str, click.Option]]:
    """All options of a command and of those below it, by what one types."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if below := command.get_command(context, name):
                yield from options(below, f"{path} {name}")
    yield from ((f"{path} {param.opts[-1]}", param) for param in command.params if isinstance(param, click.Option))


def takes(option: click.Option, typed: str) -> bool:
    try:
        option.type.convert(typed, option, None)
    except click.BadParameter:
        return False
    return True


NUMBERS = (click.types.IntParamType, click.types.FloatParamType)


def test_no_option_takes_what_is_no_number_of_its_kind() -> None:
    """A test of strength says itself which differences it can tell apart; any whole number is a seed or a turn."""
    numbers = {name: option for name, option in options(root()) if isinstance(option.type, NUMBERS)}
    assert {"schwarm match --games", "schwarm season run --at-once", "schwarm data export --seed"} <= numbers.keys()
    free = ("--sprt", "--seed", "--turn")
    for name, option in numbers.items():
        for typed in ("nan", "inf", "-inf", "1e999", "-1"):
            wrong = takes(option, typed) and not (name.endswith(free) and (typed == "-1" or name.endswith("--sprt")))
            assert not wrong, f"{name} takes {typed}"


@pytest.mark.parametrize("differences", [("nan", "5"), ("0", "inf"), ("5", "0")])
def test_a_test_of_strength_takes_no_others(differences: tuple[str, str]) -> None:
    done = schwarm("match", "random", "greedy", "-n", "2", "--sprt", *differences)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Error: A test needs two Elo differences from −1000 to 1000, the smaller one first, not "
        f"{differences[0]} and {differences[1]}.\n"
    )


@pytest.mark.parametrize("verb", ["match random greedy", "tournament random greedy", "serve --port 0 --no-page"])
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "en",
            "Error: A move may take 20.5 seconds but would be waited for only 10; write the shorter time first, like "
            "2s/10s.\n",
        ),
        (
            "de",
            "Fehler: Ein Zug dürfte 20,5 Sekunden dauern, gewartet würde aber nur 10; schreib die kürzere Zeit zuerst, "
            "etwa 2s/10s.\n",
        ),
    ],
)
def test_no_move_has_more_time_than_it_is_waited_for(verb: str, lang: str, sentence: str) -> None:
    done = schwarm(*verb.split(), "--time", "20.5s/10s", lang=lang)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
