"""The wall: a league or a contest on a projector, by itself and for hours."""
