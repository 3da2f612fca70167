"""Mutation testing: change the rules in one place, run the tests that reach it, and see whether one of them fails.

`python -m tests.mutants` reads `config.py`, tries a fixed sample of mutants and prints the survivors as diffs. Mutants
that can't be killed are listed in `explained.toml`, each with the reason.
"""
