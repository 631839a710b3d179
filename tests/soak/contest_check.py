"""Whether a contest's store still has what it had, each result once and with the game it belongs to."""

from collections import Counter
from collections.abc import Mapping

from schwarm.arena.contest_records import DatabaseResults
from schwarm.games import Outcome
from schwarm.store.games import Store
from soak.loss import Loss

Outcomes = Mapping[str, Outcome]


def check_contest(store: Store, event: str, before: Outcomes) -> dict[str, Outcome]:
    """All results of a contest by their keys; raises a `Loss` if one is missing that was there before."""
    now = {key: result.outcome for key, result in DatabaseResults(store, event).results().items()}
    for key, outcome in before.items():
        if key not in now:
            raise Loss(f"the result of {event}/{key} is lost")
        if now[key] != outcome:
            raise Loss(f"the result of {event}/{key} was {outcome} and is {now[key]}")
    kept = Counter(summary.key for summary in store.listing(event=event, finished=None))
    if kept != Counter(f"{event}/{key}" for key in now):
        raise Loss(f"{event} has {kept.total()} games and {len(now)} results")
    for key in now.keys() - before.keys():
        game = store.get(f"{event}/{key}")
        if game is None or game.record.outcome != now[key]:
            raise Loss(f"the game of {event}/{key} is not the one of its result")
    return now
