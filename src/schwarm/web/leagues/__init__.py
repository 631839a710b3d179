"""Leagues: who takes part, handing in, ratings."""
