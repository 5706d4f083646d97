"""Matches between people and bots over the network. No rule of a game and no sentence for people in here."""
