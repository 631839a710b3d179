"""What a match came to, for other programs: plain values under names that stay."""

import json
import math
from typing import Any

import pytest

from arena.fake_pool import match
from arena.results import book, drawn, won
from schwarm.arena.export import match_facts
from schwarm.arena.sprt import Sprt


def test_a_match_under_names_that_stay() -> None:
    keys = (f"match/{number}" for number in range(1, 14))
    # Six pairs, and a game that waits for its other half.
    results = book(
        *(
            drawn(key, "A", "B") if who == "=" else won(key, "A", "B", by=who)
            for key, who in zip(keys, "AABBABAB==A=A", strict=True)
        )
    )
    facts = match_facts(match(20, Sprt(0, 20)), results)
    llr, elo, superiority = facts["sprt"].pop("llr"), facts.pop("elo"), facts.pop("superiority")
    assert facts == {
        "players": ["A", "B"],
        "rules": ["piranhas-2026", "documents"],
        "seed": 1,
        "wins": 6,
        "draws": 3,
        "losses": 4,
        "pairs": [1, 0, 3, 1, 1],
        "sprt": {
            "elo0": 0,
            "elo1": 20,
            "normalized": False,
            "bounds": pytest.approx([-math.log(19), math.log(19)]),
            "verdict": "open",
        },
    }
    assert -1 < llr < 1
    assert elo["low"] < 0 < elo["value"] < elo["high"]
    assert 0.5 < superiority < 1


@pytest.mark.parametrize(("better", "open_bound"), [("A", "high"), ("B", "low")])
def test_a_bound_that_is_none_is_null(better: str, open_bound: str) -> None:
    facts = match_facts(match(4), book(*(won(f"match/{n}", "A", "B", by=better) for n in range(1, 5))))
    said: dict[str, Any] = json.loads(json.dumps(facts, allow_nan=False))
    assert "sprt" not in said
    assert set(said["elo"]) == {"value", "low", "high"}
    assert said["elo"][open_bound] is None
    assert sum(bound is None for bound in said["elo"].values()) == 2
