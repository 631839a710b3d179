"""The live service of a page's process, while the games themselves are played in another one.

A game that somebody follows is followed once, however many look at it here (`GameMirror`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Generic, TypeVar

from schwarm.games import State
from schwarm.games.record import Record
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.web.live.commands import Command
from schwarm.web.live.contract import AskedBotJson, KeyJson, LiveGameJson, StatusJson, VisitorJson
from schwarm.web.live.live_service import Invitation, LiveService, Part, RelayedGame
from schwarm.web.live.spectators import Spectators
from schwarm.web.processes.game_mirror import GameMirror, ListMirror
from schwarm.web.processes.live_calls import command_facts, relayed_facts
from schwarm.web.processes.live_link import MAX_SECONDS_TO_ANSWER, LiveLink
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.contract import DoneJson
from schwarm.words import language

KEEP_SECONDS = 5.0
"""Seconds for which a game is still followed after the last one here has looked away."""

M = TypeVar("M", bound=GameMirror | ListMirror)


class _Followed(Generic[M]):
    """A mirror, and whether it knows how things stand."""

    def __init__(self, mirror: M) -> None:
        self.mirror = mirror
        self.number = 0
        self.known: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def take(self, text: str) -> None:
        self.mirror.take(text)
        if not self.known.done():
            self.known.set_result(True)

    def end(self) -> None:
        """There is nothing to follow any more, or never was."""
        if not self.known.done():
            self.known.set_result(False)
        self.mirror.feed.close()


class RemoteLiveService(LiveService):
    """Passes on what is asked, and tells here what is told there."""

    def __init__(self, link: LiveLink) -> None:
        self._link = link
        self._games: dict[tuple[str, str], _Followed[GameMirror]] = {}
        self._lists: dict[str, _Followed[ListMirror]] = {}
        self._spectators: dict[str, Spectators] = {}

    # -- commands and questions --------------------------------------------------------------------------

    async def begin(self, wish: Mapping[str, Any], visitor: Visitor) -> str:
        key: str = await self._link.ask("begin", wish=wish, visitor=asdict(visitor))
        return key

    async def handle(self, key: str, visitor: Visitor, command: Command) -> DoneJson | KeyJson:
        # Both processes have the same monotonic clock, so that a move keeps the time at which it arrived.
        done: DoneJson | KeyJson = await self._link.ask(
            "handle", key=key, visitor=asdict(visitor), command=command_facts(command)
        )
        return done

    async def snapshot(self, key: str) -> LiveGameJson | None:
        followed = self._games.get((key, language()))
        if followed is not None and followed.known.done() and followed.known.result():
            return followed.mirror.snapshot()
        found: LiveGameJson | None = await self._link.ask("snapshot", key=key)
        return found

    async def status(self, key: str) -> StatusJson | None:
        found: StatusJson | None = await self._link.ask("status", key=key)
        return found

    async def record(self, key: str) -> Record | None:
        text: str | None = await self._link.ask("record", key=key)
        return Record.parse(text) if text is not None else None

    async def part_of(self, key: str, visitor: Visitor) -> Part | None:
        found: Part | None = await self._link.ask("part_of", key=key, visitor=asdict(visitor))
        return found

    async def invitation(self, code: str) -> Invitation | None:
        found: Invitation | None = await self._link.ask("invitation", code=code)
        return found

    async def log(self, key: str, turn: int) -> str | None:
        said: str | None = await self._link.ask("log", key=key, turn=turn)
        return said

    async def ask_bot(self, player: str, state: State) -> AskedBotJson:
        where = {"game": state.game.id, "rules": state.game.rules, "position": str(state)}
        answer: AskedBotJson = await self._link.ask("ask_bot", player=player, **where)
        return answer

    async def relay(self, teller: str, games: Sequence[RelayedGame]) -> None:
        await self._link.ask("relay", teller=teller, games=relayed_facts(games))

    async def forget_relayed(self, events: Sequence[str]) -> None:
        await self._link.ask("forget_relayed", events=list(events))

    async def show_exhibition(self) -> LiveGameJson | None:
        found: LiveGameJson | None = await self._link.ask("show_exhibition")
        return found

    # -- events ------------------------------------------------------------------------------------------

    async def follow(self, key: str, lang: str, you: VisitorJson) -> AsyncIterator[bytes] | None:
        followed = await self._follow(self._games, (key, lang), key, lang, GameMirror)
        if followed is None:
            return None
        messages = followed.mirror.follow(lang, you)
        return messages if you["mine"] else self._count(key, messages)

    async def follow_all(self, lang: str) -> AsyncIterator[bytes]:
        followed = await self._follow(self._lists, lang, None, lang, ListMirror)
        # Where there is no list, the other process has ended, and so will this one.
        return followed.mirror.follow(lang) if followed else ListMirror().follow(lang)

    async def _follow(
        self, all_followed: "dict[Any, _Followed[M]]", name: object, key: str | None, lang: str, kind: Callable[[], M]
    ) -> "_Followed[M] | None":
        """What is followed already, or from now on; None if there is nothing to follow."""
        followed = all_followed.get(name)
        if followed is None:
            followed = all_followed[name] = _Followed(kind())

            def over(ended: "_Followed[M]" = followed) -> None:
                if all_followed.get(name) is ended:
                    self._drop(all_followed, name)
                ended.end()

            followed.number = self._link.follow(key, lang, followed.take, over)
            asyncio.get_running_loop().call_later(KEEP_SECONDS, self._leave_if_alone, all_followed, name, followed)
        try:
            async with asyncio.timeout(MAX_SECONDS_TO_ANSWER):
                known = await asyncio.shield(followed.known)
        except TimeoutError as error:
            raise Refused(TOO_MANY(), 503) from error
        return followed if known else None

    def _leave_if_alone(self, all_followed: "dict[Any, _Followed[M]]", name: object, followed: "_Followed[M]") -> None:
        """Follow it no longer than somebody here does."""
        if all_followed.get(name) is not followed:
            return
        if len(followed.mirror.feed) or not followed.known.done():
            asyncio.get_running_loop().call_later(KEEP_SECONDS, self._leave_if_alone, all_followed, name, followed)
        else:
            self._drop(all_followed, name)
            self._link.leave(followed.number)

    def _drop(self, all_followed: "dict[Any, _Followed[M]]", name: object) -> None:
        del all_followed[name]
        shown = {key for key, _ in self._games}
        for key in [key for key in self._spectators if key not in shown]:
            del self._spectators[key]

    def _count(self, key: str, messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Count one more spectator, in whichever language."""
        spectators = self._spectators.get(key)
        if spectators is None:
            spectators = self._spectators[key] = Spectators(lambda: self._tell_spectators(key))
        return spectators.count(messages)

    def _tell_spectators(self, key: str) -> None:
        spectators = self._spectators.get(key)
        self._link.tell_spectators(key, spectators.number if spectators else 0)
