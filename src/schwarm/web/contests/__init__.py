"""Contests on the page: the form, the run, the scoreboard."""
