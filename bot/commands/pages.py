"""A whole table at once, for places that show everything: the web table, Slack's App Home."""

from collections.abc import Sequence
from contextlib import suppress

from bot.commands.calls import Call
from bot.commands.game_queries import private_answer
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.messages import Called, Chair, Page, Person, Reply, Request
from bot.ports import StoredEvent
from bot.table.catalogue import Invocation
from bot.table.journal import decode
from bot.table.model import Refused
from bot.table.narration import paragraphs
from games.api import AnyGame


async def page(live: LiveTable, thinker: Thinker, person: Person | None) -> Page:
    """The whole table as this person sees it, without its story: that is `feed`."""
    held = await _held(live, thinker, person) if person else ()  # the only await: the rest is one moment
    standing, names = live.standing, live.names
    game, table = standing.game, standing.table
    seat = live.seat_of(person) if person else None
    awaited = {other.id for other in live.awaited}
    waiting = set(game.awaits(standing.state)) if standing.playing and standing.state is not None else set()
    hosts = {seating.seat for seating in live.people if seating.host}
    reply = live.reply(live.situation(), seat=seat, private=person is not None, board=False)
    return Page(
        table=live.id,
        sequence=standing.sequence,
        game=game.key,
        title=game.title,
        phase=table.phase,
        rooms=tuple(live.rooms),
        chairs=tuple(
            Chair(name, table.seats[at] == "automatic", at in hosts, at in waiting) for at, name in enumerate(names)
        ),
        seat=seat,
        host=person is not None and live.is_host(person),
        awaited=person is not None and person.id in awaited,
        reply=reply,
        board=live.board(seat),
        chart=live.chart(seat),
        held=held,
        pin=live.pin,
    )


async def _held(live: LiveTable, thinker: Thinker, person: Person) -> tuple[Reply, ...]:
    """What this person holds: the answers to queries that have a button."""
    held: list[Reply] = []
    for command in live.standing.game.commands:
        if command.is_query and command.button:
            request = Request("", "", person, Called(command.name))
            with suppress(Refused):  # before the game, or while the automatic player has the seat
                held.append(await private_answer(thinker, Call(request, Invocation(command, {}), live)))
    return tuple(held)


def feed(game: AnyGame, rows: Sequence[StoredEvent]) -> tuple[tuple[int, str], ...]:
    """What happened, in paragraphs; no paragraph goes beyond what one request caused."""
    story: list[tuple[int, str]] = []
    batch: list[StoredEvent] = []
    for at, row in enumerate(rows):
        batch.append(row)
        if at + 1 == len(rows) or rows[at + 1].request is not None:
            events = [decode(each.kind, each.payload, game) for each in batch]
            story += [(row.sequence, paragraph) for paragraph in paragraphs(events, game)]
            batch = []
    return tuple(story)
