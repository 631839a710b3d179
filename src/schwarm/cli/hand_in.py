"""`schwarm hand-in`: a bot goes to a league on a page, and what the check there found comes back."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from schwarm.cli.options import PATH
from schwarm.cli.verb import argument, option, verb
from schwarm.words import SchwarmError, Sentence, excerpt, language, say, trouble

CODE = "SCHWARM_LEAGUE_CODE"
LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 60.0


class NotHandedIn(SchwarmError):
    """A bot did not get to its league."""


class NotHeard(NotHandedIn):
    """No page answers."""


@verb(
    Sentence("Hand in a bot to a league on a Schwarm page, and show what the check there found."),
    Sentence(
        "BOT is its folder, which is packed first, or a zip file. Exit code 1 means that it did not pass the check."
    ),
)
@argument("bot", metavar="BOT", type=PATH)
@option(
    "--to",
    "address",
    required=True,
    metavar=Sentence("ADDRESS"),
    help=Sentence("The page's address, such as http://192.168.1.5:8000."),
)
@option(
    "--code",
    metavar="CODE",
    help=Sentence(
        "Your team's code; better in the environment variable {name}, where nobody else on this computer sees it."
    )(name=CODE),
)
def hand_in(*, bot: Path, address: str, code: str | None) -> None:
    from schwarm.cli.screen import tell

    code = code or os.environ.get(CODE)
    if not code:
        raise NotHandedIn(NO_CODE(name=CODE))
    server = LeaguePage(address)
    entered = server.ask("/api/v1/leagues/enter", {"code": code})
    if not entered.keys() >= {"league", "team"}:
        raise NotHeard(NO_PAGE(address=server.address, error=SOMETHING_ELSE))
    if not entered["team"]:
        raise NotHandedIn(ORGANISERS_CODE())
    if entered.get("closed"):
        raise NotHandedIn(SAID(text=str(entered["closed"])))
    if bot.is_dir():
        from schwarm.workshop.packing import pack

        parcel = pack(bot, None, tell=tell)
        tell(parcel.message, whole=True)
        bot = parcel.path
    if not bot.is_file():
        raise NotHandedIn(NO_BOT(path=bot))
    where = f"/api/v1/leagues/{entered['league']}/versions"
    found = server.send(where, bot)
    tell(HANDED_IN(team=entered["team"], title=entered["title"], file=bot.name, number=found["number"]))
    ready = _follow(server, f"{where}/{found['number']}", found["number"])
    if ready:
        tell(say("See how it plays: {address}", address=f"{server.address}/leagues/{entered['league']}"), whole=True)
    sys.exit(0 if ready else 1)


def _follow(server: "LeaguePage", path: str, number: int) -> bool:
    """Tell what happens to a version until it is checked; gives whether it plays now."""
    from schwarm.cli.screen import tell

    said, heard = "", time.monotonic()
    while True:
        try:
            found = server.ask(path)
        except NotHeard as error:
            # The version is there already: wait for a page that restarts, or a network that comes and goes.
            if time.monotonic() - heard > PATIENCE_SECONDS:
                raise NotHandedIn(OUT_OF_SIGHT(number=number, address=server.address)) from error
            time.sleep(LOOK_SECONDS)
            continue
        heard = time.monotonic()
        if found["state"] != "waiting":
            break
        if found["sentence"] != said:
            said = found["sentence"]
            tell(said)
        time.sleep(LOOK_SECONDS)
    signs = {"good": ("✓", None), "hint": ("!", "yellow"), "fault": ("✗", "red")}
    for finding in found["findings"]:
        sign, style = signs.get(finding["weight"], ("", None))
        tell(f"{sign} {finding['text']}", style=style)
    tell(found["sentence"])
    return bool(found["state"] == "ready")


class LeaguePage:
    """A page with leagues, spoken to over HTTP; remembers who we are."""

    def __init__(self, address: str) -> None:
        try:
            parts = urlsplit(address if "://" in address else f"http://{address}")
            self._host, self._port = parts.hostname or "", parts.port
            # As it is looked up: what cannot be a name is refused here. Blanks and the like only http would refuse.
            said = self._host.encode("idna").decode()
        except ValueError as error:
            raise NotHandedIn(NO_ADDRESS(address=excerpt(address))) from error
        if parts.scheme not in ("http", "https") or not said or not said.isprintable() or " " in said:
            raise NotHandedIn(NO_ADDRESS(address=excerpt(address)))
        self._secure = parts.scheme == "https"
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._cookies: dict[str, str] = {}

    def ask(self, path: str, fields: dict[str, Any] | None = None) -> Any:
        import json

        body = None if fields is None else json.dumps(fields).encode()
        return self._request("GET" if body is None else "POST", path, body, {})

    def send(self, path: str, file: Path) -> Any:
        return self._request("POST", path, file.read_bytes(), {"X-File-Name": quote(os.fsencode(file.name))})

    def _request(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Any:
        import json
        from http.client import HTTPConnection, HTTPException, HTTPSConnection

        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._host, self._port, timeout=PATIENCE_SECONDS)
        sent = {"X-Schwarm": "page", "Accept-Language": language(), **headers}
        if self._cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            # Who says no before everything was read has a sentence that is there to be heard.
            with suppress(BrokenPipeError):
                connection.request(method, path, body, sent)
            answer = connection.getresponse()
            told = json.loads(answer.read())
        except (OSError, HTTPException, ValueError) as error:
            # Who hangs up without a word is both of the first two, and has no words of ours.
            heard = isinstance(error, HTTPException) or not isinstance(error, OSError)
            why = SOMETHING_ELSE if heard else trouble(error)
            raise NotHeard(NO_PAGE(address=self.address, error=why)) from error
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        if answer.status < 300 and isinstance(told, dict):
            return told
        refusal = told.get("error") if answer.status >= 400 and isinstance(told, dict) else None
        if isinstance(refusal, dict) and "sentence" in refusal:
            raise NotHandedIn(SAID(text=str(refusal["sentence"])))
        raise NotHeard(NO_PAGE(address=self.address, error=SOMETHING_ELSE))


NO_BOT = Sentence("{path} is not a bot; name a folder with a start.sh, or a zip file.")
NO_CODE = Sentence("Name your team's code with --code, or in the environment variable {name}.")
ORGANISERS_CODE = Sentence("That code is an organiser's; hand in with the code of your team.")
NO_PAGE = Sentence("{address} does not answer like a page of Schwarm ({error}); look at the address again.")
SOMETHING_ELSE = Sentence("something else answers there")
OUT_OF_SIGHT = Sentence(
    "Version {number} is handed in, but {address} does not answer any more; when it does, your team's page says what "
    "the check found."
)
NO_ADDRESS = Sentence("“{address}” is not the address of a page; write it like http://192.168.1.5:8000.")
HANDED_IN = Sentence("{team} in “{title}”: {file} is handed in as version {number}.")
SAID = Sentence("{text}")
