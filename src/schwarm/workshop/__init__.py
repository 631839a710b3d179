"""Where bots are made: what this machine offers."""
