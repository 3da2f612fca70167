"""Pictures of exported games: one moment, or the whole game as an animation."""

import io
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from bot.live.table import seat_names
from bot.pictures import fonts
from bot.pictures.png import rasterise
from bot.table.export import BrokenExport, Export, steps
from bot.table.journal import Standing
from bot.table.narration import sentence
from games.graphics.drawing import Drawing

SECONDS = 1.0  # per frame
LAST_SECONDS = 4.0
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
    view = standing.game.view(standing.state, seat)
    people = names_at(standing, names)
    drawing = standing.game.chart(view, people) if chart else standing.game.draw(view, people)
    if drawing is None:
        raise BrokenExport(f"{standing.game.title} has no chart.")
    return drawing


def frames(game: Export, names: Sequence[str] = (), *, dark: bool = False) -> Iterator[str]:
    """The board as SVG after each paragraph of the story, if it has changed."""
    shown: str | None = None
    before: Standing | None = None
    for event, standing in steps(game):
        if before is not None and sentence(event, standing.game, None) == "":
            shown, earlier = _board(before, names, dark=dark), shown
            if shown is not None and shown != earlier:
                yield shown
        before = standing
    last = _board(before, names, dark=dark) if before else None
    if last is not None and last != shown:
        yield last


def _board(standing: Standing, names: Sequence[str], *, dark: bool) -> str | None:
    if standing.state is None:
        return None
    view = standing.game.view(standing.state, None)
    return standing.game.draw(view, names_at(standing, names)).svg(dark=dark, has=fonts.has)


def film(svgs: Sequence[str], out: Path, scale: float = 1.0) -> None:
    """Write an animation in the format of the file's extension."""
    from PIL import Image  # noqa: PLC0415  # slow to import, and only this command needs it

    if out.suffix.lower() not in FORMATS:
        raise BrokenExport(f"The file has to end in .gif or .apng, not in “{out.suffix[:20]}”.")
    if not svgs:
        raise BrokenExport("There is nothing to show: this game has no boards.")
    pictures = [Image.open(io.BytesIO(rasterise(svg, scale))).convert("RGB") for svg in svgs]
    size = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    sheets = []
    for picture in pictures:
        sheet = Image.new("RGB", size, picture.getpixel((0, 0)))
        sheet.paste(picture)
        # one palette per frame: boards have few colours, so this saves a lot and loses nothing
        sheets.append(sheet.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
    times = [round(1000 * SECONDS)] * (len(sheets) - 1) + [round(1000 * LAST_SECONDS)]
    kind = "GIF" if out.suffix.lower() == ".gif" else "PNG"
    sheets[0].save(out, kind, save_all=True, append_images=sheets[1:], duration=times, loop=0, optimize=True)
