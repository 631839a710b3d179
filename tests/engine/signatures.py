"""The signatures of Hecht's search: the number of nodes of a fixed set of searches, game by game."""

SIGNATURES = {
    "piranhas-2026": 410_026,
    "ostseeschach-2022": 113_201,
    "piranhas-2019": 630_000,
}
