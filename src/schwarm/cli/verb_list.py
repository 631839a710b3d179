"""What `schwarm` can do, by what people want, each in one line that fits a terminal."""

from schwarm.words import Sentence

SECTIONS: dict[Sentence, dict[str, Sentence]] = {
    Sentence("Play and understand"): {
        "play": Sentence("Play a game in the terminal"),
        "serve": Sentence("Run the page to play, watch and hold contests, and the game server"),
        "site": Sentence("Write the page as plain files for any web host"),
        "analyse": Sentence("Analyse a position or a whole game with Hecht"),
        "replay": Sentence("Show a saved game move by move, or convert it"),
        "show": Sentence("Show a position"),
        "rules": Sentence("Explain the rules of a game in a few sentences"),
        "games": Sentence("List the games"),
        "moves": Sentence("List the legal moves of a position"),
    },
    Sentence("Write a bot"): {
        "new": Sentence("Create a folder with a bot that already plays"),
        "check": Sentence("Check a bot the way the contest does, and more"),
        "ladder": Sentence("Find out how strong a bot is"),
        "pack": Sentence("Pack a bot into a zip for the contest"),
        "hand-in": Sentence("Hand in a bot to a league"),
        "bot": Sentence("Have a player join one game on a server"),
    },
    Sentence("Hold contests"): {
        "match": Sentence("Play many games between two players: who is stronger?"),
        "tournament": Sentence("Play a tournament of any number of players"),
        "season": Sentence("Hold a whole season, from groups to the Final Eight"),
        "scheduler": Sentence("Hand out the games of contests to many machines"),
        "worker": Sentence("Play games for a contest that runs elsewhere"),
    },
    Sentence("Look inside"): {
        "hecht": Sentence("Talk to Hecht line by line, in the style of UCI"),
        "perft": Sentence("Count move sequences"),
        "data": Sentence("Export games as columns for machine learning"),
        "bench": Sentence("Measure how fast Hecht is on this machine"),
        "doctor": Sentence("Show which parts this machine has, and how to get the rest"),
    },
}
VERBS = tuple(verb for section in SECTIONS.values() for verb in section)
