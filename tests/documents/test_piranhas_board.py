"""Piranhas of both seasons: the board, the colours, what a swarm is, the start squares and the squids."""

import pytest

from documents.boards import BLUE, PIRANHAS_2019, RED, both_seasons, position, squares, targets
from documents.sentences import sentence
from schwarm import IllegalMove, InvalidMove, InvalidPosition
from schwarm.games.piranhas import SQUID, Fish
from schwarm.words import speaking

BOARD_AND_COLOURS = sentence(
    "001 003",
    "Das Spielfeld ist ein Aquarium (10x10 Schachbrett mit Spalten A-J und Zeilen 0-9), "
    "ein Spieler spielt die roten, der andere die blauen Fische.",
    "002",
    "Das Spielfeld ist ein Aquarium (10x10 Schachbrett mit Spalten A-J und Zeilen 0-9), "
    "ein Spieler spielt die weißen, der andere die schwarzen Fische.",
)
GOAL = sentence(
    "001 002 003",
    "Alle Fische der eigenen Farbe sollen zu einem Schwarm verbunden werden, sie sollen also auf einem "
    "zusammenhängenden Gebiet auf dem Spielfeld stehen, wobei senkrecht, waagerecht und diagonal "
    "nebeneinanderliegende Felder als zusammenhängend gelten.",
)
SQUIDS = sentence(
    "000",
    "Im inneren 6x6-Bereich befinden sich zwei zufällig generierte Kraken-Felder, die zwar durchschwommen "
    "werden können, auf denen jedoch kein Zug enden darf.",
    "001 003",
    "Auf dem Spielfeld gibt es im inneren 6x6-Bereich zwei zufällig generierte Kraken-Felder, die zwar "
    "durchschwommen werden können, auf denen jedoch kein Zug enden darf.",
    "002",
    "Auf dem Spielfeld gibt es im inneren 6x6-Bereich 2 zufällig generierte Kraken-Felder, die zwar "
    "durchschwommen werden können, auf denen jedoch kein Zug enden darf.",
)

SEEDS = range(300)


def standing(state, piece):
    """The squares on which such a piece stands: a squid, or any fish of a side."""
    return {
        square
        for square, here in state.pieces().items()
        if here is piece or (isinstance(here, Fish) and here.team is piece)
    }


@BOARD_AND_COLOURS
@sentence(
    "000",
    "Das Spielfeld ist ein Aquarium, ein 10x10 Schachbrett mit den Spalten A-J und Zeilen 0-9.",
)
@both_seasons
def test_the_board_has_columns_a_to_j_and_rows_0_to_9(game):
    assert set(game.squares()) == squares("A0-J9")
    assert len(game.squares()) == 100
    corners = position(game, "FA0 FJ0 fA9 fJ9")
    assert [corners[corner].team for corner in ("A0", "J0", "A9", "J9")] == [RED, RED, BLUE, BLUE]
    assert str(corners).startswith("f8f/" if game is PIRANHAS_2019 else "s8s/")
    for outside in ("K0", "A10", "@0", "a0"):
        with pytest.raises(InvalidMove):
            corners[outside]
    with pytest.raises(InvalidPosition):
        game.parse(str(corners).replace("8", "9", 1))


@BOARD_AND_COLOURS
@sentence("000", "Ein Spieler spielt die roten, der andere die blauen Fische.")
@both_seasons
def test_each_player_has_the_fish_of_one_colour(game):
    reds_turn = position(game, "FA4 fJ5", turn=0)
    assert {move.start for move in reds_turn.beyond().legal_moves()} == {"A4"}
    with pytest.raises(IllegalMove):
        reds_turn.beyond().play("J5-J6")
    blues_turn = position(game, "FA4 fJ5", turn=1)
    assert {move.start for move in blues_turn.beyond().legal_moves()} == {"J5"}
    with pytest.raises(IllegalMove):
        blues_turn.beyond().play("A4-A5")


@sentence(
    "000",
    "Alle Fische der eigenen Farbe sollen zu einem Schwarm verbunden werden, "
    "sich also auf einem zusammenhängenden Gebiet im Aquarium befinden.",
)
@GOAL
@both_seasons
def test_a_side_is_united_when_all_its_fish_hang_together(game):
    # 3 F . . .    Red hangs together through C1 and D2; Blue's fish on I8 does not reach F5 and G5.
    # 2 . F . F
    # 1 . . F .
    chain = position(game, "FA3 FB2 FC1 FD2 fF5 fG5 fI8")
    assert chain.united(RED)
    assert not chain.united(BLUE)
    assert [swarm.squares for swarm in chain.swarms(RED)] == [{"A3", "B2", "C1", "D2"}]
    assert [swarm.squares for swarm in chain.swarms(BLUE)] == [{"F5", "G5"}, {"I8"}]


@sentence(
    "000",
    "Alle Fische der eigenen Farbe sollen zu einem Schwarm verbunden werden, "
    "sich also auf einem zusammenhängenden Gebiet im Aquarium befinden.",
)
@GOAL
@both_seasons
def test_fish_of_the_other_colour_connect_nothing(game):
    assert not position(game, "FE4 fF4 FG4").united(RED)


@sentence(
    "000",
    "Dabei gelten senkrecht, waagerecht und diagonal nebeneinanderliegende Felder als zusammenhängend.",
)
@GOAL
@pytest.mark.parametrize(
    ("square", "neighbours"),
    [
        ("E4", {"D3", "D4", "D5", "E3", "E5", "F3", "F4", "F5"}),
        ("A0", {"A1", "B0", "B1"}),
        ("J5", {"I4", "I5", "I6", "J4", "J6"}),
        ("D9", {"C8", "C9", "D8", "E8", "E9"}),
    ],
)
@both_seasons
def test_squares_touch_vertically_horizontally_and_diagonally(game, square, neighbours):
    others = [other for other in game.squares() if other != square]
    assert {other for other in others if position(game, f"F{square} F{other}").united(RED)} == neighbours


@sentence(
    "000",
    "Die Fische des roten Spielers beginnen links und rechts, die des blauen oben und unten, genauer gesagt:",
)
@both_seasons
def test_the_start_has_nothing_but_thirty_two_fish_and_two_squids(game):
    for seed in SEEDS:
        state = game.start(seed)
        assert (state.turn, len(state.pieces())) == (0, 34)
        assert {square[0] for square in standing(state, RED)} == {"A", "J"}
        assert {square[1] for square in standing(state, BLUE)} == {"0", "9"}


@sentence(
    "000",
    "8 rote Fische auf den Feldern A1-A8",
    "001 003",
    "8 rote Fische auf den (Schachbrett-)Feldern A1-A8",
    "002",
    "8 weiße Fische auf den (Schachbrett-)Feldern A1, A1, ..., A8",
)
@sentence(
    "000 001 003",
    "8 rote Fische auf den Feldern J1-J8",
    "002",
    "8 weiße Fische auf den Feldern J1, J2, ..., J8",
)
@both_seasons
def test_red_starts_on_columns_a_and_j(game):
    for seed in SEEDS:
        assert standing(game.start(seed), RED) == squares("A1-A8", "J1-J8")


@sentence(
    "000 001 003",
    "8 blaue Fische auf den Feldern B0-I0",
    "002",
    "8 schwarze Fische auf den Feldern B0, C0, ..., I0",
)
@sentence(
    "000 001 003",
    "8 blaue Fische auf den Feldern B9-I9",
    "002",
    "8 schwarze Fische auf den Feldern B9, C9, ..., I9",
)
@both_seasons
def test_blue_starts_on_rows_0_and_9(game):
    for seed in SEEDS:
        assert standing(game.start(seed), BLUE) == squares("B0-I0", "B9-I9")


@SQUIDS
@both_seasons
def test_two_squids_at_random_in_the_inner_six_by_six(game):
    seen = set()
    for seed in SEEDS:
        squids = standing(game.start(seed), SQUID)
        assert len(squids) == 2
        seen |= squids
    assert seen == squares("C2-H7")


@sentence("000", "Die beiden Kraken teilen keine Zeile, Spalte oder Diagonale miteinander.")
@sentence(
    "001 003",
    "Die beiden zufällig generierten Felder befinden sich weder in derselben Zeile noch in derselben Spalte, "
    "noch in derselben Diagonale.",
    "002",
    "Die beiden zufällig generierten Felder dürfen sich weder in derselben Zeile noch in derselben Spalte, "
    "noch in derselben Diagonale befinden.",
)
@both_seasons
def test_the_squids_share_no_row_column_or_diagonal(game):
    for seed in SEEDS:
        one, two = standing(game.start(seed), SQUID)
        columns, rows = abs(ord(one[0]) - ord(two[0])), abs(int(one[1]) - int(two[1]))
        assert columns != 0
        assert rows != 0
        assert columns != rows


@SQUIDS
@both_seasons
def test_fish_swim_through_a_squid(game):
    # 4 . . . F x . . . . f    two fish in row 4: D4 goes two squares, over the squid on E4
    state = position(game, "FD4 xE4 fJ4")
    after = state.beyond().play("D4-F4")
    assert after["F4"].team is RED
    assert after["E4"] is SQUID


@SQUIDS
@sentence(
    "002",
    "Am Ende eines Zuges darf sich auf diesen beiden Feldern also kein Piranha befinden.",
)
@both_seasons
def test_no_move_ends_on_a_squid(game):
    # 4 . . . F . x . . . f    two fish in row 4, and the squid is two squares away
    state = position(game, "FD4 xF4 fJ4")
    assert "F4" not in targets(state, "D4")
    with pytest.raises(IllegalMove):
        state.beyond().play("D4-F4")
    with pytest.raises(IllegalMove):
        state.towards("D4", "RIGHT")
    assert "F4" in targets(position(game, "FD4 fJ4"), "D4")


@sentence("000 001 002 003", "Diese Felder behindern also die Schwarmbildung.")
@both_seasons
def test_a_squid_keeps_a_swarm_apart(game):
    # Three fish in column E: E7 goes to E4, between D4 and F4. Not if a squid lives there.
    fish = "FD4 FF4 FE7 fE8 fE9"
    assert position(game, fish).beyond().play("E7-E4").united(RED)
    with pytest.raises(IllegalMove):
        position(game, f"{fish} xE4").beyond().play("E7-E4")
    assert not position(game, "FD4 FF4 xE4").united(RED)


@sentence(
    "002",
    "Das Spielfeld ist ein Aquarium (10x10 Schachbrett mit Spalten A-J und Zeilen 0-9), "
    "ein Spieler spielt die weißen, der andere die schwarzen Fische.",
)
def test_2019_can_call_the_sides_white_and_black():
    with speaking("en"):
        assert [str(PIRANHAS_2019.side(team, "white-black")) for team in (RED, BLUE)] == ["White", "Black"]
        assert [str(PIRANHAS_2019.side(team)) for team in (RED, BLUE)] == ["Red", "Blue"]
