"""Matches, tournaments and whole seasons: who meets whom, what came out, how sure that is, and pages to show it.

Contests are values (`match`, `tournament`, `season`), a `runner` has them played by a crew here (`crew`) or on many
machines (`cluster`) and writes them down (`ledger`). Knows no terminal and no server.
"""
