"""The mistake in a command line, in one sentence with what would be right."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click

from schwarm.words import Message, Sentence, excerpt

VALUE = re.compile(r"'([^']*)'|(\S+)")
"""How click's sentences about a value begin, in every language."""
EXTRA = re.compile(r"\((.+)\)\.?$")
"""How the one about too many words ends."""


class NoSuchVerb(click.UsageError):
    """A command that is not there."""

    def __init__(self, verb: str, verbs: Iterable[str], ctx: click.Context) -> None:
        super().__init__(verb, ctx)
        self.verbs = tuple(verbs)


def explain_usage_error(error: click.UsageError, command: str) -> Message:
    """The mistake in a command as one message; in click's words where there are none of ours."""
    ctx = error.ctx
    match error:
        case NoSuchVerb():
            return _unknown(NO_COMMAND, error.message, error.verbs, command)
        case click.NoSuchOption():
            return _unknown(NO_OPTION, error.option_name, error.possibilities or (), command)
        case click.MissingParameter() if error.param is not None and ctx is not None:
            return MISSING(what=_name(error.param, ctx), usage=_usage(ctx))
        case click.BadParameter() if error.param is not None and ctx is not None:
            if kind := _kind(error.param.type):
                found = VALUE.match(error.message)
                value = found[1] or found[2] if found else ""
                return BAD_VALUE(name=_name(error.param, ctx), kind=kind, value=excerpt(value or ""))
        case click.UsageError() if ctx is not None and (found := EXTRA.search(error.message)):
            return TOO_MANY(extra=excerpt(found[1]), usage=_usage(ctx))
    return HELP(message=error.format_message().replace("'", "").rstrip("."), command=command)


def _unknown(sentence: Sentence, name: str, known: Iterable[str], command: str) -> Message:
    """Something that is not there: what was meant, or where to look."""
    likely = get_close_matches(name, list(known), 1)
    way = MEANT(likely=likely[0]) if likely else LISTED(command=command)
    return sentence(name=excerpt(name), way=way)


def _name(param: click.Parameter, ctx: click.Context) -> str:
    """What users know a parameter by."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(ctx)


def _usage(ctx: click.Context) -> str:
    return " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])


def _kind(type: "click.ParamType[Any]") -> Message | None:
    """What a parameter takes, if a sentence can say it."""
    match type:
        case click.Choice():
            *others, last = type.choices
            return EITHER(others=", ".join(map(str, others)), last=last)
        case click.IntRange() | click.FloatRange():
            number = WHOLE if isinstance(type, click.IntRange) else NUMBER
            if type.max is None:
                return FROM(number=number, low=_written(type.min))
            return FROM_TO(number=number, low=_written(type.min), high=_written(type.max))
        case click.types.IntParamType():
            return WHOLE()
        case click.types.FloatParamType():
            return NUMBER()
    return None


def _written(number: float | None) -> str:
    """A bound as one may type it: 10000000, not 1e+07."""
    return str(int(number)) if number is not None and number % 1 == 0 else str(number)


NO_COMMAND = Sentence("“{name}” is not a command; {way}")
NO_OPTION = Sentence("“{name}” is not an option here; {way}")
MEANT = Sentence("did you mean “{likely}”?")
LISTED = Sentence("see “{command} --help” for the full list.")
MISSING = Sentence("{what} is missing; usage: {usage}")
TOO_MANY = Sentence("“{extra}” is one argument too many; usage: {usage}")
BAD_VALUE = Sentence("{name} takes {kind}, not “{value}”.")
HELP = Sentence("{message}; see: {command} --help")
EITHER = Sentence("{others} or {last}")
FROM = Sentence("{number} of at least {low}")
FROM_TO = Sentence("{number} from {low} to {high}")
WHOLE = Sentence("a whole number")
NUMBER = Sentence("a number")
