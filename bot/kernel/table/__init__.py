"""The parts that every table has, whatever the game: pure like a game, no input or output, no clock."""
