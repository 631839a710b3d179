"""How a team starts its own client for a league, as command lines to copy: they go on game after game."""

from urllib.parse import urlsplit

from starlette.requests import Request

from schwarm.store.leagues import League
from schwarm.web.live.routes import public_address
from schwarm.web.shell.responses import render_part
from schwarm.words import Sentence

PAUSE_SECONDS = 3
"""Between two games, also where a client ends at once."""


def render_commands(request: Request, league: League, code: str) -> str:
    """The command lines for a reservation, as HTML in the language spoken."""
    host = urlsplit(public_address(request)).hostname or "127.0.0.1"
    options = f"--host {host} --port {request.app.state.settings.referee_port} --reservation {code}"
    lines = [
        ("Linux, macOS", f"while true; do ./start.sh {options}; sleep {PAUSE_SECONDS}; done"),
        (
            "Windows (PowerShell)",
            f"while ($true) {{ java -jar mybot.jar {options}; Start-Sleep {PAUSE_SECONDS} }}",
        ),
        (str(IN_AN_IDE()), options),
    ]
    return render_part("home-commands", lines=lines, league=league)


IN_AN_IDE = Sentence(
    "In a development environment, as arguments of your program; it plays one game each time you run it"
)
