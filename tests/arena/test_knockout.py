"""The Final Eight, computed by hand: who wins an encounter, how long it goes on, and who meets whom."""

from arena.results import book, broken, drawn, won
from schwarm.arena.knockout import Bracket, Duel, places
from schwarm.arena.results import Results

DUEL = Duel("f/A – B", "A", "B", games=6, most_games=10)


def games(*winners: str, duel: Duel = DUEL) -> Results:
    """The games of a duel from the first on, by their winners; `-` is a draw."""
    found = []
    for number, winner in enumerate(winners, start=1):
        key = f"{duel.key}/{number}"
        red, blue = (duel.one, duel.two) if number % 2 else (duel.two, duel.one)
        found.append(drawn(key, red, blue) if winner == "-" else won(key, red, blue, by=winner))
    return book(*found)


def test_more_wins_after_six_games_win() -> None:
    assert DUEL.winner(games(*"AABA-A")) == "A"
    assert DUEL.winner(games(*"B-----")) == "B"
    assert DUEL.wins(games(*"AABA-A")) == (4, 1)


def test_five_wins_are_not_enough_before_the_sixth_game() -> None:
    assert DUEL.winner(games(*"AAAAA")) is None
    assert [game.key for game in DUEL.due(games(*"AAAAA"), 1)] == ["f/A – B/6"]


def test_a_level_encounter_goes_on_in_pairs() -> None:
    level = games(*"ABABAB")
    assert DUEL.winner(level) is None
    assert [game.key for game in DUEL.due(level, 1)] == ["f/A – B/7", "f/A – B/8"]
    assert DUEL.winner(games(*"ABABABA")) is None  # an odd number of games decides nothing
    assert [game.key for game in DUEL.due(games(*"ABABABA"), 1)] == ["f/A – B/8"]
    assert DUEL.winner(games(*"ABABABA-")) == "A"
    assert DUEL.due(games(*"ABABABA-"), 1) == []
    seventh, eighth = DUEL.due(level, 1)
    assert (seventh.red, eighth.red) == ("A", "B")
    assert seventh.seed == eighth.seed


def test_the_secondary_criterion_counts_for_nothing() -> None:
    heavy = Results(
        result._replace(outcome=drawn("x", "A", "B", (1, 60)).outcome) for result in games(*"------").values()
    )
    assert DUEL.winner(heavy) is None


def test_at_the_cap_the_better_place_decides_and_it_is_said() -> None:
    assert DUEL.winner(games(*"ABABABABAB")) == "A"
    assert DUEL.by_place(games(*"ABABABABAB"))
    assert not DUEL.by_place(games(*"ABABABABAA"))
    assert not DUEL.by_place(games(*"ABABAB"))
    assert DUEL.winner(games(*"ABABABABBB")) == "B"


def test_violations_and_nobody() -> None:
    results = games(*"AB---")
    results.add(broken("f/A – B/6", "B", "A", None))  # neither came: nobody's win
    assert DUEL.winner(results) is None
    results = games(*"AB---")
    results.add(broken("f/A – B/6", "B", "A", "B"))
    assert DUEL.winner(results) == "A"


def test_a_gap_is_not_skipped() -> None:
    results = Results(result for key, result in games(*"AAAAAA").items() if key != "f/A – B/3")
    assert DUEL.winner(results) is None
    assert [game.key for game in DUEL.due(results, 1)] == ["f/A – B/3"]


BRACKET = Bracket(tuple("12345678"), games=6, most_games=6, third_place=True)


def played(bracket: Bracket, results: Results) -> Results:
    """Everything that is due, won by the better place."""
    for game in list(bracket.due(results, 1)):
        results.add(won(game.key, game.red, game.blue, by=min(game.players)))
    return results


def test_the_best_meet_last() -> None:
    rounds = BRACKET.rounds(Results())
    assert [(name, [(duel.one, duel.two) for duel in duels]) for name, duels in rounds] == [
        ("quarter-final", [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")])
    ]
    results = played(BRACKET, Results())
    assert len(results) == 24
    assert [(duel.one, duel.two) for duel in dict(BRACKET.rounds(results))["semi-final"]] == [("1", "4"), ("2", "3")]
    results = played(BRACKET, results)
    assert [name for name, _ in BRACKET.rounds(results)] == ["quarter-final", "semi-final", "third-place", "final"]
    assert BRACKET.champion(results) is None
    results = played(BRACKET, results)
    assert BRACKET.champion(results) == "1"
    assert places(BRACKET, results) == ["1", "2", "3", "4"]
    assert list(BRACKET.due(results, 1)) == []
    assert len(results) == BRACKET.least_games == 48


def test_smaller_finals() -> None:
    four = Bracket(tuple("1234"), 6, 6, third_place=False)
    assert [name for name, _ in four.rounds(Results())] == ["semi-final"]
    assert four.least_games == 18
    two = Bracket(tuple("12"), 6, 6, third_place=True)
    results = played(two, Results())
    assert two.champion(results) == "1"
    assert len(results) == two.least_games == 6
