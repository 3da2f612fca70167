"""Pictures of exported games: one moment, or the whole game as an animation."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from bot.live.table import seat_names
from bot.pictures import fonts
from bot.table.export import BrokenExport, Export, steps
from bot.table.journal import Standing
from bot.table.narration import sentence
from games.graphics.drawing import Drawing

Progress = Callable[[int, int], None]  # frames done, of so many

SECONDS = 1.0  # per frame
LAST_SECONDS = 4.0
MAX_FRAMES = 1000  # of a film; a long game has two hundred
FORMATS = (".gif", ".apng", ".png")


def names_at(standing: Standing, given: Sequence[str]) -> tuple[str, ...]:
    """The given names by seat, with invented ones for the rest: files don't name people."""
    usual = seat_names(standing.table, ())
    return tuple(given[seat] if seat < len(given) and given[seat] else name for seat, name in enumerate(usual))


def moment(game: Export, at: int | None) -> Standing:
    """The table after event `at`, by default the last. Raises BrokenExport if there's no game to show then."""
    standings = [standing for _, standing in islice(steps(game), None if at is None else max(0, at))]
    if at is not None and not 0 < at <= len(standings):
        raise BrokenExport(f"There is no event {at}; the game has {len(game.events)} events.")
    standing = standings[-1] if standings else None
    if standing is None or standing.state is None:
        raise BrokenExport("The game hasn’t started at that point; choose a later event with --at.")
    return standing


def drawing_at(
    game: Export, at: int | None, seat: int | None, names: Sequence[str] = (), *, chart: bool = False
) -> Drawing:
    standing = moment(game, at)
    seats = len(standing.table.seats)
    if seat is not None and not 0 <= seat < seats:
        raise BrokenExport(f"There is no seat {seat}; seats are 0 to {seats - 1}.")
    view = standing.view(seat)
    people = names_at(standing, names)
    drawing = standing.game.chart(view, people) if chart else standing.game.draw(view, people)
    if drawing is None:
        raise BrokenExport(f"{standing.game.title} has no chart.")
    return drawing


def frames(game: Export, names: Sequence[str] = (), *, dark: bool = False, most: int = MAX_FRAMES) -> Iterator[str]:
    """The board as SVG after each paragraph of the story, if it has changed; of a very long game, only some of them."""
    total = sum(1 for _ in _paragraphs(game))
    every = max(1, -(-total // most))
    shown: str | None = None
    for number, standing in enumerate(_paragraphs(game), start=1):
        earlier = shown
        if number % every == 0 or number == total:
            shown = _board(standing, names, dark=dark)
        if shown is not None and shown != earlier:
            yield shown


def _paragraphs(game: Export) -> Iterator[Standing]:
    """The table at the end of each paragraph, and at the end of the game."""
    before: Standing | None = None
    for event, standing in steps(game):
        if before is not None and before.state is not None and sentence(event, standing.game, None) == "":
            yield before
        before = standing
    if before is not None:
        yield before


def _board(standing: Standing, names: Sequence[str], *, dark: bool) -> str | None:
    if standing.state is None:
        return None
    view = standing.view(None)
    return standing.game.draw(view, names_at(standing, names)).svg(dark=dark, has=fonts.has)


def film(svgs: Iterable[str], out: Path, scale: float = 1.0, progress: Progress | None = None) -> None:
    """Write an animation in the format of the file's extension."""
    from bot.pictures.animation import Frames, animate  # noqa: PLC0415  # slow to import, and only this command needs it

    if out.suffix.lower() not in FORMATS:
        raise BrokenExport(f"The file has to end in .gif or .apng, not in “{out.suffix[:20]}”.")
    boards = Frames(svgs, scale)
    if not len(boards):
        raise BrokenExport("There is nothing to show: this game has no boards.")
    animate(boards, SECONDS, LAST_SECONDS, out, progress)
