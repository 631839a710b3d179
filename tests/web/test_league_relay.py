"""Games of a league are watched while they are played, and show nothing that is one team's own."""

from pathlib import Path

from league.leagues import deliver, hand_in, new_league, new_service, record_of, team
from schwarm.arena.game_job import GameProgress
from schwarm.games import Team, game
from schwarm.league.game_report import to_played
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.store import leagues
from schwarm.web.leagues.league_relay import LeagueRelay
from schwarm.web.live.live_service import LiveService
from web.relayed import relay_games


def test_a_league_game_is_seen_move_by_move_and_then_forgotten(tmp_path: Path) -> None:
    service = new_service(tmp_path / "league")
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"one")
    pairing = Pairing(league, 1, False, "1.1", "greedy")
    assignment = to_assignment(pairing, leagues.list_teams(service.store, league.id), {"1.1": "ab" * 32}, service.zips)
    service.store.close()
    move = game(league.game).start(assignment.fixture.seed).legal_moves()[0]
    report = deliver(assignment, Team.ONE)
    played = to_played(pairing, report, record_of(report))

    async def watch(live_service: LiveService) -> None:
        relay = LeagueRelay(live_service)
        assert relay.look() == []
        relay.begin(pairing, assignment.fixture)
        await live_service.relay("leagues", relay.look())
        shown = await live_service.snapshot(pairing.key)
        assert shown is not None
        assert (shown["names"], shown["moves"], shown["live"]) == (["Team 1", "greedy"], [], True)
        relay.on_progress(GameProgress(pairing.key, 0, ((str(move), 0.1),)))
        await live_service.relay("leagues", relay.look())
        shown = await live_service.snapshot(pairing.key)
        assert shown is not None
        assert [each["move"] for each in shown["moves"]] == [str(move)]
        relay.end(pairing, played.record)
        await live_service.relay("leagues", relay.look())
        shown = await live_service.snapshot(pairing.key)
        assert shown is not None
        assert shown["outcome"] is not None
        assert "secret" not in str(shown)
        # What is not known any more is neither told nor kept.
        assert relay.look() == []
        relay.on_progress(GameProgress(pairing.key, 0, ((str(move), 0.1),)))
        relay.begin(pairing, assignment.fixture)
        relay.drop(pairing)
        assert relay.look() == []
        assert len(relay) == 0

    relay_games(tmp_path, watch)
