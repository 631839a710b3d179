"""Damaged input for everything that is read from outside; `make fuzz` runs it."""
