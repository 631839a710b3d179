"""A study as its text."""

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
