"""Where bots are made: a folder to begin with, a check-up, and what this machine offers."""
