"""Before a game: ask what to play, or explain why nobody can be asked."""

import click

from schwarm.cli.screen import console
from schwarm.games import all_games
from schwarm.words import Sentence, say

OPPONENTS = {
    "greedy": Sentence("the computer, which takes what looks best"),
    "random": Sentence("the computer, which plays anything"),
    "person": Sentence("another person at this keyboard"),
}


def ask_what_to_play(red: str | None, blue: str | None) -> tuple[str, str, str]:
    """The game and who plays it, in two answers; Enter takes the first of each."""
    games = all_games()
    game = games[_choose(say("Which game?"), [known.title for known in games])].id
    if red or blue:
        return game, red or "person", blue or "greedy"
    opponent = list(OPPONENTS)[_choose(say("Against whom?"), [str(text) for text in OPPONENTS.values()])]
    return game, "person", opponent


def _choose(question: str, choices: list[str]) -> int:
    console().print(f"\n{question}")
    for number, choice in enumerate(choices, start=1):
        console().print(f"  {number}  {choice}")
    answer: int = click.prompt(say("Number"), type=click.IntRange(1, len(choices)), default=1, prompt_suffix=" > ")
    return answer - 1


def explain_without_terminal() -> None:
    """What to say when there is no keyboard to ask at."""
    console().print(
        say("There is no terminal here to play at, so two computer players show a game: greedy against random.")
    )
    console().print(say("To play yourself, run this in a terminal: schwarm play (or, in a clone, make run)."))
