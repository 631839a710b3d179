"""The questions and commands of the live service as plain data, on their way to the process in which games are played.

Each call is written down by the page's process and understood here by the referee's: both sides of the same agreement.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

from schwarm.games import game
from schwarm.games.record import Record
from schwarm.web.live.commands import Command
from schwarm.web.live.live_service import LiveService, RelayedGame
from schwarm.web.shell.access import Visitor

Facts = Mapping[str, Any]
Call = Callable[[LiveService, Facts], Awaitable[Any]]

COMMANDS = {kind.__name__: kind for kind in get_args(Command)}


def command_facts(command: Command) -> dict[str, Any]:
    return {"command": type(command).__name__, **asdict(command)}


def read_command(facts: Facts) -> Command:
    found: Command = COMMANDS[facts["command"]](**{name: facts[name] for name in facts if name != "command"})
    return found


def relayed_facts(games: Sequence[RelayedGame]) -> list[dict[str, Any]]:
    return [{"key": each.key, "steps": [str(step) for step in each.steps]} for each in games]


def _read_relayed(facts: Sequence[Facts]) -> list[RelayedGame]:
    return [RelayedGame(each["key"], tuple(map(Record.parse, each["steps"]))) for each in facts]


async def _begin(service: LiveService, facts: Facts) -> object:
    return await service.begin(facts["wish"], Visitor(**facts["visitor"]))


async def _handle(service: LiveService, facts: Facts) -> object:
    return await service.handle(facts["key"], Visitor(**facts["visitor"]), read_command(facts["command"]))


async def _snapshot(service: LiveService, facts: Facts) -> object:
    return await service.snapshot(facts["key"])


async def _status(service: LiveService, facts: Facts) -> object:
    return await service.status(facts["key"])


async def _record(service: LiveService, facts: Facts) -> object:
    record = await service.record(facts["key"])
    return None if record is None else str(record)


async def _part_of(service: LiveService, facts: Facts) -> object:
    return await service.part_of(facts["key"], Visitor(**facts["visitor"]))


async def _invitation(service: LiveService, facts: Facts) -> object:
    return await service.invitation(facts["code"])


async def _log(service: LiveService, facts: Facts) -> object:
    return await service.log(facts["key"], facts["turn"])


async def _ask_bot(service: LiveService, facts: Facts) -> object:
    known = game(facts["game"], facts["rules"])
    return await service.ask_bot(facts["player"], known.parse(facts["position"]))


async def _relay(service: LiveService, facts: Facts) -> object:
    await service.relay(facts["teller"], _read_relayed(facts["games"]))
    return None


async def _forget_relayed(service: LiveService, facts: Facts) -> object:
    await service.forget_relayed(facts["events"])
    return None


async def _show_exhibition(service: LiveService, facts: Facts) -> object:
    return await service.show_exhibition()


CALLS: dict[str, Call] = {
    "begin": _begin,
    "handle": _handle,
    "snapshot": _snapshot,
    "status": _status,
    "record": _record,
    "part_of": _part_of,
    "invitation": _invitation,
    "log": _log,
    "ask_bot": _ask_bot,
    "relay": _relay,
    "forget_relayed": _forget_relayed,
    "show_exhibition": _show_exhibition,
}
