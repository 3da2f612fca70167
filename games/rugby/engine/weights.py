"""Weights of the evaluation, fitted to the outcomes of games that the engine played against itself.

A logistic regression over the positions at the start of each turn in 5,500 games; 100 points multiply the odds of
winning by e. `core.evaluate` combines them.
"""

from typing import Final

# By how far the ball has advanced, 0 to 11 rows; each: touched by nobody, the opponent, the side to move, both
BALL: Final = (
    *(-192, -232, -196, -192),
    *(-159, -347, -35, -95),
    *(-100, -127, -42, -42),
    *(-71, -36, -35, -32),
    *(-51, -14, -36, -17),
    *(-18, -3, -18, -3),
    *(1, 2, 3, 14),
    *(60, 11, 15, 33),
    *(93, 13, 65, 49),
    *(101, 13, 231, 87),
    *(165, 36, 343, 164),
    *(192, 245, 232, 192),
)
# A piece's value to its side, by rows ahead of the ball, -4 to 4; each: columns to the side, 0 to 3
PIECES: Final = (
    *(1, 2, 2, -4),
    *(2, 3, 6, -5),
    *(4, 5, 5, -3),
    *(4, 8, 6, -2),
    *(0, 1, 3, -4),
    *(3, 4, 2, -6),
    *(4, 3, 2, -7),
    *(4, 2, 0, -5),
    *(-8, -6, -9, -15),
)
# The ball can be pushed ahead: with 0, 1, 2 or more pieces to push it again; the same for the opponent; the side to
# move touches the ball with several pieces, the opponent does; bound in a scrum, in a scrum but not bound, two exits
FLAGS: Final = (
    *(-7, 12, 21, 22),
    *(12, -1, -3, -4),
    *(9, 3, -57, 28, 5),
)

WEIGHTS: Final = (*BALL, *PIECES, *FLAGS)
