"""A bot of a few lines, into which tests put the mistakes that bots have."""

HEAD = "import os, sys, threading, time\nimport schwarm\nfrom schwarm.player import Player, run\n"
PLAYING = "        return state.legal_moves()[0]\n"
TAIL = "\nif __name__ == '__main__':\n    run(Mine)\n"


def bot(choose: str = "", before: str = "", after: str = "") -> str:
    """A bot that plays the first legal move, and does something else first."""
    method = "    def choose(self, state, clock):\n" + "".join(f"        {line}\n" for line in choose.splitlines())
    return f"{HEAD}{before}\nclass Mine(Player):\n    game = 'piranhas-2026'\n{method}{PLAYING}{after}{TAIL}"
