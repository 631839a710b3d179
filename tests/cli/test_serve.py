"""`schwarm serve` as a user meets it: what it prints, how it ends, what its options do."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm as package
from cli.command import schwarm
from cli.serving import Serving, kept, pair
from patience import PATIENCE
from referee.running import Client
from schwarm.protocol import codec_for, replay
from schwarm.protocol.messages import StateShown

pytestmark = pytest.mark.slow

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
LAST_ROUND = START.replace(" 0 -", " 58 -")
SHORE = "rhmsshmr/8/8/8/8/8/8/RMHSSMHR 4 0:0"
SAVED = Path(__file__).resolve().parent.parent / "data" / "protocol" / "replays" / "piranhas-2026.txt"


def players(server: Serving, *options: str) -> None:
    """Two random players in processes of their own play one game to its end."""
    command = [sys.executable, "-m", "schwarm.player", "random", "-h", "127.0.0.1", "-p", str(server.port), *options]
    env = {**os.environ, "SCHWARM_LANG": "en"}
    pair = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) for _ in range(2)]
    for player in pair:
        _, log = player.communicate(timeout=PATIENCE)
        assert player.returncode == 0, log


def first_state(client: Client, game: str = "piranhas-2026", rules: str = "documents") -> str:
    known = package.game(game, rules)
    shown = codec_for(known).read_event(known, client.read("room", "memento"))
    assert isinstance(shown, StateShown)
    return str(shown.state)


# -- what it prints ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "listening", "password", "began", "finished", "stopped"),
    [
        (
            "en",
            "Listening on 127.0.0.1 port {port}; stop with Ctrl-C.",
            "Administrators of the game server, on this machine: password [-_A-Za-z0-9]{16}",
            "([0-9a-f]{8})  Piranhas 2026: Red against Blue",
            "([0-9a-f]{8})  over after 2 moves. Red wins: the heavier swarm.",
            "Stopped; running games were cancelled.",
        ),
        (
            "de",
            "Lausche auf 127.0.0.1 Port {port}; beenden mit Strg-C.",
            "Administratoren des Spielservers, auf diesem Rechner: Passwort [-_A-Za-z0-9]{16}",
            "([0-9a-f]{8})  Piranhas 2026: Rot gegen Blau",
            "([0-9a-f]{8})  aus nach 2 Zügen. Rot gewinnt: der schwerere Schwarm.",
            "Beendet; laufende Spiele wurden abgebrochen.",
        ),
    ],
    ids=["en", "de"],
)
def test_a_game_between_two_players(
    lang: str, listening: str, password: str, began: str, finished: str, stopped: str
) -> None:
    with Serving("--start", LAST_ROUND, lang=lang) as server:
        assert server.first == listening.format(port=server.port)
        assert server.port > 0
        assert re.fullmatch(password, server.line())
        players(server, "--seed", "2")
        beginning, end = re.fullmatch(began, server.line()), re.fullmatch(finished, server.line())
        assert beginning
        assert end
        assert beginning[1] == end[1], "both lines are about the same game"
        assert server.end(signal.SIGINT) == 0
        assert server.rest() == [stopped]
        assert server.errors == ""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ('<from x="0" y="1"/><direction>LINKS</direction>', "<direction>LINKS</direction>"),
        ('<from x="0" y="1"/><direction>LEFT</direction>', "A1"),
    ],
    ids=["garbage", "illegal"],
)
def test_who_wrote_a_client_learns_what_was_wrong_with_its_message(move: str, told: str) -> None:
    with Serving("--start", str(package.game("piranhas-2026").start(3))) as server:
        one, _ = pair(server)
        one.say(f'<room roomId="{one.room}"><data class="move">{move}</data></room>')
        server.line("over after 0 moves. Blue wins: Red")
        assert told in server.line()


def test_the_port_that_was_asked_for() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with Serving("--port", str(port)) as server:
        assert server.first == f"Listening on 127.0.0.1 port {port}; stop with Ctrl-C."
        assert first_state_after_joining(server)


def first_state_after_joining(server: Serving) -> str:
    one, _two = pair(server)
    return first_state(one)


@pytest.mark.parametrize(("lang", "usage"), [("en", "Usage:"), ("de", "Aufruf:")])
def test_the_help_names_every_option(lang: str, usage: str) -> None:
    told = schwarm("serve", "--help", lang=lang).stdout
    assert told.startswith(usage)
    options = ("host", "port", "game", "rules", "start", "turn", "replays", "time", "lang", "help")
    for word in (*(f"--{option} " for option in options[:-1]), "--help", "SCHWARM_ADMIN_PASSWORD", "13050", "2s/10s"):
        assert word in told


# -- what is wrong gets one sentence -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "en",
            "Error: Another program, maybe another Schwarm, is already listening on 127.0.0.1 port {port}; "
            "stop it or choose another port with “schwarm serve --port NUMBER”.\n",
        ),
        (
            "de",
            "Fehler: Ein anderes Programm, vielleicht ein anderes Schwarm, lauscht schon auf 127.0.0.1 Port {port}; "
            "beende es oder wähle einen anderen mit „schwarm serve --port ZAHL“.\n",
        ),
    ],
    ids=["en", "de"],
)
def test_a_port_that_is_taken(lang: str, sentence: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = schwarm("serve", "--port", str(port), lang=lang)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence.format(port=port))


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        (
            ["--host", "nowhere.invalid"],
            "“nowhere.invalid” is not an address of this machine; "
            "choose one with --host, such as 127.0.0.1 or 0.0.0.0.",
            "„nowhere.invalid“ ist keine Adresse dieses Rechners; wähle mit --host eine, etwa 127.0.0.1 oder 0.0.0.0.",
        ),
        (
            ["--start", str(SAVED)],
            "At turn 60 the game is already over; choose an earlier one with --turn, or another --start.",
            "Bei Zug 60 ist das Spiel schon zu Ende; wähle mit --turn einen früheren oder einen anderen --start.",
        ),
        (
            ["--start", str(SAVED), "--turn", "61"],
            "The saved game has no turn 61; its turns go from 0 to 60.",
            "Das gespeicherte Spiel hat keinen Zug 61; seine Züge gehen von 0 bis 60.",
        ),
        (
            ["--turn", "5"],
            "--turn needs a file; a position text already contains its turn.",
            "--turn gehört zu einer Datei; eine Stellung nennt ihre Zugnummer selbst.",
        ),
        (
            ["--start", START.replace("M8M", "M7M")],
            "Row 7 (“M7M”) does not describe 10 squares.",
            "Zeile 7 („M7M“) beschreibt nicht 10 Felder.",
        ),
        (
            ["--replays", str(SAVED)],
            f"{SAVED} cannot be written: there is no such folder.",
            f"{SAVED} lässt sich nicht schreiben: diesen Ordner gibt es nicht.",
        ),
        (
            ["--game", "chess"],
            "There is no game “chess”; the games are piranhas-2026, ostseeschach-2022 and piranhas-2019.",
            "Es gibt kein Spiel „chess“; es gibt piranhas-2026, ostseeschach-2022 und piranhas-2019.",
        ),
    ],
    ids=["host", "over", "turn", "turn alone", "position", "replays", "game"],
)
def test_bad_options_get_one_sentence(arguments: list[str], english: str, german: str) -> None:
    for lang, sentence in (("en", f"Error: {english}\n"), ("de", f"Fehler: {german}\n")):
        done = schwarm("serve", "--port", "0", *arguments, lang=lang)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)


# -- what its options do -----------------------------------------------------------------------------------------


def test_games_begin_at_a_position() -> None:
    with Serving("--start", START.replace(" 0 -", " 7 b")) as server:
        for _ in range(2):
            one, two = pair(server)
            assert first_state(one) == first_state(two) == START.replace(" 0 -", " 7 b")
            assert two.read("room", "moveRequest"), "at turn 7 Blue is to move"


def test_the_position_says_which_game_is_usual() -> None:
    with Serving("--start", SHORE) as server:
        one, _two = pair(server)
        assert first_state(one, "ostseeschach-2022") == SHORE
        one, _two = pair(server, '<join gameType="swc_2026_piranhas"/>')
        assert first_state(one).endswith(" 0 -"), "other games begin as always"


def test_games_begin_in_the_middle_of_a_saved_game(tmp_path: Path) -> None:
    record = package.games.record.Record.parse(SAVED.read_text())
    states = [str(state) for state in record.states()]
    xml = tmp_path / "saved.xml"
    xml.write_text(replay.write(record))
    for file, turn, rules in ((SAVED, 20, "documents"), (xml, 33, "documents"), (xml, 59, "official")):
        with Serving("--start", str(file), "--turn", str(turn), "--rules", rules) as server:
            one, _two = pair(server)
            assert first_state(one, rules=rules) == states[turn]


@pytest.mark.parametrize("rules", ["documents", "official"])
def test_the_rules_that_games_are_played_by(rules: str, tmp_path: Path) -> None:
    with Serving("--rules", rules, "--start", LAST_ROUND, "--replays", str(tmp_path)) as server:
        players(server, "--rules", rules)
        server.line("over after 2 moves.")
    [record] = kept(tmp_path)
    assert record.start.game.rules == rules
    assert str(record.start) == LAST_ROUND


def reason(client: Client) -> str:
    return client.read("room", "result").find("data").find("winner").get("reason") or ""


def test_time_limits() -> None:
    with Serving("--start", START, "--time", "0.2s/0.6s") as server:
        one, two = pair(server)
        assert reason(two) == "ONE hat innerhalb von 0.6 Sekunden nach Aufforderung keinen Zug gesendet."
    with Serving("--start", START, "--time", "0.2s/10m") as server:
        one, two = pair(server)
        one.read("room", "moveRequest")
        with pytest.raises(TimeoutError):
            two.read("room", "result", seconds=1.0)
        one.move("RIGHT", 0, 4)
        assert reason(two) == ("ONE hat fuer die Antwort auf die Zugaufforderung laenger als 0.2 Sekunden gebraucht.")
