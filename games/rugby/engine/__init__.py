"""The search behind the automatic players, in plain Python or compiled by numba."""
