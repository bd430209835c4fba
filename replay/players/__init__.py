"""Simulated players: they deal, bid, play, announce and keep score by the rules that the judge uses."""
