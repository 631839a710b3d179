"""Whether a bot ended because this machine lacks a program that it calls: Java, say, which its start.sh wants."""

from schwarm.launch.launched_players import LaunchedPlayers
from schwarm.words import Message, Sentence, excerpt

CANNOT_RUN = (126, 127)
"""What shells exit with where a program is made for other machines, and where there is none."""


def find_missing_program(launched: LaunchedPlayers) -> Message | None:
    """Why that may be so: somebody ended before it took its seat, with the code of a shell that cannot start a program.
    Only a hint, for a bot can exit with any code."""
    for team, process in launched.processes.items():
        never_came = launched.room.seats[team.index].free and not launched.room.over
        if never_came and (code := process.exit_code) in CANNOT_RUN:
            return MISSING_PROGRAM(player=excerpt(process.title), code=code)
    return None


MISSING_PROGRAM = Sentence(
    "“{player}” exited with code {code} before its first message; a program that it needs may be missing."
)
