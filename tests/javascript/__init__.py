"""Unit tests of the web table's JavaScript, and what runs them and checks its types."""
