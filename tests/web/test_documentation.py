"""docs/security.md tells the truth: every figure in its tables is the one in the code."""

import re
from pathlib import Path

import schwarm
from schwarm.launch import bot_files, entry, supervisor
from schwarm.launch.isolation import Sandbox
from schwarm.launch.limits import MAX_SECONDS_WHILE_HELD, RESERVED_FILES
from schwarm.league import check, home_games, league_play, league_service
from schwarm.league.permission import MAY, Permission, Role
from schwarm.protocol.replay import MAX_MESSAGES, MAX_REPLAY_BYTES
from schwarm.protocol.stream import DEEPEST, MAX_MESSAGE_BYTES
from schwarm.referee.administration import MAX_PASSWORD_TRIES
from schwarm.referee.connection import MAX_UNREAD_BYTES
from schwarm.referee.lobby import MAX_ROOMS_PER_CLIENT, MAX_SECONDS_PER_MESSAGE, Settings
from schwarm.referee.server import MAX_GUESTS
from schwarm.store.leagues import MAX_SESSIONS
from schwarm.view.animation import MAX_FRAMES
from schwarm.web.board.picture import ANIMATE, MAX_CACHED_BYTES, MAX_GIF_WIDTH, MAX_WIDTH, PAINT
from schwarm.web.connection import MAX_UNREAD_BYTES as MAX_UNREAD
from schwarm.web.contests.contest_service import RELAY_EVERY
from schwarm.web.contests.games_on import MAX_MOVES_PER_LOOK, MAX_WATCHED
from schwarm.web.leagues import actions, contract, hand_in
from schwarm.web.live.async_store import MAX_CLIENT_GAMES
from schwarm.web.live.game_places import MAX_CLIENT_ENGINES, MAX_ENGINES
from schwarm.web.live.live_games import MAX_LISTED
from schwarm.web.settings import Bounds
from schwarm.web.shell import tokens
from schwarm.web.shell.side_process import MAX_WORK_MEGABYTES
from schwarm.web.study.engine_queue import MAX_WAITING, QUEUE
from schwarm.web.study.game_file import MAX_RECORD_LENGTH, READ


def test_every_figure_is_the_one_in_the_code(root: Path) -> None:
    page = (root / "docs" / "security.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| (.+) \| at most \|\n\|---\|---\|\n((?:\|.*\n)+)", page, re.MULTILINE)
    found = {name: dict(re.findall(r"^\| (.+) \| ([\d,]+) \|$", rows, re.MULTILINE)) for name, rows in tables}
    bounds, settings, sandbox = Bounds(), Settings(schwarm.game("piranhas-2026")), Sandbox()
    real: dict[str, dict[str, float]] = {
        "at the page": {
            "requests of a client in a minute": bounds.requests,
            "new games and uploads of a client in a minute": bounds.games,
            "new games and uploads of all strangers in a minute": bounds.all_games,
            "new games and uploads of all teams and organisers in a minute": bounds.all_games,
            "new studies of a client in an hour": bounds.studies,
            "new studies of all strangers in an hour": bounds.hourly_studies,
            "new studies of all teams and organisers in an hour": bounds.hourly_studies,
            "changes to studies by a client in a minute": bounds.study_changes,
            "new tokens of a client in an hour": bounds.tokens,
            "new tokens of all clients in an hour": bounds.hourly_tokens,
            "tokens of a visitor": tokens.MAX_OWN,
            "tokens": tokens.MAX_TOKENS,
            "looks at walls that are worked out for a client in a minute": bounds.walls,
            "guesses of a client at the token in a minute": bounds.logins,
            "live updates that a client follows": bounds.streams,
            "live updates that one browser follows": bounds.visitor_streams,
            "live updates that are followed in all": bounds.all_streams,
            "bytes of live updates that wait for a slow follower": MAX_UNREAD,
            "connections": bounds.connections,
            "connections from one address": bounds.address_connections,
            "requests of a client that are under way": bounds.address_connections,
            "seconds until the headers are complete": bounds.header_seconds,
            "seconds until a request is complete": bounds.patience,
            f"seconds in which a client must read {bounds.read_bytes // 1024} KB": bounds.unread_seconds,
            "games at the same time": bounds.running,
            "games at the same time that one client began": bounds.running / 2,
            "engines that sit at games": MAX_ENGINES,
            "engines at games that one client began": MAX_CLIENT_ENGINES,
            "games in the list of those that are on": MAX_LISTED,
            "games of a contest that can be watched at once": MAX_WATCHED,
            "moves of such a game that are told in a second": MAX_MOVES_PER_LOOK / RELAY_EVERY,
            "bytes of a request": bounds.body,
            "bytes of an uploaded file": bounds.upload,
            "bytes of a replay, unpacked": MAX_REPLAY_BYTES,
            "messages in a replay": MAX_MESSAGES,
            "characters of an uploaded game": MAX_RECORD_LENGTH,
            "uploads of a client that are on their way or worked on": bounds.client_uploads,
            "uploads that are on their way or worked on": bounds.all_uploads,
            "uploaded games that are kept": bounds.uploads,
            "bytes of a study": bounds.study,
            "studies that are kept": bounds.all_studies,
            "seconds of the processor for an uploaded file": READ.max_seconds,
            "pixels of a picture's width": MAX_WIDTH,
            "PNG pictures that wait": PAINT.max_waiting,
            "seconds of the processor for a PNG picture": PAINT.max_seconds,
            "pixels of a GIF picture's width": MAX_GIF_WIDTH,
            "positions in a GIF picture": MAX_FRAMES,
            "GIF pictures that wait": ANIMATE.max_waiting,
            "seconds of the processor for a GIF picture": ANIMATE.max_seconds,
            "bytes of pictures that are kept": MAX_CACHED_BYTES,
            "megabytes of memory of the process that draws and reads": MAX_WORK_MEGABYTES,
            "searches of the engine for a client that wait": QUEUE,
            "searches of the engine that wait in all": MAX_WAITING,
        },
        "in a league": {
            "leagues": actions.MAX_LEAGUES,
            "teams": contract.MAX_TEAMS,
            "browsers that one code is known in": MAX_SESSIONS,
            "bytes of a zip": league_service.MAX_ZIP_BYTES,
            "bytes of all versions of a team": league_service.MAX_TEAM_BYTES,
            "versions of a team": league_service.MAX_VERSIONS,
            "versions of a team that wait to be checked": league_service.MAX_WAITING,
            "versions of a team in an hour": league_service.MAX_HAND_INS_PER_HOUR,
            "characters of what bots printed and noted": league_play.MAX_OUTPUT_LENGTH,
            "clients of a team that wait for a game": home_games.MAX_CLIENTS,
            "reservations that are looked up at the same time": home_games.MAX_LOOKUPS,
            "zips that are on their way": hand_in.MAX_AT_ONCE,
            "seconds until a zip is here": hand_in.MAX_SECONDS,
            "seconds of a check": check.MAX_CHECK_SECONDS,
        },
        "at the game server": {
            "connections": settings.max_connections,
            "connections from one address": settings.max_per_address,
            "games at the same time": settings.max_rooms,
            "games of one client at the same time": MAX_ROOMS_PER_CLIENT,
            "games that clients of one address have opened": settings.max_per_address,
            "games of clients that are kept": MAX_CLIENT_GAMES,
            "bytes of a message": MAX_MESSAGE_BYTES,
            "nested elements": DEEPEST,
            "seconds for a message": MAX_SECONDS_PER_MESSAGE,
            "bytes that a client leaves unread": MAX_UNREAD_BYTES,
            "wrong passwords": MAX_PASSWORD_TRIES,
        },
        "a bot of a contest": {
            "bytes of memory": sandbox.memory,
            "processes": sandbox.processes,
            "connections to the referee until it sits": MAX_GUESTS,
            "bytes of files": sandbox.disk,
            "files in its home, and in its /tmp and /dev/shm": supervisor.MAX_FILES,
            "timers, and signals that wait": entry.MAX_PENDING,
            "bytes of a zip, unpacked": bot_files.MAX_UNPACKED_BYTES,
            "files and folders in a zip": bot_files.MAX_FILES,
            "seconds of the processor in a game while it is not asked": MAX_SECONDS_WHILE_HELD,
        },
    }
    assert found == {name: {row: f"{figure:,.0f}" for row, figure in rows.items()} for name, rows in real.items()}
    assert bounds.window == 60
    assert f"after {RESERVED_FILES} for everything" in page


def test_who_may_do_what_in_a_league_is_told_as_it_is(root: Path) -> None:
    page = (root / "docs" / "security.md").read_text(encoding="utf-8")
    found = re.search(r"^\| in a league \| (guest.*) \|\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert found
    roles = [Role(name) for name in found[1].split(" | ")]
    told = {}
    for line in found[2].splitlines():
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        told[Permission(name)] = {role for role, cell in zip(roles, cells, strict=True) if cell == "yes"}
    assert told == {permission: set(roles) for permission, roles in MAY.items()}
    assert set(MAY) == set(Permission)
