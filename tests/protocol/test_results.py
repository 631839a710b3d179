"""How games end on the wire: the regular ends of every season, and every way to lose by one's own fault."""

import pytest

import schwarm
from protocol.elements import parse
from protocol.recordings import GAMES
from schwarm.games import IllegalMove, InvalidMove, Outcome, Reason, State, Team
from schwarm.protocol import BadPacket, Codec, Element, codec_for
from schwarm.protocol.messages import Fault, FaultShown, Leave, ResultShown, SentMove

EMPTY = "10/10/10/10/10/10/10/10/10/"
NAMES = ("Alice", "Bob")


def written(codec: Codec, event: ResultShown) -> Element:
    return parse(codec.write_event(event)).children[0]


def parts(data: Element) -> list[list[int]]:
    scores = [entry.children[-1] for entry in data.children[1].children] if data.find("scores") else data.all("score")
    return [[int(part.text) for part in score.children] for score in scores]


# The rows of `results-2026.txt`, which was taken from the official server's own classes.
REGULAR_2026 = [
    (Team.ONE, Reason.HEAVIER_SWARM, (6, 2), NAMES, "Alice hat den größeren zusammenhängenden Schwarm"),
    (Team.TWO, Reason.HEAVIER_SWARM, (1, 6), ("", ""), "TWO hat den größeren zusammenhängenden Schwarm"),
    (Team.TWO, Reason.FIRST_SWARM, (3, 3), NAMES, "Bob hat zuerst alle Fische einer Farbe vereinigt"),
    (None, Reason.DRAW, (3, 3), NAMES, "Beide Spieler sind gleichauf"),
    (Team.ONE, Reason.HEAVIER_SWARM, (6, 3), NAMES, "Alice hat den größeren zusammenhängenden Schwarm"),
    (
        Team.ONE,
        Reason.BLOCKED,
        (3, -1),
        NAMES,
        "Alice hat den Gegner blockiert, sodass er keinen Zug mehr machen kann",
    ),
    (Team.ONE, Reason.HEAVIER_SWARM, (3, -1), NAMES, "Alice hat den größeren zusammenhängenden Schwarm"),
]


@pytest.mark.parametrize(("winner", "reason", "points", "names", "text"), REGULAR_2026)
def test_regular_ends_of_2026(
    winner: Team | None, reason: Reason, points: tuple[int, int], names: tuple[str, str], text: str
) -> None:
    game = schwarm.game("piranhas-2026")
    codec = codec_for(game)
    event = ResultShown("r", Outcome(winner, reason, points), game.start(seed=1), names)
    data = written(codec, event)
    found = data.find("winner")
    assert found is not None
    team = {} if winner is None else {"team": winner.value}
    assert found.attributes == {**team, "regular": "true", "reason": text}
    first = {None: [1, 1], Team.ONE: [2, 0], Team.TWO: [0, 2]}[winner]
    assert parts(data) == [[first[0], points[0]], [first[1], points[1]]]
    heard = codec.read_event(game, parse(codec.write_event(event)))
    assert heard == ResultShown("r", event.outcome, None, names)


@pytest.mark.parametrize(
    ("reason", "turn", "winner", "text"),
    [
        (Reason.HEAVIER_SWARM, 60, Team.ONE, "Das Rundenlimit wurde erreicht."),
        (Reason.DRAW, 60, None, "Das Rundenlimit wurde erreicht."),
        (Reason.ONLY_SWARM, 20, Team.TWO, "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint."),
        (Reason.HEAVIER_SWARM, 20, Team.TWO, "Das Spiel ist beendet.\nEin Spieler hat seinen Schwarm vereint."),
        (Reason.DRAW, 20, None, "Das Spiel ist beendet.\nBeide Spieler haben ihren Schwarm vereint."),
        (Reason.BLOCKED, 21, Team.ONE, "Das Spiel ist beendet.\nEin Spieler kann keinen Zug mehr machen."),
    ],
)
def test_regular_ends_of_2019(reason: Reason, turn: int, winner: Team | None, text: str) -> None:
    game = schwarm.game("piranhas-2019")
    final = game.parse(f"{EMPTY}F8f {turn}")
    data = written(codec_for(game), ResultShown("r", Outcome(winner, reason, (1, 1)), final, ("Alice", "")))
    assert [score.attributes for score in data.all("score")] == 2 * [{"cause": "REGULAR", "reason": text}]
    found = data.find("winner")
    shown = {Team.ONE: {"color": "RED", "displayName": "Alice"}, Team.TWO: {"color": "BLUE", "displayName": "Unknown"}}
    assert (found.attributes if found else None) == (shown[winner] if winner else None)


@pytest.mark.parametrize(
    ("position", "outcome", "expected"),
    [
        ("8/8/8/8/8/2M5/8/r6h 60 0:0", Outcome(Team.TWO, Reason.ADVANCED), [[0, 0, 2], [2, 0, 7]]),
        ("8/8/8/8/8/2M5/8/r7 60 0:0", Outcome(None, Reason.DRAW), [[1, 0, 2], [1, 0, 0]]),
        ("8/8/8/8/8/2M5/8/8 31 1:0", Outcome(Team.ONE, Reason.BLOCKED, (1, 0)), [[2, 1, 2], [0, 0, 0]]),
        ("8/8/8/8/8/2M5/8/r7 30 0:2", Outcome(Team.TWO, Reason.AMBERS, (0, 2)), [[0, 0, 2], [2, 2, 0]]),
        ("8/8/8/8/8/2M5/8/r7 30 0:1", Outcome(None, Reason.CANCELLED, (0, 1)), [[0, 0, 2], [0, 1, 0]]),
    ],
)
def test_regular_ends_of_2022(position: str, outcome: Outcome, expected: list[list[int]]) -> None:
    game = schwarm.game("ostseeschach-2022")
    data = written(codec_for(game), ResultShown("r", outcome, game.parse(position)))
    assert parts(data) == expected
    assert [entry.children[1].attributes for entry in data.children[1].children] == 2 * [
        {"cause": "REGULAR", "reason": ""}
    ]
    found = data.find("winner")
    assert (found.attributes if found else None) == ({"team": outcome.winner.value} if outcome.winner else None)


# Wordings that no recording has: the first group is Schwarm's own.
FAULTS = [
    (2026, Reason.CRASHED, Fault(Team.TWO), "Bob ist abgestürzt."),
    (2026, Reason.RESIGNED, None, "Bob hat aufgegeben."),
    (2026, Reason.TIMEOUT, Fault(Team.TWO, limit=0.5), "länger"),
    (2022, Reason.CRASHED, Fault(Team.TWO), "Der Spieler ist abgestürzt"),
    (2022, Reason.RESIGNED, None, "Der Spieler hat aufgegeben"),
    (2022, Reason.NO_ANSWER, Fault(Team.TWO, limit=10.0), "innerhalb von 10 Sekunden"),
    (2019, Reason.CRASHED, Fault(Team.TWO), "Der Spieler ist abgestürzt"),
    (2019, Reason.RESIGNED, None, "Der Spieler hat aufgegeben"),
    (2019, Reason.LEFT, Fault(Team.TWO, leave=Leave.LOST), "Der Spieler hat das Spiel verlassen"),
    (2019, Reason.GARBAGE, Fault(Team.TWO, leave=Leave.GARBAGE), "Der Spieler hat das Spiel verlassen"),
]


@pytest.mark.parametrize(("year", "reason", "fault", "text"), FAULTS)
def test_irregular_ends(year: int, reason: Reason, fault: Fault | None, text: str) -> None:
    game = schwarm.game(GAMES[year])
    codec = codec_for(game)
    start = game.start(seed=1)
    event = ResultShown("r", Outcome(Team.ONE, reason, start.points()), start, NAMES, (fault,) if fault else ())
    message = codec.write_event(event)
    assert text.replace("länger", "laenger als 0.5 Sekunden") in message
    heard = codec.read_event(game, parse(message))
    assert isinstance(heard, ResultShown)
    assert heard.outcome.winner is Team.ONE
    if year != 2019 or reason in (Reason.CRASHED, Reason.RESIGNED):
        assert heard.outcome.reason is reason
    first, second = parts(parse(message).children[0])
    assert (first[0], second[0]) == (2, 0)
    # Only 2026 takes the points of those who break a rule too.
    assert second[1] == (0 if year == 2026 and reason.violation else start.points()[1])


@pytest.mark.parametrize("year", GAMES)
@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("winner", [Team.ONE, None])
def test_every_reason_has_words(year: int, reason: Reason, winner: Team | None) -> None:
    game = schwarm.game(GAMES[year])
    codec = codec_for(game)
    for final in (None, game.start(seed=1)):
        event = ResultShown("r", Outcome(winner, reason, (1, 2)), final, NAMES)
        heard = codec.read_event(game, parse(codec.write_event(event)))
        assert isinstance(heard, ResultShown)
        assert heard.outcome.winner is winner


def refused(codec: Codec, state: State, sent: SentMove) -> Fault:
    try:
        codec.move(state, sent)
    except IllegalMove as error:
        return Fault(state.to_move, move=sent, explanation=error.explanation)
    except InvalidMove:
        return Fault(state.to_move, move=sent)
    raise AssertionError(sent)


@pytest.mark.parametrize(
    ("start", "to", "mistake"),
    [
        ((0, 0), (0, 1), "Kann nicht auf ein Feld der eigenen Farbe ziehen"),
        ((0, 0), (0, 0), "%s kann sich nicht um %s bewegen"),
        ((0, 0), (5, 5), "%s kann sich nicht um %s bewegen"),
        ((0, 0), (-1, 0), "Das Zielfeld liegt außerhalb des Spielfelds"),
        ((0, 0), (0, 8), "Das Zielfeld liegt außerhalb des Spielfelds"),
        ((4, 4), (9, 9), "Nur eigene Spielfiguren können gezogen werden"),
        ((7, 0), (6, 0), "Nur eigene Spielfiguren können gezogen werden"),
        ((8, 0), (7, 0), "Nur eigene Spielfiguren können gezogen werden"),
    ],
)
def test_mistakes_of_2022(start: tuple[int, int], to: tuple[int, int], mistake: str) -> None:
    game = schwarm.game("ostseeschach-2022")
    codec = codec_for(game)
    state = game.parse("rhmsshmr/8/8/8/8/8/8/MHRSSRHM 0 0:0")
    fault = refused(codec, state, SentMove(start, to=to))
    shown = FaultShown("r", Outcome(Team.TWO, Reason.ILLEGAL_MOVE), fault, NAMES)
    message = parse(codec.write_event(shown)).children[0].get("message")
    move = f"Zug von [{start[0]}|{start[1]}] zu [{to[0]}|{to[1]}]"
    assert message == f"Ungueltiger Zug von 'Alice'.\nInvalidMoveException(mistake={mistake}, move={move})"


@pytest.mark.parametrize("year", [2026, 2019])
@pytest.mark.parametrize("start", [(10, 12), (-1, 0), (0, 10)])
def test_a_start_off_the_board_is_nonsense_in_piranhas(year: int, start: tuple[int, int]) -> None:
    game = schwarm.game(GAMES[year])
    with pytest.raises(BadPacket) as error:
        codec_for(game).move(game.start(seed=1), SentMove(start, "LEFT"))
    assert error.value.leave is Leave.NONSENSE


MISTAKES_2019 = [
    ("F2xF1F2f", (0, 0), "RIGHT", "Field obstructed with own piranha"),
    ("F2xFfF2f", (6, 0), "LEFT", "Path to the new position is not clear"),
    ("F2xF1F2f", (3, 0), "LEFT", "Field does not belong to the current player"),
    ("F2xF1F2f", (9, 0), "LEFT", "Field does not belong to the current player"),
    ("F2xF1F2f", (4, 0), "DOWN", "Move in that direction would not be on the board"),
    ("F1x6f", (0, 0), "RIGHT", "Field is obstructed"),
]


@pytest.mark.parametrize(("row", "place", "direction", "words"), MISTAKES_2019)
def test_mistakes_of_2019(row: str, place: tuple[int, int], direction: str, words: str) -> None:
    game = schwarm.game("piranhas-2019")
    codec = codec_for(game)
    fault = refused(codec, game.parse(f"{EMPTY}{row} 0"), SentMove(place, direction))
    shown = FaultShown("r", Outcome(Team.TWO, Reason.ILLEGAL_MOVE), fault, ("", ""))
    data = parse(codec.write_event(shown)).children[0]
    assert data.attributes == {"class": "error", "message": f"Ungueltiger Zug von 'Unknown'.\n{words}"}
    assert not data.children


@pytest.mark.parametrize("year", [2026, 2019])
def test_moves_that_no_wire_can_send_have_words_too(year: int) -> None:
    """A player that is seated without a wire names squares, so it can miss the line or the distance."""
    game = schwarm.game(GAMES[year])
    codec = codec_for(game)
    state = game.start(seed=1)
    for text in ("A1-C4", "A1-B1"):
        fault = Fault(Team.ONE, explanation=state.explain(text))
        message = codec.write_event(FaultShown("r", Outcome(Team.TWO, Reason.ILLEGAL_MOVE), fault, NAMES))
        assert (
            "nicht auf einer Linie" in message
            or "Anzahl der Fische" in message
            or "on one line" in message
            or ("number of piranhas" in message)
        )
    with pytest.raises(IllegalMove):
        codec.to_wire(state, game.parse_move("A1-C4"))
