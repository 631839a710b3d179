"""Where bots are made: a folder to begin with, and what this machine offers."""
