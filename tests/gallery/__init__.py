"""Pictures on file: every game at the moments that matter. `make gallery` draws them again."""
