"""Bad text and illegal moves get one clear sentence, word for word, in English and German."""

from typing import Any

import pytest

import schwarm
from schwarm import IllegalMove, InvalidMove, InvalidPosition, UnknownGame
from schwarm.words import SchwarmError, sentence, speaking

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
SHORE = "rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0"


def piranhas(text: str = START) -> Any:
    return schwarm.game("piranhas-2026").parse(text)


def baltic(text: str = SHORE) -> schwarm.State:
    return schwarm.game("ostseeschach-2022").parse(text)


CASES = [
    (
        lambda: schwarm.game("schach"),
        UnknownGame,
        "There is no game “schach”; the games are piranhas-2026, ostseeschach-2022 and piranhas-2019.",
        "Es gibt kein Spiel „schach“; es gibt piranhas-2026, ostseeschach-2022 und piranhas-2019.",
    ),
    (
        lambda: schwarm.game("piranhas-2026", rules="house"),
        UnknownGame,
        "piranhas-2026 cannot be played by “house” rules; it has documents and official.",
        "piranhas-2026 lässt sich nicht nach „house“ spielen; es gibt documents und official.",
    ),
    (
        lambda: piranhas("10/10 0 -"),
        InvalidPosition,
        "The board has 2 rows, but it needs 10, separated by “/”.",
        "Das Brett hat 2 Zeilen, braucht aber 10, durch „/“ getrennt.",
    ),
    (
        lambda: piranhas(START.replace("S8M/S8S/", "S8M/S7S/")),
        InvalidPosition,
        "Row 1 (“S7S”) does not describe 10 squares.",
        "Zeile 1 („S7S“) beschreibt nicht 10 Felder.",
    ),
    (
        lambda: piranhas(START.replace("S8M/S8S/", "S8M/S44S/")),
        InvalidPosition,
        "Row 1 (“S44S”) does not describe 10 squares.",
        "Zeile 1 („S44S“) beschreibt nicht 10 Felder.",
    ),
    (
        lambda: piranhas(START.replace("S8M/S8S/", "S8M/S08S/")),
        InvalidPosition,
        "Row 1 (“S08S”) writes empty squares in an unusual way; "
        "write each run of empty squares as one number without leading zeros.",
        "Zeile 1 („S08S“) schreibt leere Felder ungewöhnlich; "
        "schreibe aufeinanderfolgende leere Felder als eine Zahl ohne führende Null.",
    ),
    (
        lambda: piranhas(START.replace("1sm", "1qm")),
        InvalidPosition,
        "“q” in row 9 is not a piece of this game; its pieces are S M L s m l x.",
        "„q“ in Zeile 9 ist keine Figur dieses Spiels; seine Figuren sind S M L s m l x.",
    ),
    (
        lambda: schwarm.game("piranhas-2019").parse(START.removesuffix(" -")),
        InvalidPosition,
        "“s” in row 9 is not a piece of this game; its pieces are F f x.",
        "„s“ in Zeile 9 ist keine Figur dieses Spiels; seine Figuren sind F f x.",
    ),
    (
        lambda: piranhas(START.replace(" 0 -", " 61 -")),
        InvalidPosition,
        "“61” is not a turn; the turn is the number of moves made, from 0 to 60.",
        "„61“ ist keine Zugnummer; sie zählt die gemachten Züge, von 0 bis 60.",
    ),
    (
        lambda: piranhas(START.replace(" 0 -", " 0 rb")),
        InvalidPosition,
        "“rb” does not say who is credited with the first swarm; write r for Red, b for Blue or - for nobody.",
        "„rb“ sagt nicht, wem der erste Schwarm gutgeschrieben ist; "
        "schreibe r für Rot, b für Blau oder - für niemanden.",
    ),
    (
        lambda: piranhas(START.replace(" 0 -", " 0 r b")),
        InvalidPosition,
        "The position has 4 parts, but it needs 3, separated by single spaces: board, turn and first swarm.",
        "Die Stellung hat 4 Teile, braucht aber 3, durch einzelne Leerzeichen getrennt: "
        "Brett, Zugnummer und erster Schwarm.",
    ),
    (
        lambda: baltic(SHORE.replace("0:0", "0-0")),
        InvalidPosition,
        "“0-0” is not a count of ambers; write Red's and Blue's as two numbers, like 1:0.",
        "„0-0“ zählt keine Bernsteine; schreibe die von Rot und Blau als zwei Zahlen, etwa 1:0.",
    ),
    (
        lambda: baltic(SHORE.replace("0:0", "01:0")),
        InvalidPosition,
        "“01:0” is not a count of ambers; write Red's and Blue's as two numbers, like 1:0.",
        "„01:0“ zählt keine Bernsteine; schreibe die von Rot und Blau als zwei Zahlen, etwa 1:0.",
    ),
    (
        lambda: piranhas().play("K4-C4"),
        InvalidMove,
        "“K4” is not a square of this board; squares go from A0 to J9.",
        "„K4“ ist kein Feld dieses Brettes; die Felder gehen von A0 bis J9.",
    ),
    (
        lambda: piranhas().play("A4C4"),
        InvalidMove,
        "“A4C4” is not a move; a move names two squares, like A1-C1.",
        "„A4C4“ ist kein Zug; ein Zug nennt zwei Felder, etwa A1-C1.",
    ),
    (
        lambda: piranhas().play("A4-A4"),
        InvalidMove,
        "“A4-A4” stays where it is; a move needs two different squares.",
        "„A4-A4“ bleibt stehen; ein Zug braucht zwei verschiedene Felder.",
    ),
    (
        lambda: piranhas().towards("A4", "EAST"),
        InvalidMove,
        "“EAST” is not a direction; directions are UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT.",
        "„EAST“ ist keine Richtung; Richtungen sind UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT.",
    ),
    (
        lambda: piranhas().play("B0-B2"),
        IllegalMove,
        "The fish on B0 is the opponent's; a move starts on a fish of the side to move.",
        "Der Fisch auf B0 gehört dem Gegner; gezogen wird ein Fisch der Seite, die am Zug ist.",
    ),
    (
        lambda: piranhas().play("E4-E6"),
        IllegalMove,
        "There is no fish on E4; a move starts on a fish of the side to move.",
        "Auf E4 ist kein Fisch; gezogen wird ein Fisch der Seite, die am Zug ist.",
    ),
    (
        lambda: piranhas().play("A4-C5"),
        IllegalMove,
        "C5 is not on a line with A4; fish swim along columns, rows and diagonals.",
        "C5 liegt auf keiner Linie mit A4; Fische ziehen senkrecht, waagerecht und diagonal.",
    ),
    (
        lambda: piranhas().play("A4-D4"),
        IllegalMove,
        "A4 moves 2 squares on this line because 2 fish are on it; that is C4, not D4.",
        "A4 zieht auf dieser Linie 2 Felder weit, weil 2 Fische auf ihr sind; das ist C4, nicht D4.",
    ),
    (
        lambda: piranhas("10/10/10/10/10/4l5/10/1Ss2S4/10/10 0 -").play("B2-E2"),
        IllegalMove,
        "B2 moves 3 squares on this line because 3 fish are on it; an opponent on C2 is in the way.",
        "B2 zieht auf dieser Linie 3 Felder weit, weil 3 Fische auf ihr sind; "
        "auf C2 ist ein gegnerischer Fisch im Weg.",
    ),
    (
        lambda: piranhas("10/10/10/10/10/10/10/1S1x2S3/10/10 0 -").play("B2-D2"),
        IllegalMove,
        "B2 moves 2 squares on this line because 2 fish are on it; there is a squid on D2, where no move may end.",
        "B2 zieht auf dieser Linie 2 Felder weit, weil 2 Fische auf ihr sind; "
        "auf D2 sitzt ein Krake, dort darf kein Zug enden.",
    ),
    (
        lambda: piranhas("10/10/10/10/10/10/10/1S1S6/10/10 0 -").play("B2-D2"),
        IllegalMove,
        "B2 moves 2 squares on this line because 2 fish are on it; D2 is taken by a fish of the same side.",
        "B2 zieht auf dieser Linie 2 Felder weit, weil 2 Fische auf ihr sind; auf D2 schwimmt schon ein eigener Fisch.",
    ),
    (
        lambda: piranhas().towards("A4", "UP"),
        IllegalMove,
        "A4 moves 8 squares on this line because 8 fish are on it; the edge of the board is closer.",
        "A4 zieht auf dieser Linie 8 Felder weit, weil 8 Fische auf ihr sind; der Spielfeldrand ist näher.",
    ),
    (
        lambda: piranhas().play("A4-A5"),
        IllegalMove,
        "A4 moves 8 squares on this line because 8 fish are on it; the edge of the board is closer.",
        "A4 zieht auf dieser Linie 8 Felder weit, weil 8 Fische auf ihr sind; der Spielfeldrand ist näher.",
    ),
    (
        lambda: piranhas("S9/10/10/10/10/10/10/10/10/9s 0 -").towards("A9", "UP_RIGHT"),
        IllegalMove,
        "A9 moves 1 square on this line because 1 fish is on it; the edge of the board is closer.",
        "A9 zieht auf dieser Linie 1 Feld weit, weil 1 Fisch auf ihr ist; der Spielfeldrand ist näher.",
    ),
    (
        lambda: piranhas(START.replace(" 0 -", " 60 -")).beyond().play("A4-C4"),
        IllegalMove,
        "The game ends after 30 rounds; there are no moves after that.",
        "Das Spiel endet nach 30 Runden; danach gibt es keine Züge mehr.",
    ),
    (
        lambda: baltic().play("a8-b6"),
        IllegalMove,
        "The piece on a8 is the opponent's; a move starts on a piece of the side to move.",
        "Die Figur auf a8 gehört dem Gegner; gezogen wird eine Figur der Seite, die am Zug ist.",
    ),
    (
        lambda: baltic().play("d4-d5"),
        IllegalMove,
        "There is no piece on d4; a move starts on a piece of the side to move.",
        "Auf d4 steht keine Figur; gezogen wird eine Figur der Seite, die am Zug ist.",
    ),
    (
        lambda: baltic().play("b1-b3"),
        IllegalMove,
        "The gull on b1 cannot reach b3: it goes one square along a rank or file.",
        "Die Möwe auf b1 kommt nicht nach b3: sie geht ein Feld waagerecht oder senkrecht.",
    ),
    (
        lambda: baltic().play("b1-c1"),
        IllegalMove,
        "The gull on b1 cannot step on c1: a piece of its own side is there.",
        "Die Möwe auf b1 kann nicht nach c1: Dort steht eine eigene Figur.",
    ),
    (
        lambda: baltic().play("i1-a1"),
        InvalidMove,
        "“i1” is not a square of this board; squares go from a1 to h8.",
        "„i1“ ist kein Feld dieses Brettes; die Felder gehen von a1 bis h8.",
    ),
]


@pytest.mark.parametrize(("attempt", "kind", "english", "german"), CASES)
def test_one_clear_sentence(attempt, kind: type[SchwarmError], english: str, german: str) -> None:
    with pytest.raises(SchwarmError) as caught:
        attempt()
    assert type(caught.value) is kind
    assert str(caught.value) == english
    assert sentence(caught.value, "de") == german
    with speaking("de"):
        assert str(caught.value) == german


EXPLANATIONS = [
    (piranhas(), "A4-C4", "A4 moves 2 squares on this line because 2 fish are on it; C4 is free."),
    (piranhas(), "A2-C0", "A2 moves 2 squares on this line because 2 fish are on it; it eats the fish on C0."),
    (baltic(), "b1-b2", "The gull on b1 steps on b2, which is free."),
    (baltic("8/8/8/8/8/1m6/1M6/8 0 0:0"), "b2-b3", "The gull on b2 steps on the opponent on b3: a tower."),
    (
        baltic("8/8/8/8/8/1m+6/1M6/8 0 0:0"),
        "b2-b3",
        "The gull on b2 captures on b3 with a tower involved: an amber, and all leave the board.",
    ),
    (
        baltic("8/1M6/8/8/8/8/8/m7 0 0:0"),
        "b7-b8",
        "The gull on b7 reaches the far line on b8: an amber, and it leaves the board.",
    ),
    (
        baltic("1m+6/1M6/8/8/8/8/8/8 0 0:0"),
        "b7-b8",
        "The gull on b7 captures on b8 with a tower involved and reaches the far line: two ambers.",
    ),
]


@pytest.mark.parametrize(("state", "move", "expected"), EXPLANATIONS)
def test_legal_moves_are_explained(state: schwarm.State, move: str, expected: str) -> None:
    explanation = state.explain(move)
    assert explanation.legal
    assert sentence(explanation) == expected


def test_an_explanation_is_a_value_with_rule_line_and_fish() -> None:
    explanation = piranhas().explain("A4-D4")
    assert explanation == piranhas().explain("A4-D4")
    assert explanation.rule.name == "WRONG_DISTANCE"
    assert explanation.line == ("A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4", "I4", "J4")
    assert explanation.fish == 2


def test_foreign_text_in_a_sentence_stays_short_and_printable() -> None:
    with pytest.raises(UnknownGame) as caught:
        schwarm.game("x\x1b[31m" + "y" * 10_000)
    assert len(str(caught.value)) < 200
    assert "\x1b" not in str(caught.value)
