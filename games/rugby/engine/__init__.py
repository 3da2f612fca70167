"""The search behind the automatic rugby players, plain or compiled by numba."""
