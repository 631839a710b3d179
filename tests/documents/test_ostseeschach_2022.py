"""Ostseeschach 2022 (document 004): the board, the pieces, the start, moves, towers and ambers."""

from collections import Counter
from typing import Any

import pytest

from documents.boards import BLUE, OSTSEESCHACH, RED, position, squares, targets
from documents.sentences import sentence
from schwarm import IllegalMove, InvalidMove
from schwarm.games.ostseeschach import Kind, Piece

KINDS_DECIDE = sentence(
    "004",
    "Jeder Spieler hat acht Figuren, wobei - wie beim Schach – die Art der Figur bestimmt, wie sie setzen kann:",
)
STRONGEST = sentence(
    "004",
    "Die Robbe ist die mächtigste Figur, weil sie in einem Zug weiter als ein Feld gehen kann.",
)
START = sentence(
    "004",
    "Zu Beginn des Spiels werden die roten Figuren zufällig auf der Linie 1 des Schachfeldes verteilt, "
    "die blauen Figuren werden drehsymmetrisch dazu auf der Linie 8 aufgestellt.",
)
TOO_HIGH = sentence(
    "004",
    "Wenn eine der beiden am Schlagen beteiligten Figuren bereits ein Turm ist, so erhält der schlagende "
    "Spieler einen Bernstein und alle beteiligten Figuren werden vom Feld entfernt.",
)
FAR_LINE = sentence(
    "004",
    "Man kann ebenfalls einen Bernstein bekommen, indem man eine der Leichtfiguren (Herzmuschel, Seestern "
    "oder Möwe) bis zur gegnerischen Startlinie bewegt.",
)
TWO_WAYS = sentence("004", "Es gibt also zwei Arten, einen Bernstein zu bekommen:")
HIGH_TOWER = sentence("004", "einen Turm der Höhe drei oder vier erreichen")
LIGHT_ARRIVES = sentence("004", "eine Leichtfigur zur gegnerischen Startlinie bewegen")
TWO_AMBERS = sentence("004", "Wenn man beide Bedingungen in einem Zug erfüllt, erhält man zwei Bernsteine.")
LEAVES = sentence("004", "Die Figur, für die man einen Bernstein bekommt, wird vom Spielfeld genommen.")

STARTS = range(300)


def board(pieces, turn=0, ambers="0:0"):
    return position(OSTSEESCHACH, pieces, turn, ambers)


def after(pieces, move, turn=0):
    """What stands on the board after a move, in the notation's letters, and the ambers."""
    state = board(pieces, turn).play(move)
    # Nothing is left behind that the notation does not show.
    assert OSTSEESCHACH.parse(str(state)) == state
    return state.letters(), state.ambers


# -- the board and the pieces ----------------------------------------------------------------------------


@sentence(
    "004",
    "Ostseeschach ist ein Brettspiel, das mit Figuren auf einem Schachbrett (8x8) gespielt wird.",
)
def test_the_board_is_a_chess_board():
    assert set(OSTSEESCHACH.squares()) == squares("a1-h8")
    assert len(OSTSEESCHACH.squares()) == 64
    assert board("Ra1 rh8").letters() == {"a1": "R", "h8": "r"}
    for outside in ("a0", "a9", "i1", "A1"):
        with pytest.raises(InvalidMove):
            board("Ra1")[outside]


@sentence("004", "Herzmuschel jeweils ein Feld schräg nach vorne (so wie ein Schach-Bauer schlagen kann)")
@KINDS_DECIDE
def test_the_cockle_goes_one_square_diagonally_forward():
    assert targets(board("Hd4"), "d4") == {"c5", "e5"}
    assert targets(board("hd4", turn=1), "d4") == {"c3", "e3"}


@sentence(
    "004",
    "Möwe kann auf ein in horizontaler oder vertikaler Richtung benachbartes Feld ziehen "
    "(wie ein Turm beim Schach, aber jeweils nur ein Feld weit)",
)
@KINDS_DECIDE
def test_the_gull_goes_one_square_along_a_rank_or_file():
    assert targets(board("Md4"), "d4") == {"c4", "e4", "d3", "d5"}
    assert targets(board("md4", turn=1), "d4") == {"c4", "e4", "d3", "d5"}


@sentence("004", "Seestern einen Schritt nach vorne oder in eine der vier Diagonalrichtungen")
@KINDS_DECIDE
def test_the_starfish_goes_one_square_forward_or_diagonally():
    assert targets(board("Sd4"), "d4") == {"d5", "c3", "c5", "e3", "e5"}
    assert targets(board("sd4", turn=1), "d4") == {"d3", "c3", "c5", "e3", "e5"}


@sentence(
    "004",
    "Robbe kann zwei Schritte in eine (horizontale oder vertikale) Richtung und ein Feld senkrecht zu dieser "
    "Richtung springen (wie ein Springer beim Schach)",
)
@KINDS_DECIDE
def test_the_seal_leaps_like_a_knight():
    leaps = {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    assert targets(board("Rd4"), "d4") == leaps
    assert targets(board("rd4", turn=1), "d4") == leaps
    # It leaps: neither own pieces nor opponents all around it are in its way.
    around = "Hc3 Hc4 Hc5 Hd3 hd5 he3 he4 he5"
    assert targets(board(f"Rd4 {around}"), "d4") == leaps


@pytest.mark.parametrize(
    ("start", "landings"),
    [("Ha4", {"b5"}), ("Mh1", {"g1", "h2"}), ("Sa1", {"a2", "b2"}), ("Ra1", {"b3", "c2"})],
)
@KINDS_DECIDE
def test_no_piece_leaves_the_board(start, landings):
    assert targets(board(start), start[1:]) == landings


@STRONGEST
def test_only_the_seal_goes_further_than_one_square():
    def longest(piece):
        steps = targets(board(f"{piece}d4"), "d4")
        return max(max(abs(ord(to[0]) - ord("d")), abs(int(to[1]) - 4)) for to in steps)

    assert {piece: longest(piece) for piece in "HMSR"} == {"H": 1, "M": 1, "S": 1, "R": 2}


@sentence("004", "Die anderen Figuren bezeichnet man daher als „Leichtfiguren“.")
def test_all_but_the_seal_are_light_pieces():
    assert {kind for kind in Kind if kind.light} == {Kind.COCKLE, Kind.GULL, Kind.STARFISH}
    assert board("Hd2 Md3 Sd4 Rd5").light_distances(RED) == [3, 2, 1]


# -- the start -------------------------------------------------------------------------------------------


@sentence("004", "Jeder Spieler startet mit zwei Figuren jeder Art.")
@KINDS_DECIDE
def test_each_side_starts_with_two_pieces_of_each_kind():
    for seed in STARTS:
        pieces = Counter(OSTSEESCHACH.start(seed).pieces().values())
        assert pieces == {Piece(team, kind): 2 for team in (RED, BLUE) for kind in Kind}


@START
def test_red_starts_at_random_on_rank_1():
    lines = set()
    for seed in STARTS:
        pieces: dict[str, Any] = OSTSEESCHACH.start(seed).pieces()
        assert {square for square, piece in pieces.items() if piece.team is RED} == squares("a1-h1")
        lines.add(tuple(pieces[square].kind for square in sorted(squares("a1-h1"))))
    assert len(lines) > len(STARTS) * 0.8
    for file in range(8):
        assert {line[file] for line in lines} == set(Kind)


@START
def test_blue_starts_on_rank_8_turned_by_half():
    for seed in STARTS:
        pieces: dict[str, Any] = OSTSEESCHACH.start(seed).pieces()
        assert {square for square, piece in pieces.items() if piece.team is BLUE} == squares("a8-h8")
        # a1 is h8, b1 is g8: turned, not mirrored.
        for one, two in zip("abcdefgh", "hgfedcba", strict=True):
            assert pieces[f"{one}1"].kind is pieces[f"{two}8"].kind


@sentence("004", "Rot hat den ersten Zug.")
def test_red_has_the_first_move():
    start = OSTSEESCHACH.start(seed=1)
    assert start.to_move is RED
    assert {start[move.start].team for move in start.legal_moves()} == {RED}


# -- moving ----------------------------------------------------------------------------------------------


@sentence("004", "Es wird abwechselnd jeweils eine Figur bewegt.")
def test_the_sides_move_one_piece_in_turn():
    state = board("Ma1 Mh1 ma8 mh8")
    for mover, move in [(RED, "a1-a2"), (BLUE, "h8-h7"), (RED, "h1-h2"), (BLUE, "h7-h6")]:
        assert state.to_move is mover
        before, state = state, state.play(move)
        assert len(set(before.letters().items()) ^ set(state.letters().items())) == 2
    with pytest.raises(IllegalMove):
        state.play("a8-a7")
    assert state.round == 3


@sentence("004", "Eine Bewegung muss entweder auf einem freien Feld oder einer gegnerischen Figur enden.")
@pytest.mark.parametrize("own", ["Hd5", "Rd5", "M+d5"])
def test_a_move_ends_on_a_free_square_or_an_opponent_but_not_on_an_own_piece(own):
    assert targets(board("Md4"), "d4") == {"c4", "e4", "d3", "d5"}
    assert targets(board("Md4 hd5 r+d3"), "d4") == {"c4", "e4", "d3", "d5"}
    state = board(f"Md4 {own}")
    assert targets(state, "d4") == {"c4", "e4", "d3"}
    with pytest.raises(IllegalMove):
        state.play("d4-d5")


@sentence("004", "Aussetzen ist nicht erlaubt.")
def test_there_is_no_passing():
    state = board("Md4 mh8")
    assert all(move.start == "d4" and move.to != "d4" for move in state.legal_moves())
    for passing in ("", "-", "d4-d4"):
        with pytest.raises(InvalidMove):
            state.play(passing)


# -- towers ----------------------------------------------------------------------------------------------


@sentence("004", "In letzterem Fall wird die Figur auf die dortige gelegt, wodurch ein Turm entsteht.")
def test_landing_on_an_opponent_makes_a_tower_with_the_mover_on_top():
    assert after("Md4 hd5", "d4-d5") == ({"d5": "M+"}, (0, 0))
    assert after("Mc4 hd5", "d5-c4", turn=1) == ({"c4": "h+"}, (0, 0))
    state = board("Md4 hd5").play("d4-d5")
    assert state["d5"] == Piece(RED, Kind.GULL, tower=True)
    # What lies under it moves no more.
    assert state.beyond().legal_moves() == []


@sentence("004", "Ein Turm zieht immer wie die Figur, die oben liegt.")
@pytest.mark.parametrize("turn", [0, 1], ids=["Red", "Blue"])
@pytest.mark.parametrize("kind", ["H", "M", "S", "R"])
def test_a_tower_moves_like_its_top_piece(kind, turn):
    piece = kind if turn == 0 else kind.lower()
    alone, tower = board(f"{piece}d4", turn), board(f"{piece}+d4", turn)
    assert targets(tower, "d4") == targets(alone, "d4")
    assert targets(tower, "d4")
    # It stays a tower, and it belongs to whoever is on top: the other side cannot move it.
    move = tower.legal_moves()[0]
    assert tower.play(move)[move.to].tower
    assert board(f"{piece}+d4", 1 - turn).beyond().legal_moves() == []


# -- ambers ----------------------------------------------------------------------------------------------


@TOO_HIGH
@TWO_WAYS
@HIGH_TOWER
@LEAVES
@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param("Md4 h+d5", id="height 3: a piece captures a tower"),
        pytest.param("M+d4 hd5", id="height 3: a tower captures a piece"),
        pytest.param("M+d4 h+d5", id="height 4: a tower captures a tower"),
        pytest.param("Rd4 r+f5", id="height 3, by a seal"),
    ],
)
def test_a_tower_of_three_or_four_earns_an_amber_and_all_its_pieces_leave(pieces):
    target = pieces[-2:]
    assert after(f"{pieces} Sa2 sa7", f"d4-{target}") == ({"a2": "S", "a7": "s"}, (1, 0))


@TOO_HIGH
def test_the_amber_goes_to_who_captures():
    assert after("M+d4 me4", "e4-d4", turn=1) == ({}, (0, 1))
    assert after("Md4 m+e4", "e4-d4", turn=1) == ({}, (0, 1))


@TWO_WAYS
@HIGH_TOWER
def test_a_tower_of_two_earns_nothing():
    assert after("Md4 hd5", "d4-d5")[1] == (0, 0)
    assert after("M+d4", "d4-d5") == ({"d5": "M+"}, (0, 0))


@FAR_LINE
@TWO_WAYS
@LIGHT_ARRIVES
@LEAVES
@pytest.mark.parametrize(
    ("pieces", "move", "turn", "ambers"),
    [
        ("Hd7", "d7-c8", 0, (1, 0)),
        ("Md7", "d7-d8", 0, (1, 0)),
        ("Sd7", "d7-e8", 0, (1, 0)),
        ("hd2", "d2-c1", 1, (0, 1)),
        ("md2", "d2-d1", 1, (0, 1)),
        ("sd2", "d2-d1", 1, (0, 1)),
    ],
)
def test_a_light_piece_on_the_opponents_start_line_earns_an_amber_and_leaves(pieces, move, turn, ambers):
    assert after(f"{pieces} Rh4 rh5", move, turn) == ({"h4": "R", "h5": "r"}, ambers)


@FAR_LINE
@TWO_WAYS
@LIGHT_ARRIVES
def test_a_seal_earns_nothing_on_the_opponents_start_line():
    assert after("Rd6", "d6-e8") == ({"e8": "R"}, (0, 0))
    assert after("rd3", "d3-e1", turn=1) == ({"e1": "r"}, (0, 0))
    assert after("Rd6 he8", "d6-e8") == ({"e8": "R+"}, (0, 0))


@FAR_LINE
def test_ones_own_start_line_earns_nothing():
    assert after("Md2", "d2-d1") == ({"d1": "M"}, (0, 0))
    assert after("sd7", "d7-c8", turn=1) == ({"c8": "s"}, (0, 0))
    assert after("Md6", "d6-d7") == ({"d7": "M"}, (0, 0))


@TWO_AMBERS
@pytest.mark.parametrize(
    ("pieces", "move", "turn", "ambers"),
    [
        ("Hd7 r+c8", "d7-c8", 0, (2, 0)),
        ("S+d7 hd8", "d7-d8", 0, (2, 0)),
        ("M+d7 m+d8", "d7-d8", 0, (2, 0)),
        ("md2 R+d1", "d2-d1", 1, (0, 2)),
    ],
)
def test_a_high_tower_on_the_far_line_earns_two_ambers(pieces, move, turn, ambers):
    assert after(pieces, move, turn) == ({}, ambers)


@TWO_AMBERS
def test_a_seals_high_tower_on_the_far_line_earns_one():
    assert after("Rd6 h+e8", "d6-e8") == ({}, (1, 0))


# -- readings --------------------------------------------------------------------------------------------


def test_what_earns_an_amber_leaves_the_board_whole():
    # A tower of two whose light top arrives leaves with the piece under it, also one just captured.
    assert after("M+d7", "d7-d8") == ({}, (1, 0))
    assert after("Md7 rd8", "d7-d8") == ({}, (1, 0))
    assert after("s+d2", "d2-d1", turn=1) == ({}, (0, 1))


def test_moving_on_the_far_line_reaches_it():
    # A gull that stands on the far line (no game puts it there) and moves sideways moves to that line.
    assert after("Md8", "d8-e8") == ({}, (1, 0))
    assert after("Md8", "d8-d7") == ({"d7": "M"}, (0, 0))


def test_a_tower_counts_as_its_top_piece():
    # Light or not, and on whose side: only the top says so.
    state = board("M+d5 r+e5 R+a7")
    assert state.light_distances(RED) == [4]
    assert state.light_distances(BLUE) == []
    assert after("R+d6", "d6-e8") == ({"e8": "R+"}, (0, 0))
