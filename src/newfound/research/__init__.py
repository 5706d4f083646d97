"""For researchers and bot writers: the arena, and adapters to other interfaces. No rule of any game in here."""
