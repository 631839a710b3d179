"""Matches, tournaments and whole seasons: who meets whom, what came out, how sure that is, and pages to show it.

Contests are values (`match`, `tournament`, `season`). A `runner` has them played by a `pool`, here (`executors`) or
on many machines (`cluster`), and stores the results (`database_results`). Knows no terminal and no server.
"""
