"""Where bots are made: a folder to begin with, a check-up, a zip to hand in, and what this machine offers."""
