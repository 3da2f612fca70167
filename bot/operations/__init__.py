"""For the people who run it: logs, metrics, traces, checks."""
