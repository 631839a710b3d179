"""Verbs of the old style, until all are decorated."""

import click

from schwarm.cli.verb import VerbGroup as Group
from schwarm.cli.verb import language_option
from schwarm.words import say


class VerbGroup(Group):
    def __init__(self, name: str, *, help: str, subcommand_metavar: str = "") -> None:
        super().__init__(name, help=help)

    def add_verb(self, verb: click.Command) -> None:
        verb.params.append(language_option())
        verb.options_metavar = say("[OPTIONS]")
        verb.short_help = (verb.help or "").partition("\n\n")[0]
        self.add_command(verb)
