"""The arena as a page: play, watch, replay and understand games in a browser.

`page` makes the web application around a referee and a store; its libraries are an extra and are imported when a page
is made. There is one game loop, the referee's: a person at a page is a seat in its rooms.
"""

from schwarm.web.errors import NoPage

__all__ = ["NoPage"]
