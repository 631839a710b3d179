"""A whole game as a value and as text that a person can read and write."""

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import schwarm
from schwarm import Outcome, Reason, Team
from schwarm.games.record import InvalidRecord, Played, Record, Variation, pair
from schwarm.games.record_text import MAX_DEPTH, MAX_MOVES
from schwarm.words import sentence

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
GAME = schwarm.game("piranhas-2026")

BY_HAND = f"""\
Game: piranhas-2026
Start: {START}
Red: Anna
Blue: Ben's bot
Date: 2026-11-15

A4-C4 1.52s ; to the middle
; and closer to the others
B0-B2
A2-C0 0.000001s
"""


def test_a_text_written_by_hand() -> None:
    record = Record.parse(BY_HAND)
    assert record.players == ("Anna", "Ben's bot")
    assert record.tags == (("Date", "2026-11-15"),)
    assert [str(played.move) for played in record.moves] == ["A4-C4", "B0-B2", "A2-C0"]
    assert record.moves[0].seconds == 1.52
    assert record.moves[0].note == "to the middle\nand closer to the others"
    assert record.outcome is None
    assert str(record) == BY_HAND


WITH_VARIATIONS = f"""\
Game: piranhas-2026
Start: {START}
Red:
Blue:

; Red may begin on either side.
( From the left
  A8-C8
  ; [green A8-C8] [red C8] closer
)
A4-C4 1.52s ; to the middle
(
  B9-B7
  ( The quiet way
    A2-C0
  )
  A1-C1
)
(
  B0-B2
)
"""


def test_variations_and_what_is_said_about_the_start() -> None:
    record = Record.parse(WITH_VARIATIONS)
    assert record.note == "Red may begin on either side."
    assert [variation.name for variation in record.variations] == ["From the left"]
    (played,) = record.moves
    # The game has no second move, so both of its continuations are variations.
    first, second = played.variations
    assert [str(inner.move) for inner in first.moves] == ["B9-B7", "A1-C1"]
    assert first.moves[0].variations[0].name == "The quiet way"
    assert record.final.turn == 1
    assert str(record) == WITH_VARIATIONS.replace("A8-C8\n  ; ", "A8-C8 ; ")
    assert record.has_variations
    assert not Record.parse(BY_HAND).has_variations
    assert second in Record.parse(str(record)).moves[0].variations


def test_variations_keep_to_the_rules_and_to_their_bounds() -> None:
    start, legal = GAME.parse(START), Played(schwarm.Move("A4", "C4"))
    with pytest.raises(schwarm.IllegalMove):
        Record(start, variations=(Variation((Played(schwarm.Move("A4", "D4")),)),))
    with pytest.raises(schwarm.IllegalMove):
        Record(start, moves=(Played(legal.move, variations=(Variation((legal,)),)),))
    with pytest.raises(InvalidRecord, match="at most 5000 moves"):
        Record(start, variations=(Variation((legal,)),) * (MAX_MOVES + 1))


def test_it_grows_move_by_move_and_shrinks_again() -> None:
    record = Record(GAME.start(1))
    longer = record.then(record.final.legal_moves()[0], seconds=0.5)
    assert len(record.moves) == 0
    assert len(longer.moves) == 1
    assert longer.final.turn == 1
    assert longer.back() == record
    assert longer.back(7) == record


def test_the_rules_end_a_game() -> None:
    # Blue's only fish moves; Red's two touch, so the round ends with a union, and Red's is the heavier.
    record = Record(GAME.parse("10/10/10/10/10/10/10/10/S9/LS7s 1 -"))
    record = record.then("J0-J1")
    assert record.outcome == Outcome(Team.ONE, Reason.HEAVIER_SWARM, (5, 1))
    assert Record.parse(str(record)) == record


def test_a_referee_can_end_a_game() -> None:
    late = Record(GAME.start(1)).ended(Outcome(Team.TWO, Reason.TIMEOUT, (0, 12)))
    assert Record.parse(str(late)) == late
    assert not late.outcome.reason.regular
    assert late.outcome.reason.violation
    assert str(late.outcome.sentence("Anna", "Ben")) == "Ben wins: Anna ran out of time."


def test_official_rules_are_kept() -> None:
    record = Record(schwarm.game("piranhas-2026", rules="official").start(1))
    assert "Rules: official\n" in str(record)
    assert Record.parse(str(record)).start.game.rules == "official"


def test_windows_line_ends_are_read() -> None:
    assert Record.parse("\ufeff" + BY_HAND.replace("\n", "\r\n")) == Record.parse(BY_HAND)


def test_a_pair_is_one_start_with_players_swapped() -> None:
    start = GAME.start(5)
    first, second = pair(start, "Anna", "Ben")
    assert first.start == second.start == start
    assert first.players == ("Anna", "Ben")
    assert second.players == ("Ben", "Anna")


notes = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(deadline=None, max_examples=60, derandomize=True, database=None)
@given(st.integers(0, 2**32), st.lists(st.tuples(st.none() | st.floats(0, 1e6), notes), max_size=12))
def test_every_record_round_trips(seed: int, facts: list[tuple[float | None, str]]) -> None:
    chance = random.Random(seed)
    game = schwarm.game(chance.choice([known.id for known in schwarm.all_games()]))
    record = Record(game.start(seed), players=("Ä", "b c"))
    for seconds, note in facts:
        record = record.then(
            chance.choice(record.final.legal_moves()), seconds=seconds, note=note, delay=(seconds or 0) / 3
        )
    assert Record.parse(str(record)) == record
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(Record.parse(str(record))) == hash(record)


def grown(state: schwarm.State, chance: random.Random, depth: int) -> tuple[Played, ...]:
    """Random moves, some of them with random variations."""
    moves: list[Played] = []
    for _ in range(chance.randint(1, 3)):
        beside = [grown(state, chance, depth + 1) for _ in range(chance.randint(0, 2) if depth < 4 else 0)]
        # What lies beside a move belongs to the one before it.
        if moves and beside:
            names = ("", "(", ")", "; x", "A0-A1", "ä  b\n")
            lines = tuple(Variation(line, chance.choice(names)) for line in beside)
            moves[-1] = Played(moves[-1].move, moves[-1].seconds, moves[-1].note, variations=lines)
        if not (legal := state.legal_moves()):
            break
        move = chance.choice(legal)
        moves.append(Played(move, chance.choice((None, 1.25)), chance.choice(("", ")", "( a\n\n  )b", ";c"))))
        state = state.play(move)
    return tuple(moves)


@settings(deadline=None, max_examples=25, derandomize=True, database=None)
@given(st.integers(0, 2**32), notes)
def test_every_tree_round_trips(seed: int, note: str) -> None:
    chance = random.Random(seed)
    start = schwarm.game(chance.choice([known.id for known in schwarm.all_games()])).start(seed)
    record = Record(start, grown(start, chance, 0), note=note, variations=(Variation(grown(start, chance, 1), "x"),))
    read = Record.parse(str(record))
    assert read == record
    assert str(read) == str(record)


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            "Game: piranhas-2026\n\n",
            "The header “Start” is missing; a record needs Game and Start.",
            "Die Kopfzeile „Start“ fehlt; eine Aufzeichnung braucht Game und Start.",
        ),
        (
            "hello\n",
            "Line 1: “hello” is not a header; a header looks like “Red: Anna”, and an empty line ends them.",
            "Zeile 1: „hello“ ist keine Kopfzeile; eine Kopfzeile sieht aus wie „Red: Anna“, "
            "und eine leere Zeile beendet den Kopf.",
        ),
        (
            BY_HAND.replace("Date:", "Red:"),
            "Line 5: “Red” appears a second time; one is enough.",
            "Zeile 5: „Red“ steht ein zweites Mal da; einmal genügt.",
        ),
        (
            BY_HAND.replace("B0-B2", "B0-B3"),
            "Line 9: B0 moves 2 squares on this line because 2 fish are on it; that is B2, not B3.",
            "Zeile 9: B0 zieht auf dieser Linie 2 Felder weit, weil 2 Fische auf ihr sind; das ist B2, nicht B3.",
        ),
        (
            BY_HAND.replace("B0-B2", "B0-B2 fast"),
            "Line 9: “B0-B2 fast” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.",
            "Zeile 9: „B0-B2 fast“ ist kein Zug; schreibe Zug, Sekunden und Notiz wie „A4-C4 1.5s ; warum“.",
        ),
        (
            BY_HAND + ")\n",
            "Line 11: This parenthesis closes a variation that was never opened.",
            "Zeile 11: Diese Klammer schließt eine Variante, die nie geöffnet wurde.",
        ),
        (
            BY_HAND + "( deep\n",
            "Line 11: This variation is never closed; a line with “)” ends it.",
            "Zeile 11: Diese Variante wird nie geschlossen; eine Zeile mit „)“ beendet sie.",
        ),
        (
            BY_HAND + "(\n)\n",
            "Line 12: This variation has no moves; write at least one, or leave it out.",
            "Zeile 12: Diese Variante hat keine Züge; schreibe mindestens einen oder lass sie weg.",
        ),
        (
            BY_HAND + "(\n; first a note\n",
            "Line 12: “; first a note” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.",
            "Zeile 12: „; first a note“ ist kein Zug; schreibe Zug, Sekunden und Notiz wie „A4-C4 1.5s ; warum“.",
        ),
        (
            BY_HAND + f"( {'x' * 101}\n",
            "Line 11: The name of this variation is longer than 100 characters.",
            "Zeile 11: Der Name dieser Variante ist länger als 100 Zeichen.",
        ),
        (
            "Game: ostseeschach-2022\nStart: 8/8/r7/8/8/8/8/R7 0 0:0\n\n"
            + "".join("(\n" + ("a1-b3", "a6-b4", "b3-a1", "b4-a6")[depth % 4] + "\n" for depth in range(MAX_DEPTH + 1)),
            "Line 28: Variations can lie at most 12 deep inside each other.",
            "Zeile 28: Varianten können höchstens 12 tief ineinander liegen.",
        ),
        (
            BY_HAND + "( x\nB9-B7\n)\n" * MAX_MOVES,
            "Line 15003: A record has at most 5000 moves, with all its variations.",
            "Zeile 15003: Eine Aufzeichnung hat mit allen Varianten höchstens 5000 Züge.",
        ),
        (
            BY_HAND.replace("Date: 2026-11-15", "Result: Anna"),
            "Line 5: “Anna” is not a result; write it like “Red, heavier, 23:17”.",
            "Zeile 5: „Anna“ ist kein Ergebnis; schreibe es wie „Red, heavier, 23:17“.",
        ),
        (
            "x" * 1_000_001,
            "The record is longer than 1000000 characters, which is too long for a game.",
            "Die Aufzeichnung ist länger als 1000000 Zeichen; so lang ist kein Spiel.",
        ),
    ],
)
def test_bad_records_get_one_sentence(text: str, english: str, german: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(text)
    assert str(caught.value) == english
    assert sentence(caught.value, "de") == german


@pytest.mark.parametrize("name", ["two\nlines", " blank", "bell\a"])
def test_names_that_would_break_the_text_are_refused(name: str) -> None:
    with pytest.raises(InvalidRecord, match="cannot appear in a record"):
        Record(GAME.start(1), players=(name, ""))


@pytest.mark.parametrize("key", ["Düs", "Red", "Game", "", "x" * 41, "a:b", "1st"])
def test_tags_that_would_not_be_read_back_are_refused(key: str) -> None:
    with pytest.raises(InvalidRecord, match="cannot be the name of a tag"):
        Record(GAME.start(1), tags=((key, "x"),))


def test_a_tag_has_one_value_and_a_game_two_players() -> None:
    with pytest.raises(InvalidRecord, match="“Date” cannot be the name of a tag"):
        Record(GAME.start(1), tags=(("Date", "x"), ("Date", "y")))
    for players in ((), ("a",), "ab", ("a", "b", "c")):
        with pytest.raises(InvalidRecord, match="names of two players"):
            Record(GAME.start(1), players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e20])
def test_a_time_is_one_that_can_be_read_back(seconds: float) -> None:
    for time, delay in ((seconds, 0.0), (1.0, seconds)):
        with pytest.raises(InvalidRecord, match=r"its time is a number like 1\.5"):
            Record(GAME.parse(START)).then("A4-C4", seconds=time, delay=delay)


def test_next_to_no_time_is_none() -> None:
    record = Record(GAME.parse(START)).then("A4-C4", seconds=-1e-9, delay=-0.0)
    assert "A4-C4 0s\n" in str(record)
    assert Record.parse(str(record)) == record


def test_a_time_is_a_number() -> None:
    with pytest.raises(InvalidRecord, match=r"A move takes no '2s' seconds; its time is a number like 1\.5"):
        Record(GAME.parse(START)).then("A4-C4", seconds="2s")  # type: ignore[arg-type]


def test_moves_that_were_given_as_lists_and_texts_are_a_record_like_any_other() -> None:
    start = GAME.parse(START)
    usual = Record(start, players=("Anna", "Ben")).then("A4-C4", seconds=1.5)
    for move in ("A4-C4", ("A4", "C4")):
        given: Any = {"moves": [Played(move, 1.5)], "players": ["Anna", "Ben"]}  # type: ignore[arg-type]
        record = Record(start, **given)
        assert record == usual == Record.parse(str(record))
        assert hash(record) == hash(usual)
    wrong: Any = ("A4-C4",)
    with pytest.raises(
        InvalidRecord, match=r"^'A4-C4' is no move of a record; add moves with record\.then\(move\), or"
    ):
        Record(start, wrong)
    wrong = ("Anna", None)
    with pytest.raises(InvalidRecord, match="the names of two players"):
        Record(start, players=wrong)


def test_a_record_of_illegal_moves_cannot_be_made() -> None:
    with pytest.raises(schwarm.IllegalMove):
        Record(GAME.parse(START), moves=(Played(schwarm.Move("A4", "D4")),))


def test_notes_cannot_steer_a_terminal() -> None:
    assert Played(schwarm.Move("A4", "C4"), note="\x1b]0;x\x07hello\tthere").note == "�]0;x�hello there"
