"""Clients that teams run on their own computers: they wait under their team's reservation and play the next game."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from league.house import House, Preparing, Watch, wait, wait_for_clients
from league.leagues import record_of, team
from patience import PATIENCE, until
from referee.running import Running
from schwarm.arena import backoff
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.game_job import GameProgress
from schwarm.arena.pool import Pool
from schwarm.games import Reason, Team
from schwarm.launch import GameHost, MachineFault
from schwarm.launch.player_spec import PlayerSpec, parse_player
from schwarm.league import league_play
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.protocol.messages import Leave
from schwarm.referee.lobby import Lobby
from schwarm.store import CannotStore, leagues, versions
from schwarm.words import Sentence


def test_clients_play_whole_games_under_the_reservation_of_their_team(house: House) -> None:
    for number in (1, 2):
        house.connect(house.reserve(number))
    # Nobody plays before the league does.
    until(lambda: house.present(1) and house.present(2), what="both clients")
    house.service.play.watch = watch = Watch()
    house.service.start()

    def both_played() -> bool:
        return {"1.1", "2.1"} <= {name for game in house.games() for name in (game.red, game.blue)}

    until(both_played, what="a game of each")
    kept = house.service.store.get(house.games()[0].key)
    assert kept is not None
    assert kept.record.outcome is not None
    assert kept.record.outcome.reason.regular
    assert not house.pool.played
    # It could be watched all the while, like any other game of the league.
    first = watch.told[house.games()[0].key]
    assert first[0] == "begin"
    assert ("end", len(kept.record.moves)) in first
    # After its game each came again.
    until(lambda: len(house.games()) >= 3, what="one more game")


def test_who_is_not_there_is_not_paired_and_who_vanishes_loses_one_game(house: House) -> None:
    house.reserve(2)
    code = house.reserve(1)
    quitter = wait(house, code)
    until(lambda: house.present(1) == 1, what="the client")
    house.service.play.watch = watch = Watch()
    house.service.start()
    quitter.read("room", "memento")
    # Its moves, none so far, are told while it is on.
    until(lambda: any(isinstance(each, GameProgress) for told in list(watch.told.values()) for each in told[1:]))
    quitter.close()
    until(house.games, what="the lost game")
    lost = house.games()[0]
    own_points = lost.points_red if lost.red == "1.1" else lost.points_blue
    assert (own_points, lost.points_red + lost.points_blue) == (0.0, 1.0)
    house.connect(code)
    until(lambda: len(house.games()) >= 2, what="a game after coming back")
    assert not any("2.1" in (game.red, game.blue) for game in house.games())


def test_what_the_server_is_short_of_costs_nobody_a_game_nor_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.0)
    faults = iter([MachineFault(Sentence("The disk is full.")())])

    def parse(bot: str) -> PlayerSpec:
        for fault in faults:
            raise fault
        return parse_player(bot)

    monkeypatch.setattr("schwarm.league.home_games.parse_player", parse)
    client = wait(house, house.reserve(1))
    until(lambda: house.present(1) == 1, what="the client")
    house.service.start()
    # The same client, which waited on, is asked to play.
    client.read("room", "memento")
    assert not list(faults)
    assert not house.games()


def test_who_is_picked_anew_does_not_go_with_the_game_that_failed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*more: object) -> None:
        raise MachineFault(Sentence("The disk is full.")())

    monkeypatch.setattr(GameHost, "seat", fail)
    wait(house, house.reserve(1))
    wait_for_clients(house, 1)
    home, own = house.service.home, team(house.service, house.league, 1)
    assert home is not None
    picked: list[object] = []
    pairing = Pairing(house.league, 1, False, "1.1", "greedy")
    assignment = to_assignment(pairing, [own], {"1.1": ""}, house.service.zips)
    home.submit(assignment).add_done_callback(lambda job: picked.append(home.seats.pick(own.id)))
    until(lambda: picked, what="the game that failed")
    house.server.settle()
    assert picked != [None]
    assert house.present(1) == 1


def test_who_was_picked_for_an_opponent_that_is_gone_waits_on(house: House) -> None:
    wait(house, house.reserve(1))
    wait_for_clients(house, 1)
    home, teams = house.service.home, [team(house.service, house.league, number) for number in (1, 2)]
    assert home is not None
    assignment = to_assignment(
        Pairing(house.league, 1, False, "1.1", "2.1"), teams, {"1.1": "", "2.1": ""}, house.service.zips
    )
    assert home.submit(assignment).result(PATIENCE).withdrawn
    assert home.seats.pick(teams[0].id) is not None


def test_a_bot_that_breaks_down_against_a_client_has_crashed(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "from schwarm.player import Player\n"
        "class Broken(Player):\n"
        "    def choose(self, state, clock):\n"
        "        raise RuntimeError\n"
    )
    monkeypatch.setattr(
        "schwarm.league.home_games.parse_player", lambda bot: parse_player(f"{file}:Broken" if bot == "greedy" else bot)
    )
    house.connect(house.reserve(1))
    wait_for_clients(house, 1)
    home, own = house.service.home, team(house.service, house.league, 1)
    assert home is not None
    pairing = Pairing(house.league, 1, False, "1.1", "greedy")
    assignment = to_assignment(pairing, [own], {"1.1": ""}, house.service.zips)
    outcome = record_of(home.submit(assignment).result(PATIENCE)).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Team.ONE, Reason.CRASHED)


def test_nobody_sees_whom_they_meet_while_they_can_still_leave_for_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    house.service.play.watch = watch = Watch()

    def sit_down(*about: Any) -> None:
        seated.set()
        seen.extend([*watch.told, *house.service.play.running])
        seat_client(*about)

    seated = threading.Event()
    seat_client = Lobby.seat_client
    monkeypatch.setattr(Lobby, "seat_client", sit_down)
    code = house.reserve(1)
    quitter = wait(house, code)
    until(lambda: house.present(1) == 1, what="the client")
    house.service.start()
    quitter.read("room", "memento")
    until(lambda: house.service.play.running and watch.told, what="a game that can be seen")
    assert seated.is_set()
    assert seen == []


@pytest.mark.parametrize("how", ["over before it began", "stopped"])
def test_whoever_was_picked_and_got_no_seat_may_come_again(
    house: House, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    preparing = threading.Event()

    async def settle(launched: GameHost, team: Team, *more: object) -> None:
        preparing.set()
        if how == "stopped":
            await asyncio.Event().wait()
        await settle_down(launched, team, *more)  # type: ignore[arg-type]
        occupant = launched.room.seats[team.index].occupant
        assert occupant is not None
        launched.room.leave(occupant, Leave.LOST)

    settle_down = GameHost.settle
    monkeypatch.setattr(GameHost, "settle", settle)
    waiting = wait(house, house.reserve(1))
    wait_for_clients(house, 1)
    house.service.start()
    assert preparing.wait(PATIENCE)
    if how == "stopped":
        house.service.play.stop()
    waiting.read_all()
    if how == "over before it began":
        until(house.games, what="the game that the other one left")
        assert house.games()[0].points_red + house.games()[0].points_blue == 1.0


def test_a_game_from_before_is_not_taken_for_another_with_its_key(house: House) -> None:
    home = house.service.home
    assert home is not None
    share = Pool(LocalExecutor(1)).share()

    def play(*players: str) -> None:
        pairing = Pairing(house.league, 1, False, *players)
        share.play_on(home, to_assignment(pairing, [], {}, house.service.zips))

    play("random", "greedy")
    until(lambda: not share.done.empty(), what="the first game")
    # The database did not answer, and after it does, the first game of the league is another one.
    share.stop()
    assert share.collect(0.0) is None
    play("greedy", "random")
    report = share.collect(PATIENCE)
    assert report is not None
    assert record_of(report).players == ("greedy", "random")


def test_where_the_database_does_not_answer_games_at_home_are_ended_and_played_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*about: object) -> None:
        raise CannotStore(Sentence("The database does not answer.")())

    monkeypatch.setattr(league_play, "RETRY", 0.01)
    preparing, code = Preparing(house, monkeypatch), house.reserve(1)
    waiting = wait(house, code)
    wait_for_clients(house, 1)
    house.service.start()
    assert preparing.began.wait(PATIENCE)
    with monkeypatch.context() as broken:
        broken.setattr(leagues, "list_leagues", fail)
        # Who was picked for the game is told to come again.
        waiting.read_all()
    preparing.go_on()
    house.connect(code)
    until(house.games, what="a game")


def test_without_walls_only_clients_from_home_play(server: Running, tmp_path: Path) -> None:
    house = House(server, tmp_path, no_programs=Sentence("No walls here.")())
    try:
        handed_in = team(house.service, house.league, 3)
        version = versions.add_version(house.service.store, handed_in, "bot.zip", "ab", 1)
        versions.record_check(house.service.store, version, "[]", ready=True, faulty="faulty")
        house.connect(house.reserve(1))
        house.service.start()
        until(house.games, what="a game")
        assert not house.pool.played
        assert not any("3.1" in (game.red, game.blue) for game in house.games())
    finally:
        house.close()
