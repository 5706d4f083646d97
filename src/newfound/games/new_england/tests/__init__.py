"""The tests of New England, named after its clauses."""
