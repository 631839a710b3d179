"""`schwarm play`: a game in the terminal, against a person or a simple computer player."""

import sys
from pathlib import Path

import click

from schwarm.cli.position import find, load, rules_option
from schwarm.words import SchwarmError, Sentence, say

PERSON = "person"


class CannotPlay(SchwarmError):
    """Options that do not go together."""


def command() -> click.Command:
    path = click.Path(dir_okay=False, path_type=Path)

    def who(side: Sentence) -> str:
        return say("Who plays {side}: person, random or greedy.", side=side)

    return click.Command(
        "play",
        callback=play,
        help=say("Play a game in the terminal. Without GAME it asks what to play."),
        params=[
            click.Argument(["game_id"], metavar=say("[GAME]"), required=False),
            click.Option(["--red"], metavar=say("WHO"), help=who(Sentence("Red"))),
            click.Option(["--blue"], metavar=say("WHO"), help=who(Sentence("Blue"))),
            rules_option(),
            click.Option(
                ["--seed"],
                type=int,
                metavar=say("NUMBER"),
                help=say("Seed of the start and of the computer's choices."),
            ),
            click.Option(["--position"], help=say("Begin at this position text.")),
            click.Option(["--save", "file"], type=path, help=say("Save the game in this file after every move.")),
            click.Option(["--continue", "saved"], type=path, help=say("Go on with the game saved in this file.")),
            click.Option(["--sides"], help=say("Names and colours of the sides, e.g. “white-black” for 2019.")),
            click.Option(
                ["--delay"],
                type=click.FloatRange(0, 60),
                metavar=say("SECONDS"),
                help=say("Seconds to wait before a computer's move is shown."),
            ),
        ],
    )


def play(
    *,
    game_id: str | None,
    red: str | None,
    blue: str | None,
    rules: str,
    seed: int | None,
    position: str | None,
    file: Path | None,
    saved: Path | None,
    sides: str | None,
    delay: float | None,
) -> None:
    from schwarm.cli.menu import ask_what_to_play, explain_without_terminal
    from schwarm.cli.screen import check_sides
    from schwarm.cli.terminal import TerminalGame
    from schwarm.games import Team, game
    from schwarm.games.record import Record
    from schwarm.player import PLAYERS, sparring

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if saved:
        record = load(saved)
        known = (PERSON, *PLAYERS)
        red, blue = (
            chosen or (name if name in known else PERSON)
            for chosen, name in zip((red, blue), record.players, strict=True)
        )
        file = file or saved
    else:
        if game_id is None and position is None:
            if terminal:
                game_id, red, blue = ask_what_to_play(red, blue)
            else:
                explain_without_terminal()
                game_id, red, blue = "piranhas-2026", red or "greedy", blue or "random"
        if position:
            start = find((position,), game_id, rules, seed, None).state
        else:
            start = game(game_id or "", rules).start(seed)
        red, blue = red or PERSON, blue or "greedy"
        record = Record(start, players=(red, blue))
    check_sides(record.start.game, sides)
    if file and file != saved and file.exists():
        raise CannotPlay(FILE_EXISTS(path=file))
    names = dict(zip(Team, (red, blue), strict=True))
    players = {
        team: None if name == PERSON else sparring(name, None if seed is None else seed + team.index)
        for team, name in names.items()
    }
    watching = None not in players.values()
    if delay is None:
        delay = 0.6 if terminal and watching else 0.0
    TerminalGame(record, players, sides=sides, file=file, delay=delay).run()


FILE_EXISTS = Sentence("{path} is there already; give another name, or go on with that game by --continue {path}.")
