"""A whole table at once, for places that show everything: the web table, Slack's App Home."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.commands.calls import Call
from bot.commands.game_queries import private_answer
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.messages import Called, Guide, Page, Person, Reply, Request
from bot.ports import StoredEvent
from bot.table.catalogue import Invocation
from bot.table.journal import decode
from bot.table.model import Refused
from bot.table.narration import numbered_paragraphs
from games.api import AnyGame


async def page(live: LiveTable, thinker: Thinker, person: Person | None) -> Page:
    """The whole table as this person sees it, without its story: that is `feed`."""
    held = await _held(live, thinker, person) if person else {}  # the only await: the rest is one moment
    standing = live.standing
    game, table = standing.game, standing.table
    seat = live.seat_of(person) if person else None
    awaited = {other.id for other in live.awaited}
    reply = live.reply(live.situation(), seat=seat, private=person is not None, board=False)
    # the page has its own ways to these
    shown = {*held, *(command.name for command in game.commands if command.advises)}
    return Page(
        table=live.id,
        sequence=standing.sequence,
        game=game.key,
        title=game.title,
        goal=game.goal,
        phase=table.phase,
        rooms=tuple(live.rooms),
        chairs=live.chairs(),
        seat=seat,
        host=person is not None and live.is_host(person),
        awaited=person is not None and person.id in awaited,
        reply=replace(reply, choices=tuple(each for each in reply.choices if each.command not in shown)),
        board=live.board(seat),
        chart=live.chart(seat),
        held=tuple(held.values()),
        cards=live.cards(),
        advice=_advice(live, seat),
        pin=live.pin,
        options=table.options,
        team=table.workshop.team if table.workshop else "",
        paused=table.paused is not None,
        exercise=table.exercise if table.phase != "over" else None,
    )


def _advice(live: LiveTable, seat: int | None) -> str:
    """The command that advises this seat, while the game waits for the person there."""
    standing = live.standing
    if not standing.playing or seat not in standing.table.people or seat not in standing.game.awaits(standing.state):
        return ""
    return next((command.name for command in standing.game.commands if command.advises), "")


def guide(live: LiveTable) -> Guide:
    """As everybody may see it."""
    standing = live.standing
    game = standing.game
    cards = () if standing.state is None else game.every_card(game.view(standing.state, None))
    return Guide(game.goal, game.rules, game.lessons, cards)


async def _held(live: LiveTable, thinker: Thinker, person: Person) -> dict[str, Reply]:
    """What this person holds: the answers to queries that have a button, which the page doesn't need."""
    held: dict[str, Reply] = {}
    for command in live.standing.game.commands:
        if command.is_query and command.button and not command.advises:
            request = Request("", "", person, Called(command.name))
            with suppress(Refused):  # before the game, or while the automatic player has the seat
                held[command.name] = await private_answer(thinker, Call(request, Invocation(command, {}), live))
    return held


def feed(game: AnyGame, rows: Sequence[StoredEvent]) -> tuple[tuple[int, str], ...]:
    """What happened, in paragraphs; no paragraph goes beyond what one request caused."""
    story: list[tuple[int, str]] = []
    batch: list[StoredEvent] = []
    for at, row in enumerate(rows):
        batch.append(row)
        if at + 1 == len(rows) or rows[at + 1].request is not None:
            events = [decode(each.kind, each.payload, game) for each in batch]
            first = batch[0].sequence
            story += [(first + index, paragraph) for index, paragraph in numbered_paragraphs(events, game)]
            batch = []
    return tuple(story)
