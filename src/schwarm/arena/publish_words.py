"""The words on the published pages of a season."""

from schwarm.words import Sentence

WORDS = {
    "overview": Sentence("Overview"),
    "ratings": Sentence("Ratings"),
    "final_eight": Sentence("Final Eight"),
    "champion": Sentence("Champion"),
    "played": Sentence("games played"),
    "of": Sentence("of at least"),
    "team": Sentence("team"),
    "teams": Sentence("teams"),
    "games": Sentence("games"),
    "won": Sentence("won"),
    "drawn": Sentence("drawn"),
    "lost": Sentence("lost"),
    "points": Sentence("points"),
    "day": Sentence("Match day"),
    "against": Sentence("against"),
    "no_game": Sentence("not played yet"),
    "by_place": Sentence("tied to the end; decided by the better placing"),
    "wins": Sentence("games won"),
    "rating_text": Sentence(
        "Strength on the Elo scale over all games of the season; the average is 0. In 95 of 100 cases the true value "
        "lies within the bar."
    ),
    "score": Sentence("score"),
    "replay": Sentence("Replay"),
    "first": Sentence("To the start"),
    "back": Sentence("One move back"),
    "play": Sentence("Play or pause"),
    "next": Sentence("One move forward"),
    "last": Sentence("To the end"),
    "start": Sentence("Start"),
    "move": Sentence("move"),
    "no_replay": Sentence("This game cannot be found; choose one from a table."),
    "record": Sentence("Save the game as text"),
    "violations": Sentence("Games lost off the board"),
    "win_points": Sentence("A win is worth 2 points, a draw 1. The last column breaks ties."),
    "why": Sentence("Why"),
    "made": Sentence("Made with Schwarm"),
    "other_language": Sentence("Deutsch"),
    "running": Sentence("The season is still being played; these are the tables so far."),
    "hint": Sentence("The arrow keys step through the game; the space bar plays it."),
}
