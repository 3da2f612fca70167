"""Tables in memory: who sits there, which rooms show them, which clocks run."""
