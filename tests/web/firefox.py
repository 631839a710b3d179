"""Debian's Firefox, driven by WebDriver BiDi, which it speaks by itself: no driver in between."""

import json
import re
import shutil
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import connect

from patience import LONG, PATIENCE, until

PROGRAM = "firefox-esr"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LEFT_EARLY = "NetworkError when attempting to fetch resource"
"""What Firefox says of a page that is left while it still fetches something."""
PREFERENCES = {
    # Nothing but the pages that a test opens: no update, no first-run page, no question about what was open before.
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "services.settings.server": "data:,",
}


class NoAnswer(Exception):
    """Firefox could not do what it was asked."""


class Firefox:
    """A browser with one tab, from the beginning of the block to its end. `errors` are those of the pages' scripts."""

    def __init__(self, profile: Path, lang: str) -> None:
        self.errors: list[str] = []
        self._profile, self._lang = profile, lang
        self._count = 0
        self._open = ExitStack()

    @staticmethod
    def installed() -> bool:
        return shutil.which(PROGRAM) is not None

    def __enter__(self) -> Self:
        wanted = PREFERENCES | {"intl.accept_languages": self._lang}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items())
        (self._profile / "user.js").write_text("\n".join(lines))
        command = [
            PROGRAM,
            "--headless",
            "--no-remote",
            "--profile",
            str(self._profile),
            "--remote-debugging-port",
            "0",
        ]
        with self._open:
            with (self._profile / "said").open("w") as said:
                process = self._open.enter_context(subprocess.Popen(command, stdout=said, stderr=said))
            self._open.callback(process.terminate)
            until(self._address, what="Firefox listens")
            address = f"{self._address()}/session"
            self._socket = self._open.enter_context(connect(address, max_size=None, open_timeout=PATIENCE))
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self._tab = self._ask("browsingContext.create", type="tab")["context"]
            self._open = self._open.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _address(self) -> str | None:
        found = LISTENING.search((self._profile / "said").read_text(errors="replace"))
        return found[1] if found else None

    def go(self, address: str) -> None:
        """Open a page, and wait until it is there."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression comes to: a text, a number, true or false."""
        answer = self._ask("script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true, also across pages: one that is just being left has no answer."""

        def is_true() -> bool:
            with suppress(NoAnswer):
                return bool(self.evaluate(f"Boolean({expression})"))
            return False

        until(is_true, what=expression)

    def _ask(self, method: str, **params: object) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(LONG))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                text = answer["params"]["text"]
                self.errors += [] if LEFT_EARLY in text else [text]
            if answer.get("id") == self._count:
                if answer["type"] != "success":
                    raise NoAnswer(answer)
                return answer["result"]
