"""Sentences that click says and that people read on Schwarm's screen.

click asks gettext for them; they are listed here so that our catalogue has their German.
"""

from schwarm.words.sentence import Sentence

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
    Sentence("file"),
    Sentence("path"),
)
