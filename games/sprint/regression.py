"""Logistic regression: the chance of a yes as a function of a few figures, fitted to what really happened."""

from collections.abc import Sequence
from math import exp

Row = tuple[Sequence[float], bool]  # figures, and whether it was a yes

_ROUNDS = 8  # of Newton's method; it settles after five or six
_RIDGE = 0.05  # keeps weights finite where figures decide everything


def fitted(rows: Sequence[Row]) -> tuple[float, ...]:
    """The weight of each figure."""
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [-_RIDGE * weight for weight in weights]
        curve = [[_RIDGE * (one == other) for other in range(size)] for one in range(size)]
        for figures, yes in rows:
            chance = probability(weights, figures)
            spread = chance * (1 - chance)
            for one, figure in enumerate(figures):
                slope[one] += (yes - chance) * figure
                row, share = curve[one], spread * figure
                for other in range(one + 1):
                    row[other] += share * figures[other]
        step = _solved([[curve[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)], slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return tuple(weights)


def probability(weights: Sequence[float], figures: Sequence[float]) -> float:
    score = sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def _solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Gauss's elimination; the matrix is positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found
