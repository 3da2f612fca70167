"""Scrum Table's service: a kernel, features, what operators need, and the command line."""
