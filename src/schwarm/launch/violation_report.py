"""Why a game was broken off, as far as more is known than the reason: how late a move was, how a program ended, and the
last words of whoever lost by it."""

from schwarm.games import Reason, Team
from schwarm.launch.last_words import at_the_end, last_words
from schwarm.launch.launched_players import Hosted
from schwarm.launch.process import ENDED_WITH
from schwarm.referee.late_move import late_move
from schwarm.words import Figure, Message, Sentence, excerpt

LONGEST_QUOTE = 200


def account(hosted: Hosted, limit: float | None = None) -> list[Message]:
    """What to tell about a violation, in order; nothing for a game that went to its regular end.

    `limit` is how many seconds a move may take."""
    outcome = hosted.record.outcome
    if outcome is None or not outcome.reason.violation:
        return []
    losers = [outcome.winner.opponent] if outcome.winner else list(Team)
    facts = [fact for team in losers for fact in _end(hosted, team, outcome.reason)]
    seconds = late_move(hosted.record)
    if seconds is None or limit is None:
        return facts
    number = hosted.record.final.turn + 1
    return [LATE(number=number, seconds=Figure(seconds, 1), limit=Figure(limit, None)), *facts]


def _end(hosted: Hosted, team: Team, reason: Reason) -> list[Message]:
    facts = []
    trouble = hosted.troubles[team.index]
    last = last_words(at_the_end(hosted.remains[team.index], reason))
    if trouble and not (last and trouble == ENDED_WITH(code=1)):
        # 1 is every error's exit code; the last words say more.
        facts.append(trouble)
    if last:
        text = excerpt(last.text, LONGEST_QUOTE)
        where = {"file": excerpt(last.file), "line": last.line}
        facts.append(LAST_WORDS_AT(text=text, **where) if last.file else LAST_WORDS(text=text))
    return facts


LATE = Sentence(
    "Its move {number} took {seconds} seconds; {limit} are allowed, and clock.left says how many of them remain."
)
LAST_WORDS = Sentence("Its last words: “{text}”")
LAST_WORDS_AT = Sentence("Its last words, from {file}, line {line}: “{text}”")
