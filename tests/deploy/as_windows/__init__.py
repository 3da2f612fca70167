"""A folder for PYTHONPATH, whose `sitecustomize` makes Python behave as on Windows."""
