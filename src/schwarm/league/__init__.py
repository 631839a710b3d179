"""A league that always plays: teams hand in their bots, those are checked, meet, and are rated. Knows no page."""
