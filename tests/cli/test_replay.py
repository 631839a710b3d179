"""`schwarm replay`: a saved game on the screen and in other forms, and one sentence for what is no saved game."""

import gzip
from pathlib import Path

import pytest

from cli.command import schwarm
from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.protocol import replay

pytestmark = pytest.mark.slow

REPLAYS = Path(__file__).resolve().parent.parent / "data" / "protocol" / "replays"
GAMES = [known.id for known in all_games()]
GAME = """\
Game: piranhas-2026
Start: 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -
Red: Anna
Blue: greedy
Result: Red, left, 18:13

A4-C4 1.52s ; to the middle
; and on from there
B0-B2 0.01s
C4-E4
"""


def saved(game: str) -> Record:
    """A game that an official server has recorded."""
    return Record.parse((REPLAYS / f"{game}.txt").read_text(encoding="utf-8"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    return path


# -- on the screen -----------------------------------------------------------------------------------------------


def test_moves_with_times_and_notes_and_the_board_at_both_ends(file: Path) -> None:
    done = schwarm("replay", str(file))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Piranhas 2026: Anna against greedy"
    assert lines[1].split() == list("ABCDEFGHIJ")
    assert lines[7] == " 4   S  ·  ·  ·  ·  ·  x  ·  ·  S   4"
    assert lines[13:17] == [
        "  1  Anna    A4-C4  1.520 s  to the middle",
        "     and on from there",
        "  2  greedy  B0-B2  0.010 s",
        "  3  Anna    C4-E4",
    ]
    assert lines[23] == " 4   ·  · [·] · [S] ·  x  ·  ·  S   4", "the last move is marked"
    assert lines[-1].startswith("Red wins: Blue left the game. · Heaviest swarm ")
    assert done.stdout.count("A  B  C  D") == 4, "two boards"


@pytest.mark.parametrize(("every", "boards"), [(1, 4), (2, 3), (3, 2), (60, 2)])
def test_the_board_every_so_many_moves(file: Path, every: int, boards: int) -> None:
    done = schwarm("replay", str(file), "--every", str(every))
    assert done.stdout.count("A  B  C  D") == 2 * boards


def test_a_game_in_german(file: Path) -> None:
    lines = schwarm("replay", str(file), lang="de").stdout.splitlines()
    assert lines[0] == "Piranhas 2026: Anna gegen greedy"
    assert lines[-1].startswith("Rot gewinnt: Blau hat das Spiel verlassen. · Schwerster Schwarm ")


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [
        ("piranhas-2026", "Piranhas 2026: Red against Blue", " wins: the heavier swarm."),
        ("piranhas-2019", "Piranhas 2019: Red against Blue", "Blue wins: the larger swarm."),
        ("ostseeschach-2022", "Ostseeschach 2022: Red against Blue", "Blue wins: "),
    ],
)
def test_replays_of_every_season(game: str, first: str, last: str, tmp_path: Path) -> None:
    record = saved(game)
    path = tmp_path / "replay.xml"
    path.write_text(replay.write(record), encoding="utf-8")
    shown = schwarm("replay", str(path)).stdout
    lines = shown.splitlines()
    assert lines[0] == first
    assert last in lines[-1]
    for turn, played in enumerate(record.moves, start=1):
        side = "Red " if turn % 2 else "Blue"
        assert f"{turn:>3}  {side}  {played.move}" in lines
    assert shown == schwarm("replay", str(REPLAYS / f"{game}.txt")).stdout, "both files are the same game"


# -- in other forms ----------------------------------------------------------------------------------------------


def converted(source: Path, target: Path) -> Path:
    done = schwarm("replay", str(source), "--to", str(target))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return target


@pytest.mark.parametrize("game", GAMES)
def test_there_and_back_again(game: str, tmp_path: Path) -> None:
    text = REPLAYS / f"{game}.txt"
    xml = converted(text, tmp_path / "game.xml")
    packed = converted(xml, tmp_path / "packed.xml.gz")
    back = converted(packed, tmp_path / "back.txt")
    again = converted(back, tmp_path / "again.xml")
    assert xml.read_text(encoding="utf-8").startswith("<protocol")
    assert gzip.decompress(packed.read_bytes()) == xml.read_bytes() == again.read_bytes()
    assert back.read_text(encoding="utf-8") == text.read_text(encoding="utf-8")
    assert converted(xml, tmp_path / "second.xml.gz").read_bytes() == packed.read_bytes(), (
        "the same game, the same file"
    )


def test_what_xml_cannot_say_stays_in_the_text(file: Path, tmp_path: Path) -> None:
    whole = Record.parse(converted(file, tmp_path / "copy.txt").read_text())
    assert str(whole) == GAME
    record = replay.read(converted(file, tmp_path / "game.xml").read_bytes())
    assert (record.players, record.outcome) == (whole.players, whole.outcome)
    assert [played.move for played in record.moves] == [played.move for played in whole.moves]
    assert all(played.seconds is None and not played.note for played in record.moves)
    told = " ".join(schwarm("replay", "--help").stdout.split())
    assert "like an official server, without times, notes and variations." in told


def test_to_standard_output(file: Path) -> None:
    done = schwarm("replay", str(file), "--to", "-")
    assert replay.read(done.stdout.encode()).players == ("Anna", "greedy")


# -- what is no saved game ---------------------------------------------------------------------------------------


def files(folder: Path) -> dict[str, Path]:
    """Files that are no game, for different reasons."""
    xml = replay.write(saved("piranhas-2026")).encode()
    contents = {
        "garbage.xml": b"\x00\xff\xfe no game \x80",
        "page.xml": b"<html><body>No game</body></html>",
        "empty.txt": b"",
        "letter.txt": b"Dear Anna,\nthis is no game.\n",
        "truncated.xml": xml[: xml.rindex(b"</room>") + 7],
        "truncated.xml.gz": gzip.compress(xml)[:-100],
        "cut.xml": xml[:20_000],
        "other.xml": b"<protocol><joined roomId='x'/></protocol>",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in (*contents, "missing.xml")} | {"folder": folder}


SENTENCES = {
    "garbage.xml": (
        "“{path}” is not a readable saved game; give a replay (.xml, .xml.gz) or a record text.",
        "„{path}“ ist kein lesbares gespeichertes Spiel; "
        "nenne ein Replay (.xml, .xml.gz) oder eine Aufzeichnung als Text.",
    ),
    "page.xml": (
        "This is not a replay; a replay of the Software-Challenge is XML that begins with "
        "<protocol> and shows one game.",
        "Das ist kein Replay; ein Replay der Software-Challenge ist XML, beginnt mit <protocol> und zeigt ein Spiel.",
    ),
    "empty.txt": (
        "The header “Game” is missing; a record needs Game and Start.",
        "Die Kopfzeile „Game“ fehlt; eine Aufzeichnung braucht Game und Start.",
    ),
    "letter.txt": (
        "Line 1: “Dear Anna,” is not a header; a header looks like “Red: Anna”, and an empty line ends them.",
        "Zeile 1: „Dear Anna,“ ist keine Kopfzeile; eine Kopfzeile sieht aus wie „Red: Anna“, "
        "und eine leere Zeile beendet den Kopf.",
    ),
    "truncated.xml": (
        "The replay breaks off after 62 messages; a complete one ends with </protocol>.",
        "Das Replay bricht nach 62 Nachrichten ab; ein vollständiges endet mit </protocol>.",
    ),
    "truncated.xml.gz": (
        "The replay's gzip file is damaged; copy or download it again.",
        "Das Replay ist mit gzip gepackt, aber beschädigt; es muss noch einmal kopiert oder heruntergeladen werden.",
    ),
    "cut.xml": (
        "The replay breaks off after 5 messages; a complete one ends with </protocol>.",
        "Das Replay bricht nach 5 Nachrichten ab; ein vollständiges endet mit </protocol>.",
    ),
    "other.xml": (
        "The replay shows no state of a known game; "
        "the known games are Piranhas 2026, Ostseeschach 2022 and Piranhas 2019.",
        "Das Replay zeigt keinen Spielstand eines hier bekannten Spiels; "
        "bekannt sind Piranhas 2026, Ostseeschach 2022 und Piranhas 2019.",
    ),
}
SENTENCES["missing.xml"] = SENTENCES["folder"] = SENTENCES["garbage.xml"]


@pytest.mark.parametrize("name", SENTENCES)
def test_what_is_no_saved_game_gets_one_sentence(name: str, tmp_path: Path) -> None:
    path = files(tmp_path)[name]
    for lang, error, sentence in zip(("en", "de"), ("Error", "Fehler"), SENTENCES[name], strict=True):
        done = schwarm("replay", str(path), lang=lang)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"{error}: {sentence.format(path=path)}\n"


def test_a_name_that_does_not_say_how_to_write(file: Path, tmp_path: Path) -> None:
    for lang, sentence in (
        ("en", "Error: “game.pdf” does not say how to write the game; end the name with .xml, .xml.gz or .txt.\n"),
        (
            "de",
            "Fehler: „game.pdf“ sagt nicht, wie das Spiel zu schreiben ist; "
            "lass den Namen auf .xml, .xml.gz oder .txt enden.\n",
        ),
    ):
        done = schwarm("replay", str(file), "--to", "game.pdf", lang=lang, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, sentence)
    assert not (tmp_path / "game.pdf").exists()


def test_a_place_that_cannot_be_written(file: Path) -> None:
    done = schwarm("replay", str(file), "--to", "/nowhere/game.xml")
    assert (done.returncode, done.stderr) == (
        1,
        "Error: /nowhere/game.xml cannot be written: there is no such folder.\n",
    )
