"""Learning: puzzles, one's own mistakes, and the first game."""
