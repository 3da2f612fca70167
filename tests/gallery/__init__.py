"""The gallery: pictures of every game at its important moments. `make gallery` draws them again."""
