"""The fast part: steps, turns, evaluation and search on plain integers.

Written so that numba can compile it (see `shim.py`). Everything that compiled code depends on is in this one file,
because numba's cache checks only this file's modification time.

A set of cells is a 60-bit integer. `own` are the pieces of the side to move, `opp` the opponent's. A step is packed
into one integer: origin | target << 6 | ball << 12, with NONE for a ball that stays.
"""

from games.rugby import field
from games.rugby.engine.shim import Room, tools_for

# ruff: noqa: PLR0917  compiled functions take positional arguments, and a position has this many parts


_tools = tools_for(__name__)
jit, table, zeros, count_bits = _tools.jit, _tools.table, _tools.zeros, _tools.count_bits

_NEIGHBOURS = table(field.NEIGHBOURS)
_WITHIN2 = table(field.WITHIN2)
_GOALS = table(field.GOALS)
AHEAD, ADVANCED = table(field.AHEAD), table(field.ADVANCED)
FRONT, SUPPORT = table(field.FRONT), table(field.SUPPORT)
_LOWEST = table(field.LOWEST)
_RELATION = table(field.RELATION)
PIECE_KEYS, BALL_KEYS = table(field.PIECE_KEYS), table(field.BALL_KEYS)
MOVED_KEYS, ORIGIN_KEYS, SIDE_KEYS = table(field.MOVED_KEYS), table(field.ORIGIN_KEYS), table(field.SIDE_KEYS)

NONE = 63
MAX_STEPS = 128  # in one position: 7 pieces to 8 cells, and 7 pushes to 8 cells

TWO, ONE, PUSH = 0, 1, 2  # what a turn consists of
OPEN, GOAL, OWN_GOAL, ENCLOSED = 0, 1, 2, 3  # the outcome of a step

WIN = 30000
_NOTHING = -32000  # the turn can't be completed legally


# --- rules -----------------------------------------------------------------------------------------------------------


@jit
def duty(own: int, opp: int, ball: int, first: int) -> int:
    """The kind of turn: PUSH if the side must push in a scrum, ONE on the very first turn, otherwise TWO."""
    free = _NEIGHBOURS[ball] & ~(own | opp)
    if free != 0 and free & (free - 1) == 0 and _NEIGHBOURS[ball] & own != 0:
        return PUSH
    return ONE if first else TWO


@jit
def outcome(own: int, opp: int, ball: int, side: int, ends: int) -> int:
    """The outcome of a step; `ends` says whether it is the last of its turn."""
    ring = _NEIGHBOURS[ball]
    if ring & ~(own | opp) == 0:
        return ENCLOSED
    if (_GOALS[side] >> ball) & 1 and ring & own != 0:
        return GOAL
    if ends and (_GOALS[1 - side] >> ball) & 1 and ring & opp != 0:
        return OWN_GOAL
    return OPEN


@jit
def generate(own: int, opp: int, ball: int, moved: int, pushes: int, out: Room, at: int) -> int:
    """Write the steps of all pieces but the one on `moved`; if `pushes`, only those onto the ball."""
    pieces = own
    if moved != NONE:
        pieces &= ~(1 << moved)
    taken = own | opp
    around = _NEIGHBOURS[ball] & ~taken
    left = pieces & _NEIGHBOURS[ball]
    while left != 0:
        bit = left & -left
        left ^= bit
        head = _LOWEST[bit % 67] | ball << 6
        free = around
        while free != 0:
            to = free & -free
            free ^= to
            out[at] = head | _LOWEST[to % 67] << 12
            at += 1
    if pushes:
        return at
    taken |= 1 << ball
    left = pieces
    while left != 0:
        bit = left & -left
        left ^= bit
        origin = _LOWEST[bit % 67]
        free = _NEIGHBOURS[origin] & ~taken
        while free != 0:
            to = free & -free
            free ^= to
            out[at] = origin | _LOWEST[to % 67] << 6 | NONE << 12
            at += 1
    return at


@jit
def turns(own: int, opp: int, ball: int, side: int, first: int, steps: Room, out: Room) -> int:
    """Write all legal turns, five numbers each: both steps (the second may be -1), own pieces, ball, outcome.

    `steps` is scratch memory. The position must not be won already; a blocked scrum has no turns.
    """
    kind = duty(own, opp, ball, first)
    ends = 0 if kind == TWO else 1
    count = generate(own, opp, ball, ball | NONE, 1 if kind == PUSH else 0, steps, 0)
    at = 0
    for index in range(count):
        step = steps[index]
        origin, target, to = step & 63, step >> 6 & 63, step >> 12
        after = own ^ (1 << origin) ^ (1 << target)
        ball_now = ball if to == NONE else to
        result = outcome(after, opp, ball_now, side, ends)
        if result == GOAL or (ends and result != ENCLOSED):
            out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = step, -1, after, ball_now, result
            at += 5
        elif not ends:
            more = generate(after, opp, ball_now, target, 0, steps, MAX_STEPS)
            for other in range(MAX_STEPS, more):
                second = steps[other]
                end = after ^ (1 << (second & 63)) ^ (1 << (second >> 6 & 63))
                ball_end = ball_now if second >> 12 == NONE else second >> 12
                result = outcome(end, opp, ball_end, side, 1)
                if result != ENCLOSED:
                    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = step, second, end, ball_end, result
                    at += 5
    return at // 5


# --- evaluation ------------------------------------------------------------------------------------------------------

# A search's working memory (`room`) is a single array: numba passes one faster than ten.
NODES, LIMIT, STOPPED, MASK, SHORT, PATH_LENGTH = 0, 1, 2, 3, 4, 5
STEP_1, STEP_2, CANDIDATE = 6, 7, 8
DRAWN = 9  # a draw's score, for Blue and for Red
WEIGHTS = 16  # see weights.py
PATH = WEIGHTS + 112  # positions seen twice in the game, then those on the path to this node
_KILLERS = PATH + 256  # two per ply
HISTORY = _KILLERS + 128  # by side, origin, target
_STEPS = HISTORY + 2 * 4096
_WORTH = 64 * MAX_STEPS  # offset from a step to its rating
TABLE = _STEPS + 2 * _WORTH  # transposition table: MASK + 1 pairs of key and value
_MAX_PLIES = 60

# Where the groups of weights.py start
BALL, PIECES, FLAGS = WEIGHTS, WEIGHTS + 48, WEIGHTS + 48 + 36


@jit
def evaluate(own: int, opp: int, ball: int, side: int, room: Room) -> int:  # noqa: C901  a sum with many terms
    """The score for the side to move at the start of its turn; 100 points multiply the odds of winning by e."""
    mine, theirs = 64 * side + ball, 64 - 64 * side + ball
    ring = _NEIGHBOURS[ball]
    taken = own | opp
    touching, touched = count_bits(own & ring), count_bits(opp & ring)
    score = room[BALL + 4 * ADVANCED[mine] + (2 if touching else 0) + (1 if touched else 0)]
    around = 3600 * side + 60 * ball
    left = own
    while left != 0:
        bit = left & -left
        left ^= bit
        score += room[PIECES + _RELATION[around + _LOWEST[bit % 67]]]
    around = 3600 - 3600 * side + 60 * ball
    left = opp
    while left != 0:
        bit = left & -left
        left ^= bit
        score -= room[PIECES + _RELATION[around + _LOWEST[bit % 67]]]
    if touching:
        if FRONT[mine] & ~taken != 0:  # the ball can be pushed ahead, and with support twice
            score += room[FLAGS + min(count_bits(own & SUPPORT[mine]), 3)]
        if touching > 1:
            score += room[FLAGS + 8]
    if touched:
        if FRONT[theirs] & ~taken != 0:
            score += room[FLAGS + 4 + min(count_bits(opp & SUPPORT[theirs]), 3)]
        if touched > 1:
            score += room[FLAGS + 9]
    free = ring & ~taken
    if free & (free - 1) == 0:  # in a scrum, a side that touches the ball must push
        score += room[FLAGS + (10 if touching else 11)]
    elif count_bits(free) == 2:
        score += room[FLAGS + 12]
    return score


@jit
def scores_next(own: int, opp: int, ball: int, side: int, moved: int) -> int:
    """True (1) if one step of a piece other than `moved` scores."""
    ring = _NEIGHBOURS[ball]
    taken = own | opp
    free = ring & ~taken
    movers = own if moved == NONE else own & ~(1 << moved)
    if (_GOALS[side] >> ball) & 1:
        while free & (free - 1) != 0:  # a piece steps beside the ball and another exit remains
            bit = free & -free
            if _NEIGHBOURS[_LOWEST[bit % 67]] & movers != 0:
                return 1
            free ^= bit
        return 0
    free &= _GOALS[side]
    if free == 0:
        return 0
    touching = movers & ring
    while touching != 0:
        bit = touching & -touching
        touching ^= bit
        behind = taken ^ bit | 1 << ball
        left = free
        while left != 0:
            to = left & -left
            left ^= to
            if _NEIGHBOURS[_LOWEST[to % 67]] & ~behind != 0:
                return 1
    return 0


@jit
def scores(own: int, opp: int, ball: int, side: int) -> int:  # noqa: C901  three ways to score, one after the other
    """True (1) if a turn of two steps can score; a few far-fetched ways are left to the search."""
    if ADVANCED[64 * side + ball] < 9:
        return 0
    if scores_next(own, opp, ball, side, ball | NONE):
        return 1
    if ADVANCED[64 * side + ball] == 11:
        return 0
    ring = _NEIGHBOURS[ball]
    taken = own | opp
    touching = own & ring
    ahead = ring & ~taken
    if ADVANCED[64 * side + ball] == 9:
        ahead &= AHEAD[64 * side + ball]
    left = touching
    while left != 0:
        bit = left & -left
        left ^= bit
        after = own ^ bit | 1 << ball
        free = ahead
        while free != 0:
            to = free & -free
            free ^= to
            if scores_next(after, opp, _LOWEST[to % 67], side, ball):
                return 1
    left = touching & FRONT[64 * side + ball]
    while left != 0 and touching & (touching - 1) != 0:  # one makes way, the other pushes
        bit = left & -left
        left ^= bit
        free = _NEIGHBOURS[_LOWEST[bit % 67]] & ~taken & ~(1 << ball)
        while free != 0:
            to = free & -free
            free ^= to
            if scores_next(own ^ bit | to, opp, ball, side, _LOWEST[to % 67]):
                return 1
    return 0


# --- search ----------------------------------------------------------------------------------------------------------


@jit
def rate(at: int, end: int, own: int, opp: int, ball: int, side: int, best: int, ply: int, room: Room) -> None:
    """Order the steps: the best one so far, pushes ahead, steps that refuted other turns, steps towards the ball."""
    advanced = ADVANCED[64 * side + ball]
    near, nearer = _NEIGHBOURS[ball], _WITHIN2[ball]
    for index in range(at, end):
        step = room[index]
        origin, target, to = step & 63, step >> 6 & 63, step >> 12
        if step == best:
            worth = 1 << 40
        elif to != NONE:
            worth = (ADVANCED[64 * side + to] - advanced) * 40000 + 20000
            ring = _NEIGHBOURS[to]
            worth += 3000 * (count_bits(own & ring) - 2 * count_bits(opp & ring))
        else:
            worth = min(room[HISTORY + 4096 * side + 64 * origin + target], 15000)
            if step == room[_KILLERS + 2 * ply] or step == room[_KILLERS + 2 * ply + 1]:
                worth += 16000
            worth += 40 * (
                (near >> target & 1) - (near >> origin & 1) + (nearer >> target & 1) - (nearer >> origin & 1)
            )
        room[_WORTH + index] = worth


@jit
def leaf(own: int, opp: int, ball: int, side: int, ply: int, room: Room) -> int:
    """The score at the start of a turn where the search ends: a win if this turn can score, else the evaluation."""
    if scores(own, opp, ball, side):
        return WIN - ply - 2
    return evaluate(own, opp, ball, side, room)


@jit
def search(  # noqa: C901, PLR0912, PLR0915  one function: calls cost time, and numba needs the recursion in one
    own: int, opp: int, ball: int, side: int, moved: int, origin: int, cells: int,
    depth: int, alpha: int, beta: int, ply: int, room: Room,
) -> int:  # fmt: skip
    """The score for `side`, searched `depth` steps deep. After the first step of a turn, `moved` is the cell of its
    piece, and `origin` the cell it came from unless it pushed the ball."""
    room[NODES] += 1
    if room[NODES] >= room[LIMIT]:
        room[STOPPED] = 1
        return 0
    opening = moved == NONE
    nobody = ball | NONE  # to numba, a plain NONE would be another type, and its cache can't handle recursion with two
    kind = TWO
    if opening:
        if ply > 0:
            for index in range(PATH, PATH + room[PATH_LENGTH]):
                if room[index] == cells:
                    return room[DRAWN + side]
        kind = duty(own, opp, ball, room[SHORT] if ply == 0 else 0)
        if kind == PUSH:
            depth += 1  # few replies with large effects: look one step deeper
        if depth <= 0 or ply >= _MAX_PLIES:
            return leaf(own, opp, ball, side, ply, room)
    lowest = alpha
    best = _NOTHING
    calm = depth <= 0  # quiescence: consider only pushes, or stopping here
    if calm:
        if _NEIGHBOURS[ball] & ~(own | opp) != 0:
            best = -leaf(opp, own, ball, 1 - side, ply + 1, room)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        if _NEIGHBOURS[ball] & own & ~(1 << moved) == 0 and best != _NOTHING:
            return best

    key = cells ^ SIDE_KEYS[side]
    if not opening:
        key ^= MOVED_KEYS[moved] ^ ORIGIN_KEYS[origin]
    place = TABLE + 2 * (key & room[MASK])
    known = 0
    if not calm and room[place] == key:
        entry = room[place + 1]
        known = entry >> 26
        if (entry >> 16 & 255) >= depth and ply > 1:
            value = (entry & 0xFFFF) - 32768
            if value > WIN - 1000:
                value -= ply
            elif value < 1000 - WIN:
                value += ply
            bound = entry >> 24 & 3
            if bound == 0 or (bound == 1 and value >= beta) or (bound == 2 and value <= alpha):
                return value

    at = _STEPS + ply * MAX_STEPS
    end = generate(own, opp, ball, moved, 1 if kind == PUSH or (calm and best != _NOTHING) else 0, room, at)
    rate(at, end, own, opp, ball, side, known, ply, room)
    if opening:
        room[PATH + room[PATH_LENGTH]] = cells
        room[PATH_LENGTH] += 1
    ends = 0 if opening and kind == TWO else 1
    chosen = 0
    tried = 0
    for index in range(at, end):
        pick = index
        for other in range(index + 1, end):
            if room[_WORTH + other] > room[_WORTH + pick]:
                pick = other
        step = room[pick]
        room[pick], room[_WORTH + pick] = room[index], room[_WORTH + index]
        start, target, to = step & 63, step >> 6 & 63, step >> 12
        quiet = to == NONE
        if quiet and start < origin and origin not in (NONE, target):
            continue  # the same two steps in the other order reach the same position
        after = own ^ (1 << start) ^ (1 << target)
        ball_now = ball
        reached = cells ^ PIECE_KEYS[64 * side + start] ^ PIECE_KEYS[64 * side + target]
        if not quiet:
            ball_now = to
            reached ^= BALL_KEYS[ball] ^ BALL_KEYS[to]
        result = outcome(after, opp, ball_now, side, ends)
        if result == GOAL:
            value = WIN - ply - 1
        elif ends and result == ENCLOSED:
            continue
        elif result == OWN_GOAL:
            value = ply + 1 - WIN
        else:
            less = 0
            if tried >= 3 and depth >= 2 and quiet and ply > 0:
                less = 1 if tried < 10 else 2
            value = alpha + 1
            if tried > 0:  # probably no better: search with a null window, and less deep if late in the order
                if ends:
                    value = -search(
                        opp,
                        after,
                        ball_now,
                        1 - side,
                        nobody,
                        nobody,
                        reached,
                        depth - 1 - less,
                        -alpha - 1,
                        -alpha,
                        ply + 1,
                        room,
                    )
                else:
                    value = search(
                        after, opp, ball_now, side, target, start if quiet else nobody, reached,
                        depth - 1 - less, alpha, alpha + 1, ply + 1, room,
                    )  # fmt: skip
            if value > alpha and (tried == 0 or less > 0 or value < beta):
                if ends:
                    value = -search(
                        opp, after, ball_now, 1 - side, nobody, nobody, reached, depth - 1, -beta, -alpha, ply + 1, room
                    )
                else:
                    value = search(
                        after, opp, ball_now, side, target, start if quiet else nobody, reached,
                        depth - 1, alpha, beta, ply + 1, room,
                    )  # fmt: skip
            if room[STOPPED]:
                break
            if value == _NOTHING:
                continue
        tried += 1
        if value > best:
            best = value
            chosen = step
            if ply == 1 and not opening:
                room[CANDIDATE] = step
            if value > alpha:
                alpha = value
                if ply == 0:
                    room[STEP_1] = step
                    room[STEP_2] = -1 if ends or result == GOAL else room[CANDIDATE]
                if value >= beta:
                    break
    if opening:
        room[PATH_LENGTH] -= 1
    if room[STOPPED]:
        return 0
    if best == _NOTHING:
        return room[DRAWN + side] if opening else _NOTHING
    if calm:
        return best
    if best >= beta and chosen >> 12 == NONE:
        room[HISTORY + 4096 * side + (chosen & 63) * 64 + (chosen >> 6 & 63)] += depth * depth
        if room[_KILLERS + 2 * ply] != chosen:
            room[_KILLERS + 2 * ply + 1] = room[_KILLERS + 2 * ply]
            room[_KILLERS + 2 * ply] = chosen
    bound = 1 if best >= beta else 0 if best > lowest else 2
    kept = best + ply if best > WIN - 1000 else best - ply if best < 1000 - WIN else best
    room[place] = key
    room[place + 1] = (kept + 32768) | min(depth, 255) << 16 | bound << 24 | chosen << 26
    return best
