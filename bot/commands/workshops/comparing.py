"""All teams of a workshop side by side."""
