"""What every game and every player shares. No rule of a game, no input or output in here."""
