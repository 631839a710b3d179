"""Numbers between two bounds, as an option takes them."""

from math import isnan
from typing import Any

import click


class NumberRange(click.FloatRange):
    """As click has it, but without `nan`, which is neither below the lower bound nor above the upper one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(repr(str(value)), param, ctx)
        return number
