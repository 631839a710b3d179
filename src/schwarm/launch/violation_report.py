"""Why a game was broken off, as far as more is known than the reason: how late a move was, how a program ended, and the
last words of whoever lost by it."""

from collections.abc import Mapping, Sequence

from schwarm.games import Game, Reason, Team
from schwarm.games.record import Record
from schwarm.launch.last_words import last_words, lines_at_end
from schwarm.launch.output import OutputLine
from schwarm.launch.played_game import PlayedGame
from schwarm.launch.process import ENDED_WITH
from schwarm.referee.room import late_move
from schwarm.words import Figure, Message, Sentence, excerpt

MAX_QUOTE_LENGTH = 200


def report_violation(hosted: PlayedGame) -> list[Message]:
    """What to tell about a violation, in order; nothing for a game that went to its regular end."""
    outcome = hosted.record.outcome
    if outcome is None or not outcome.reason.violation:
        return []
    losers = [outcome.winner.opponent] if outcome.winner else list(Team)
    faults = {team: _describe_end(hosted, team, outcome.reason) for team in losers}
    facts = list_faults(faults, hosted.record.start.game)
    number = hosted.record.final.round  # each side moves once in a round, so it is also the number of its own move
    if outcome.reason is Reason.NO_ANSWER:
        return [NO_ANSWER(number=number), *facts]
    if outcome.reason is Reason.TIMEOUT:
        with_kit = any(hosted.made_with_kit[team.index] for team in losers)
        return [_describe_lateness(hosted.record, number, LATE_WITH_KIT if with_kit else LATE), *facts]
    return facts


def _describe_lateness(record: Record, number: int, late: Sentence) -> Message:
    limit, seconds = record.time_to_move().late, late_move(record)
    if limit is None or limit == record.remaining(record.final.to_move):
        return OUT_OF_TIME(number=number)
    if seconds is None:
        return MISSING(number=number, limit=Figure(limit, None))
    return late(number=number, seconds=Figure(seconds, 1), limit=Figure(limit, None))


def list_faults(faults: Mapping[Team, Sequence[Message]], game: Game) -> list[Message]:
    """What is known about each side that lost, in order; where both did, it is said whose it is."""
    told: list[Message] = []
    for team, facts in faults.items():
        first = [WHOSE(side=game.side(team)(), fact=fact) if len(faults) > 1 else fact for fact in facts[:1]]
        told += [*first, *facts[1:]]
    return told


def _describe_end(hosted: PlayedGame, team: Team, reason: Reason) -> list[Message]:
    facts = []
    trouble = hosted.troubles[team.index]
    last = quote_last_words(hosted.other_output[team.index], reason)
    if trouble and not (last and trouble == ENDED_WITH(code=1)):
        # 1 is every error's exit code; the last words say more.
        facts.append(trouble)
    if last:
        facts.append(last)
    return facts


def quote_last_words(lines: Sequence[OutputLine], reason: Reason) -> Message | None:
    """What a bot said last before its game was broken off; None where that tells nothing."""
    last = last_words(lines_at_end(lines, reason))
    if last is None:
        return None
    text = excerpt(last.text, MAX_QUOTE_LENGTH)
    where = {"file": excerpt(last.file), "line": last.line}
    return LAST_WORDS_AT(text=text, **where) if last.file else LAST_WORDS(text=text)


NO_ANSWER = Sentence("Its move {number} never came; look for an endless loop or something it waits for.")
WHOSE = Sentence("{side}: {fact}")
OUT_OF_TIME = Sentence("At its move {number} its time ran out.")
MISSING = Sentence("Its move {number} was not there after {limit} s, and more is not allowed.")
LATE = Sentence("Its move {number} took {seconds} seconds; {limit} are allowed.")
LATE_WITH_KIT = Sentence(
    "Its move {number} took {seconds} seconds; {limit} are allowed, and clock.left says how many of them remain."
)
LAST_WORDS = Sentence("Its last words: “{text}”")
LAST_WORDS_AT = Sentence("Its last words, from {file}, line {line}: “{text}”")
