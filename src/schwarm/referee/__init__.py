"""The game loop and the game server. Seats players, asks, times, rules, and emits records; never stores them."""

from schwarm.referee.room import Occupant, Room, Seat

__all__ = ["Occupant", "Room", "Seat"]
