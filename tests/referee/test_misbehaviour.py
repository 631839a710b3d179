"""Clients that misbehave hurt only themselves: each gets exactly its reaction."""

import pytest

from referee.running import PASSWORD, START, Client, Running, StoppedClock, pair, refused, running
from schwarm.protocol.stream import Ended
from schwarm.referee.lobby import MAX_SECONDS_PER_MESSAGE as MAX_SENTENCE
from schwarm.referee.lobby import Lobby

MOVE = '<room roomId="{room}"><data class="move"><from x="{x}" y="{y}"/><direction>{way}</direction></data></room>'


def reason(client: Client) -> str:
    """The reason in the result that a client gets."""
    winner = client.read("room", "result").find("data").find("winner")
    return f"{winner.get('team')}: {winner.get('reason')}"


def gone_without_goodbye(client: Client) -> bool:
    return not any(isinstance(news, Ended) for news in client.read_all())


# -- what cannot be read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        b"hello world & < >",
        b"<room><data></room>",
        b"<foo/>",
        b"\xff\xfe<join/>",
        b'<join gameType="\xc3\x28"/>',
        b"<a>" * 50,
        b'<!DOCTYPE x [<!ENTITY a "b">]><join/>',
    ],
    ids=["text", "crossed tags", "unknown element", "no UTF-8", "broken UTF-8", "deep nesting", "doctype inside"],
)
def test_garbage_loses_the_game_and_the_connection(server: Running, bad: bytes) -> None:
    one, two = pair(server)
    one.say(bad)
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: PROTOCOL_ERROR"
    two.read("left")
    assert gone_without_goodbye(one)


def test_an_entity_bomb_before_the_root(server: Running) -> None:
    client = server.client()
    client.say(b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><protocol>&b;')
    assert client.read_all() == []


def test_ten_megabytes_without_an_end(server: Running) -> None:
    one, two = pair(server)
    one.say(b"<room>")
    assert refused(one.socket, b"a" * 65536, times=160)
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: PROTOCOL_ERROR"


def test_one_byte_at_a_time_is_fine_but_not_for_ever() -> None:
    clock = StoppedClock()
    with running(start=START, clock=clock) as server:
        slow = server.client()
        for byte in b'<protocol><join gameType="swc_2026_piranhas"/>':
            slow.say(bytes([byte]))
        slow.read("joined")
        for byte in b'<room roomId="x">':
            slow.say(bytes([byte]))
        server.settle()
        for passed in (0.0, MAX_SENTENCE + 1):
            assert server.inside(lambda: len(server.server.lobby.connections)) == 1
            clock.now += passed
            server.inside(lambda: server.server.lobby.drop_silent_clients(clock.now))
        slow.read_all()
        assert slow.gone


def test_half_a_move_after_a_long_wait_has_time_to_become_a_whole_one() -> None:
    clock = StoppedClock()
    with running(start=START, clock=clock, limits="none") as server:
        one, two = pair(server)
        move = MOVE.format(room=one.room, x=0, y=4, way="RIGHT")
        clock.now += 10 * MAX_SENTENCE
        one.say(move[:40])
        server.settle()
        server.inside(lambda: server.server.lobby.drop_silent_clients(clock.now))
        one.say(move[40:])
        assert two.read("room", "moveRequest")


# -- what comes at the wrong moment ------------------------------------------------------------------------


def test_a_move_before_the_game_is_a_violation_of_nobodys_game(server: Running) -> None:
    one = server.client().join()
    one.say(MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
    two = server.client().join()
    two.read("room", "welcomeMessage")
    assert one.read("room", "moveRequest")


def test_a_move_for_the_other_side(server: Running) -> None:
    _one, two = pair(server)
    two.say(MOVE.format(room=two.room, x=0, y=4, way="RIGHT"))
    error = two.read("room", "error").find("data")
    assert error.get("message") == (
        "It's not your turn yet; expected: ONE(), got TWO() (msg was Schwimme von [0|4] in Richtung RIGHT)."
    )
    assert reason(two).startswith("ONE: Missachtung des Spielablaufs von TWO: It's not your turn yet;")


def test_two_moves_at_once(server: Running) -> None:
    one, two = pair(server)
    move = MOVE.format(room=one.room, x=0, y=4, way="RIGHT")
    one.say(move + move)
    assert reason(two).startswith("TWO: Missachtung des Spielablaufs von ONE: It's not your turn yet; expected: TWO()")


def test_a_move_in_somebody_elses_room(server: Running) -> None:
    one, _two = pair(server)
    stranger = server.client("stranger")
    stranger.say("<protocol>" + MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
    assert "Client is not a member of game" in (stranger.read("errorpacket").get("message") or "")


def test_a_reservation_counts_once(server: Running) -> None:
    admin = server.client("admin")
    admin.say(
        f'<protocol><authenticate password="{PASSWORD}"/><prepare gameType="swc_2026_piranhas" pause="false">'
        '<slot displayName="A" canTimeout="true" reserved="true"/>'
        '<slot displayName="B" canTimeout="true" reserved="true"/></prepare>'
    )
    code = next(admin.read("prepared").all("reservation")).text
    first, second = server.client(), server.client()
    first.say(f'<protocol><joinPrepared reservationCode="{code}"/>').read("joined")
    second.say(f'<protocol><joinPrepared reservationCode="{code}"/>')
    assert "Couldn't find a reservation" in (second.read("errorpacket").get("message") or "")


def test_nobody_sits_on_both_reserved_seats(server: Running) -> None:
    admin = server.client("admin")
    admin.say(
        f'<protocol><authenticate password="{PASSWORD}"/><prepare gameType="swc_2026_piranhas" pause="false">'
        '<slot displayName="A" canTimeout="true" reserved="true"/>'
        '<slot displayName="B" canTimeout="true" reserved="true"/></prepare>'
    )
    one, two = (code.text for code in admin.read("prepared").all("reservation"))
    greedy, honest = server.client(), server.client()
    greedy.say(f'<protocol><joinPrepared reservationCode="{one}"/>').read("joined")
    greedy.say(f'<joinPrepared reservationCode="{two}"/>')
    assert "Couldn't find a reservation" in (greedy.read("errorpacket").get("message") or "")
    honest.say(f'<protocol><joinPrepared reservationCode="{two}"/>').read("joined")
    assert greedy.read("room", "moveRequest")


def test_administration_needs_the_password(server: Running) -> None:
    client = server.client()
    client.say('<protocol><observe roomId="x"/>')
    assert "requires authentication" in (client.read("errorpacket").get("message") or "")
    for _ in range(5):
        client.say('<authenticate password="guess"/>')
    client.read_all()
    assert client.gone, "five wrong passwords are enough"


@pytest.mark.parametrize("other", ["swc_2022_ostseeschach", "swc_2019_piranhas"])
def test_joining_another_game_while_playing_loses_and_the_opponent_plays_on_undisturbed(
    server: Running, other: str
) -> None:
    one, two = pair(server)
    one.say(MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
    two.read("room", "moveRequest")
    one.say(f'<join gameType="{other}"/>')
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: UNKNOWN"
    two.read("left")
    assert gone_without_goodbye(one)


def test_an_error_while_serving_one_player_is_this_ones_alone(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = pair(server)

    def broken(*anything: object) -> None:
        raise RuntimeError("a mistake of the referee's own")

    monkeypatch.setattr(Lobby, "seat_client", broken)
    one.say("<join/>")
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"


# -- who goes, and when ------------------------------------------------------------------------------------


def test_leaving_at_every_stage(server: Running) -> None:
    server.client().close()
    server.client().say("<protocol>").close()
    waiting = server.client().join()
    waiting.close()
    one, two = pair(server)
    one.close()
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"
    one, two = pair(server)
    one.say("<close/>")
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: RECEIVED_DISCONNECT"
    assert isinstance(one.read_all()[-1], Ended)
    one, two = pair(server)
    one.say("</protocol>")
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"
    one, two = pair(server)
    one.say('<room roomId="').close()
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"


def test_late_and_silent_players() -> None:
    clock = StoppedClock()
    with running(start=START, limits="2s/10s", clock=clock) as server:
        one, two = pair(server)
        clock.advance(server, 2.1)
        one.say(MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
        assert "ONE hat fuer die Antwort auf die Zugaufforderung laenger als" in reason(two)
        one, two = pair(server)
        clock.advance(server, 10.0)
        assert "ONE hat innerhalb von" in reason(two)


def test_time_is_kept_without_anybody_asking() -> None:
    with running(start=START, limits="0.1s") as server:
        _one, two = pair(server)
        assert "ONE hat fuer die Antwort auf die Zugaufforderung laenger als 0.1 Sekunden" in reason(two)


def test_a_client_that_never_reads_is_let_go() -> None:
    with running(start=START, limits="none") as server:
        deaf = server.connect(unread=4096)
        deaf.sendall(b"<protocol>")
        request = b'<joinRoom roomId="' + b"x" * 2000 + b'"/>'
        assert refused(deaf, request, times=5000)
        assert server.eventually(lambda: len(server.server.lobby.connections) == 0)
        deaf.close()
