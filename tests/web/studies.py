"""Texts that people bring along: a study, and a game whose moves go on after its end."""

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
TEXT = f"""\
Game: piranhas-2026
Start: {START}
Red:
Blue:
Title: Two ways

; Which way?
A4-C4
( The quiet way
  B9-B7 ; [green B9-B7] closer
)
B0-B2
"""

ENDED = """\
Game: ostseeschach-2022
Start: 8/8/8/4s3/3S+4/8/8/R7 0 1:1

a1-b3
e5-d4
"""
PLAYED_ON = f"{ENDED}b3-a1\n"
AFTER_END = "By the rules the game is over at turn 2; the move after that is not judged."
