"""Games and positions to learn from: stored games, analysis, review, rules."""
