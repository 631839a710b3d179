"""The game loop and the game server. Seats players, asks, times, rules, and emits records; never stores them."""

from schwarm.referee.room import Room
from schwarm.referee.seat import Limits, Occupant, Seat

__all__ = ["Limits", "Occupant", "Room", "Seat"]
