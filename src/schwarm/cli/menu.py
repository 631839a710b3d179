"""Before a game: ask what to play, or explain why nobody can be asked."""

import click

from schwarm.cli.screen import tell
from schwarm.games import all_games
from schwarm.words import Sentence, say

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
    tell(f"\n{question}")
    for number, choice in enumerate(choices, start=1):
        tell(f"  {number}  {choice}")
    answer: int = click.prompt(say("Number"), type=click.IntRange(1, len(choices)), default=1, prompt_suffix=" > ")
    return answer - 1


def explain_without_terminal() -> None:
    """What to say when there is no keyboard to ask at."""
    tell(say("There is no terminal to play in, so here is a game between two computer players."))
    tell(say("To play yourself, run this in a terminal: schwarm play (or, in a clone, make run)."))
