"""`schwarm play`: a game in the terminal, against a person or a simple computer player."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schwarm.cli.options import rules_option
from schwarm.cli.position import find, load
from schwarm.cli.verb import NUMBER, SECONDS, WHO, NumberRange, argument, option, verb
from schwarm.games import DEFAULT_GAME, all_games
from schwarm.words import SchwarmError, Sentence, say

if TYPE_CHECKING:
    from schwarm.games.record import Record
    from schwarm.player import Player

PERSON = "person"
SAVED = click.Path(dir_okay=False, path_type=Path)


class CannotPlay(SchwarmError):
    """Options that do not go together."""


WHO_PLAYS = Sentence("Who plays {side}: person, random, greedy, hecht, hecht:level=4 or a bot; by default {usual}.")


@verb(
    Sentence("Play a game in the terminal. Without GAME it asks what to play."),
    (
        Sentence(
            "A bot is its folder, a class like mybot.py:MyPlayer, a command, a .zip or a .jar; "
            "two bots play each other."
        ),
        Sentence("If one of them crashes or breaks a rule, the exit code is 1."),
    ),
)
@argument("game_id", metavar=Sentence("[GAME]"), required=False)
@option("--red", metavar=WHO, help=WHO_PLAYS(side=Sentence("Red"), usual=PERSON))
@option("--blue", metavar=WHO, help=WHO_PLAYS(side=Sentence("Blue"), usual="greedy"))
@rules_option
@option("--seed", type=int, metavar=NUMBER, help=Sentence("Seed for the start and the computer's choices."))
@option("--position", help=Sentence("Start from this position text."))
@option("--save", "file", type=SAVED, help=Sentence("Save the game to this file after every move."))
@option("--continue", "saved", type=SAVED, help=Sentence("Continue the game saved in this file."))
@option("--sides", help=Sentence("Names and colours of the sides: red-blue, or white-black for 2019."))
@option(
    "--delay",
    type=NumberRange(0, 60),
    metavar=SECONDS,
    help=Sentence("Seconds to wait before a computer's move is shown."),
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
    """A new game. By default, and without a terminal, one between two computer players."""
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
        # A bot broke down or broke a rule: the exit code tells scripts so.
        raise click.exceptions.Exit(1)


# -- asking what to play ----------------------------------------------------------------------------------------

# What is offered, and who plays Red and Blue then.
OFFERS = {
    ("person", "hecht:level=3"): Sentence("you play Red against Hecht, level 3 of 10"),
    ("hecht:level=3", "person"): Sentence("you play Blue against Hecht, level 3 of 10"),
    ("person", "hecht:level=8"): Sentence("you play Red against Hecht, level 8 of 10"),
    ("person", "greedy"): Sentence("you play Red, the computer takes whatever looks best"),
    ("greedy", "person"): Sentence("you play Blue, the computer takes whatever looks best"),
    ("person", "random"): Sentence("you play Red, the computer plays at random"),
    ("person", "person"): Sentence("two people at this keyboard"),
    ("greedy", "greedy"): Sentence("watch two computer players"),
}


def ask_what_to_play(red: str | None, blue: str | None) -> tuple[str, str, str]:
    """The game and who plays it, in two answers; Enter takes the first of each."""
    games = all_games()
    game = games[_choose(say("Which game?"), [known.title for known in games])].id
    if red or blue:
        return game, red or "person", blue or "greedy"
    red, blue = list(OFFERS)[_choose(say("Who plays?"), [str(text) for text in OFFERS.values()])]
    return game, red, blue


def _choose(question: str, choices: list[str]) -> int:
    from schwarm.cli.screen import tell

    tell(f"\n{question}")
    for number, choice in enumerate(choices, start=1):
        tell(f"  {number}  {choice}")
    answer: int = click.prompt(say("Number"), type=click.IntRange(1, len(choices)), default=1, prompt_suffix=" > ")
    return answer - 1


def explain_without_terminal() -> None:
    """What to say when there is no keyboard to ask at."""
    from schwarm.cli.screen import tell

    tell(say("There is no terminal to play in, so here is a game between two computer players."))
    tell(say("To play yourself, run this in a terminal: schwarm play (or, in a clone, make run)."))


FILE_EXISTS = Sentence("{path} already exists; choose another name, or continue that game with --continue {path}.")
CONTINUES_ALONE = Sentence("--continue resumes a saved game; leave out GAME, --position, --seed and --rules.")
OVER_ALREADY = Sentence("The saved game is already over; start a new one, or continue one that is not.")
ONLY_BOTS = Sentence(
    "A person can play against a person, random, greedy or hecht here; let the bot play on a server (schwarm serve)."
)
