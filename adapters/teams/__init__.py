"""Microsoft Teams."""
