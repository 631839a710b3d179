"""`schwarm play`: a game in the terminal, against a person or a simple computer player."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.number_range import NumberRange
from schwarm.cli.position import find, load, rules_option
from schwarm.games import DEFAULT_GAME
from schwarm.words import SchwarmError, Sentence, say

if TYPE_CHECKING:
    from schwarm.games.record import Record
    from schwarm.player import Player

PERSON = "person"


class CannotPlay(SchwarmError):
    """Options that do not go together."""


def command() -> click.Command:
    path = click.Path(dir_okay=False, path_type=Path)

    def who(side: Sentence, usual: str) -> str:
        return say(
            "Who plays {side}: person, random, greedy, hecht, hecht:level=4 or a bot; by default {usual}.",
            side=side,
            usual=usual,
        )

    return click.Command(
        "play",
        callback=play,
        help=say("Play a game in the terminal. Without GAME it asks what to play.")
        + "\n\n"
        + say(
            "A bot is its folder, a class like mybot.py:MyPlayer, a command, a .zip or a .jar; "
            "two bots play each other."
        )
        + " "
        + say("If one of them crashes or breaks a rule, the exit code is 1."),
        params=[
            click.Argument(["game_id"], metavar=say("[GAME]"), required=False),
            click.Option(["--red"], metavar=say("WHO"), help=who(Sentence("Red"), PERSON)),
            click.Option(["--blue"], metavar=say("WHO"), help=who(Sentence("Blue"), "greedy")),
            rules_option(),
            click.Option(
                ["--seed"],
                type=int,
                metavar=say("NUMBER"),
                help=say("Seed for the start and the computer's choices."),
            ),
            click.Option(["--position"], help=say("Start from this position text.")),
            click.Option(["--save", "file"], type=path, help=say("Save the game to this file after every move.")),
            click.Option(["--continue", "saved"], type=path, help=say("Continue the game saved in this file.")),
            click.Option(["--sides"], help=say("Names and colours of the sides: red-blue, or white-black for 2019.")),
            click.Option(
                ["--delay"],
                type=NumberRange(0, 60),
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
    from dataclasses import replace

    from schwarm.cli.game_commands import COMMANDS
    from schwarm.cli.screen import check_sides
    from schwarm.cli.terminal import TerminalGame
    from schwarm.games import Team

    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if saved:
        if game_id or position is not None or seed is not None or rules != "documents":
            raise CannotPlay(CONTINUES_ALONE())
        record = _continue_record(saved, red, blue)
        # A replay stays what it is; only our own records are written on.
        file = file or (saved if saved.suffix not in (".xml", ".gz") else None)
        sides = sides or dict(record.tags).get("Sides")
    else:
        record = _new_record(game_id, red, blue, rules, seed, position, terminal=terminal)
        if sides:
            record = replace(record, tags=(*record.tags, ("Sides", sides)))
    check_sides(record.start.game, sides)
    if file and file != saved and file.exists():
        raise CannotPlay(FILE_EXISTS(path=file))
    if not all(name == PERSON or _built_in(name) for name in record.players):
        _let_bots_play(record, file, seed)
        return
    players = {
        team: _player(name, None if seed is None else seed + team.index)
        for team, name in zip(Team, record.players, strict=True)
    }
    if delay is None:
        delay = 0.6 if terminal and None not in players.values() else 0.0
    TerminalGame(record, players, COMMANDS, sides=sides, file=file, delay=delay).run()


def _continue_record(saved: Path, red: str | None, blue: str | None) -> "Record":
    """A saved game; who played it plays on, and a name that is no player's is a person's."""
    from dataclasses import replace

    record = load(saved)
    if record.outcome and not record.outcome.reason.regular:
        # Cancelled, left, late: the rules did not end it, so it can go on.
        record = replace(record, outcome=None)
    known = [name if _built_in(name) else PERSON for name in record.players]
    return replace(record, players=(red or known[0], blue or known[1]))


def _new_record(
    game_id: str | None,
    red: str | None,
    blue: str | None,
    rules: str,
    seed: int | None,
    position: str | None,
    *,
    terminal: bool,
) -> "Record":
    """A new game. Where nothing is said and nobody can be asked, two computers show one."""
    from schwarm.cli.menu import ask_what_to_play, explain_without_terminal
    from schwarm.games import game
    from schwarm.games.record import Record

    if game_id is None and position is None:
        game_id = _named_game(red, blue)
        if game_id is None and terminal:
            game_id, red, blue = ask_what_to_play(red, blue)
        elif game_id is None:
            game_id = DEFAULT_GAME
            if red is None and blue != PERSON:
                red, blue = "greedy", blue or "random"
                explain_without_terminal()
    players = red or PERSON, blue or "greedy"
    if position is not None:
        return Record(find((position,), game_id, rules, None, None).state, players=players)
    return Record(game(game_id or "", rules).start(seed), players=players)


def _named_game(*names: str | None) -> str | None:
    """What the files of a bot say that it plays."""
    from schwarm import launch

    bots = [launch.parse_player(name) for name in names if name and name != PERSON and not _built_in(name)]
    return next((found for bot in bots if (found := launch.game_of(bot))), None)


def _built_in(name: str) -> bool:
    """Whether a name is a sparring partner's, with options or without."""
    from schwarm.player import PLAYERS

    return name.partition(":")[0] in PLAYERS


def _player(name: str, seed: int | None) -> "Player | None":
    """A computer player by name, None for a person."""
    from schwarm.player import sparring

    return None if name == PERSON else sparring(name, seed)


def _let_bots_play(record: "Record", file: Path | None, seed: int | None) -> None:
    """A game between bots over the network, as in the contest; then it is shown, with the loser's last words."""
    from dataclasses import replace

    from schwarm import launch
    from schwarm.cli.files import write_file
    from schwarm.cli.replay import show_game
    from schwarm.cli.screen import tell
    from schwarm.games import Team

    if PERSON in record.players or "wait" in record.players:
        raise CannotPlay(ONLY_BOTS())
    if record.outcome:
        raise CannotPlay(OVER_ALREADY())
    if file:
        write_file(file, str(record).encode())
    for name in record.players:
        launch.check_game(launch.parse_player(name), record.start.game.id)
    rest_of_game = launch.play(record.final, *record.players, seed=seed)
    whole = replace(rest_of_game.record, start=record.start, moves=(*record.moves, *rest_of_game.record.moves))
    show_game(whole, printed={turn: text for team in Team for turn, text in rest_of_game.output_by_turn(team)})
    outcome = whole.outcome
    if outcome and outcome.winner and not outcome.reason.regular:
        rest = launch.lines_at_end(rest_of_game.other_output[outcome.winner.opponent.index], outcome.reason)
        for line in launch.error_report(rest)[-20:] or launch.report_violation(rest_of_game):
            tell(f"  {line}", style="dim")
    if file:
        write_file(file, str(whole).encode())
    if outcome and outcome.reason.violation:
        # Somebody broke down or broke a rule: also a script shall notice.
        raise click.exceptions.Exit(1)


FILE_EXISTS = Sentence("{path} already exists; choose another name, or continue that game with --continue {path}.")
CONTINUES_ALONE = Sentence("--continue resumes a saved game; leave out GAME, --position, --seed and --rules.")
OVER_ALREADY = Sentence("The saved game is already over; start a new one, or continue one that is not.")
ONLY_BOTS = Sentence(
    "A person can play against a person, random, greedy or hecht here; let the bot play on a server (schwarm serve)."
)
