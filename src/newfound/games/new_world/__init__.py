"""New World."""
