"""The rules of New Haven as tests, clause by clause."""
