"""All scenes of `benchmarks/growth.py`."""

from benchmarks.growing import contests, crowds, leagues, playing, stored_games

SCENES = (*contests.SCENES, *leagues.SCENES, *stored_games.SCENES, *playing.SCENES, *crowds.SCENES)
