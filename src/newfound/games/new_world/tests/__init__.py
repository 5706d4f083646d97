"""Tests of New World, named after the clauses."""
