#!/bin/sh
# Damit startet der Wettbewerb den Bot: start.sh -h RECHNER -p PORT -r RESERVIERUNG
cd "$(dirname "$0")" || exit 1
exec "${SCHWARM_PYTHON:-python3}" bot.py "$@"
