"""Ostseeschach 2022 (document 004): cockles, gulls, starfish and seals on a chess board, towers and ambers."""

from schwarm.games.ostseeschach.explanations import StepRule
from schwarm.games.ostseeschach.pieces import Kind, Piece
from schwarm.games.ostseeschach.season import OSTSEESCHACH_2022
from schwarm.games.ostseeschach.state import Ostseeschach, OstseeschachState

__all__ = ["OSTSEESCHACH_2022", "Kind", "Ostseeschach", "OstseeschachState", "Piece", "StepRule"]
