"""Tests that read like the table: named after the clause, a short log or a drawn position, then what is seen."""
