"""What the search thinks a position is worth: numbers fitted to the outcomes of games that it played with itself.

A logistic regression over the starts of turns in 5,500 games; 100 multiply the odds of winning by e. How they are
put together is in `core.evaluate`.
"""

from typing import Final

# Rows that the ball is ahead, 0 to 11; each: nobody touches it, only the other side, only who moves, both
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
# Rows ahead of the ball, -4 to 4; each: columns aside, 0 to 3. A piece's worth to its side
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
# The ball can be pushed ahead: 0, 1, 2 or more pieces where a second push would come from; the same for the other
# side; who moves, and the other side, touch the ball with several pieces; bound in a scrum, in a scrum but not
# bound, two exits
FLAGS: Final = (
    *(-7, 12, 21, 22),
    *(12, -1, -3, -4),
    *(9, 3, -57, 28, 5),
)

WEIGHTS: Final = (*BALL, *PIECES, *FLAGS)
