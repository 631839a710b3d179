"""A whole game as an animated picture: as many frames as positions, each like the picture of its position."""

import io

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

import schwarm
from schwarm import view
from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.view import animation
from schwarm.view.animation import CannotDraw


def some_moves(game: str, number: int = 3) -> Record:
    record = Record(schwarm.game(game).start(7))
    for _ in range(number):
        record = record.then(record.final.legal_moves()[0])
    return record


@pytest.mark.parametrize("game", [game.id for game in all_games()])
@pytest.mark.parametrize("flipped", [False, True])
def test_every_frame_is_its_position(game: str, flipped: bool) -> None:
    record = some_moves(game)
    film = Image.open(io.BytesIO(view.gif(record, width=200, flipped=flipped)))
    assert sum(1 for _ in ImageSequence.Iterator(film)) == 4
    *_, final = record.states()
    marks = view.Marks(last=record.moves[-1].move)
    still = Image.open(io.BytesIO(view.png(view.svg(final, marks, flipped=flipped), width=200)))
    film.seek(3)
    ground = Image.new("RGB", still.size, "white")
    ground.paste(still, (0, 0), still)
    # Fewer colours, and pieces on whole pixels; a piece on another square would be ten times as far off.
    off = ImageStat.Stat(ImageChops.difference(film.convert("RGB"), ground)).mean
    assert max(off) < 8, off


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_pieces_and_marks_keep_their_colours(game: str, theme: str) -> None:
    record = some_moves(game)
    film = Image.open(io.BytesIO(view.gif(record, theme=theme, width=400)))
    film.seek(3)
    *_, final = record.states()
    last = record.moves[-1].move
    still = Image.open(io.BytesIO(view.png(view.svg(final, view.Marks(last=last), theme=theme), width=400)))
    frame, ground = film.convert("RGB"), Image.new("RGB", still.size, animation.AROUND[theme])
    ground.paste(still, (0, 0), still)
    scene = view.drawing(game).scene(final, view.Marks(), theme)
    scale = 400 / scene.layout.width
    for square in {*final.letters(), last.start}:
        x, y = (round(scale * place) for place in scene.layout.corner(square))
        box = (x, y, x + round(100 * scale), y + round(100 * scale))
        shown, meant = (ImageStat.Stat(picture.crop(box)).mean for picture in (frame, ground))
        off = max(abs(one - other) for one, other in zip(shown, meant, strict=True))
        assert off < 9, f"{square} is off by {off:.1f}"


def test_a_game_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "MAX_FRAMES", 3)
    with pytest.raises(CannotDraw, match="at most 2 moves, and this game has 3"):
        view.gif(some_moves("piranhas-2026"), width=100)


def test_sides_that_a_game_does_not_have_are_refused_as_in_a_picture() -> None:
    with pytest.raises(ValueError, match="The sides of piranhas-2019 are red-blue, white-black, not 'green'"):
        view.gif(some_moves("piranhas-2019"), width=100, sides="green")


def test_a_game_as_a_monstrous_picture_is_refused() -> None:
    with pytest.raises(CannotDraw, match=r"of 61 positions can be at most 2560 pixels wide, not 4096\."):
        view.gif(some_moves("piranhas-2026", 60), width=4096)
