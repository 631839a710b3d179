"""Sentences that click and argparse say and that people read on Schwarm's screen.

Both ask gettext for them; they are listed here so that our catalogue has their German.
"""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager

from schwarm.words.language import DOMAIN, LOCALE, language
from schwarm.words.sentence import Sentence


@contextmanager
def lending() -> Iterator[None]:
    """Inside the block gettext answers from our catalogue, in the language spoken right now.

    Only inside of it: a bot may have a catalogue of its own."""
    domain, chosen = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if chosen is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = chosen


BORROWED = (
    Sentence("Usage:"),
    Sentence("Options"),
    Sentence("Commands"),
    Sentence("Positional arguments"),
    Sentence("Error: {message}"),
    Sentence("Option {name!r} does not take a value."),
    Sentence("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    Sentence("Invalid value: {message}"),
    Sentence("Invalid value for {param_hint}: {message}"),
    Sentence("{value!r} is not a valid {number_type}."),
    Sentence("{value} is not in the range {range}."),
    Sentence("{name} {filename!r} is a directory."),
    Sentence("{name} {filename!r} is not writable."),
    Sentence("{name} {filename!r} does not exist."),
    Sentence("Show this message and exit."),
    Sentence("default: {default}"),
    Sentence("required"),
    Sentence("file"),
    Sentence("path"),
)
FROM_ARGPARSE = (
    Sentence("usage: "),
    Sentence("options"),
    Sentence("positional arguments"),
    Sentence("%(prog)s: error: %(message)s\n"),
    Sentence("argument %(argument_name)s: %(message)s"),
    Sentence("unrecognized arguments: %s"),
    Sentence("expected one argument"),
    Sentence("expected at most one argument"),
    Sentence("expected at least one argument"),
    Sentence("expected %s argument", "expected %s arguments"),
    Sentence("ignored explicit argument %r"),
    Sentence("invalid %(type)s value: %(value)r"),
    Sentence("invalid choice: %(value)r (choose from %(choices)s)"),
    Sentence("not allowed with argument %s"),
    Sentence("one of the arguments %s is required"),
    Sentence("the following arguments are required: %s"),
)
