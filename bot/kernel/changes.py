"""Commands that change a table: sitting down, leaving, starting, ending, and the moves of its game.

Each is a decision: it records what happens in a draft, or raises Refused or IllegalMove. It reads the table, and
stores nothing itself.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from types import MappingProxyType
from typing import Any

from bot.kernel.calls import Call, Context, at_table, with_say, with_seat
from bot.kernel.feature import (
    added_to_answer,
    brought_to_start,
    rooms_were_told,
    table_feature,
    welcomed,
    with_free_hand,
)
from bot.kernel.live.owned import OwnKeys
from bot.kernel.live.schedule import REMINDER, SLEEP
from bot.kernel.live.seating import playing_seat
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People, hear_automatic
from bot.kernel.messages import (
    DONE,
    INSTEAD,
    Act,
    Person,
    Pressed,
    Reply,
    Request,
    Response,
    TimePassed,
    Typed,
    answered,
    refused,
)
from bot.kernel.ports import bound
from bot.kernel.queries import answer_due_queries
from bot.kernel.store import AlreadyHandled, Seating
from bot.kernel.table import model as tables
from bot.kernel.table import refusals, rules, texts
from bot.kernel.table.buttons import FACILITATOR, acts, available, keyed_acts
from bot.kernel.table.catalogue import LUCK, WHOSE
from bot.kernel.table.journal import Draft, Standing
from bot.kernel.table.meeting_words import in_words_of
from bot.kernel.table.model import UNREACHABLE, Refused, luck_from
from bot.kernel.table.names import clean_name
from bot.kernel.table.narration import paragraphs
from bot.kernel.table.pace import day_in, next_reminder, to_remind
from games.chance import commitment
from games.contract import IllegalMove, Parameter, Phrase, is_meeting, natures
from games.language import lazy, speaking
from games.values import replace

# --- confirming ------------------------------------------------------------------------------------------------------


class _Unsure(Refused):
    """A grave move that needs a second yes."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.note)
        self.phrase = phrase


def _ask_twice(standing: Standing, seat: int, command: str, move: Any) -> None:
    """Refuse the move if this seat could make it, but should think twice."""
    grave = [each for each in available(standing, seat) if each.grave and each.command == command]
    for phrase in grave:
        if standing.game.read(standing.state, seat, command, phrase.arguments) == move:
            raise _Unsure(phrase)


def _confirmation(live: LiveTable, seat: int | None, refusal: _Unsure) -> Reply:
    """The stakes of a move, and the button that makes it nevertheless."""
    offered = zip(available(live.standing, seat), acts(live.id, live.standing, live.names, seat), strict=True)
    asked = [act for phrase, act in offered if phrase == refusal.phrase]
    asked = asked or list(keyed_acts(live.id, live.standing, (refusal.phrase,)))
    if asked and asked[0].instead is not None:
        return live.reply(refusal.sentence, seat=seat, private=True, board=False, buttons=_either(asked[0]))
    buttons = tuple(replace(act, button=act.confirmed, label=act.yes or act.label) for act in asked)
    text = texts.sure(refusal.sentence, asked[0].command)
    return live.reply(text, seat=seat, private=True, board=False, buttons=buttons)


def _either(act: Act) -> tuple[Act, Act]:
    """The button that does it nevertheless, and what could be done instead."""
    assert act.instead is not None
    label, line = act.instead
    once = replace(act, note="", grave=False, yes="", instead=None)
    yes = replace(once, button=act.confirmed, label=act.yes or act.label, role="main")
    return yes, replace(once, button=act.button + INSTEAD, label=label, command=line, role="usual", thing="", form="")


# --- changes ---------------------------------------------------------------------------------------------------------

MAX_EVENTS = 5000  # at one table; a long game has a thousand, and every replay reads them all
_PARTING = frozenset({"end", "leave"})  # always possible

Change = Callable[[Draft, Call], People]


# --- carrying a change out -----------------------------------------------------------------------------------------


async def change(context: Context, call: Call, decide: Change) -> Response:
    """Decide, store the change, tell the rooms, and answer the person what only they may know."""
    live = call.table
    if live.standing.sequence >= MAX_EVENTS and call.name not in _PARTING:
        raise Refused(refusals.too_long(MAX_EVENTS))
    with about(live):
        try:
            draft = await context.writer.write(live, call.request, lambda draft: decide(draft, call))
        except (Refused, IllegalMove) as refusal:
            return Response("refused", (_explained(live, call.person, refusal),), field=refusal.field)
        except AlreadyHandled:
            return await again(context, live, call.request)
        if not draft.events:
            return Response("done", _own_wish(live, call))
        if (seat := live.seat_of(call.person)) is not None:
            live.counts.acted(seat)
        await announce(context, live, call.request, draft)
    return Response("done", (*asides(context.tables.own, live, draft, call.person), *added_to_answer(draft, call)))


async def pass_time(context: Context, live: LiveTable, request: Request, said: TimePassed) -> Response:
    """Handle a due timer of the table: a request like any other, but nobody's."""
    with about(live):
        try:
            draft = await context.writer.write(live, request, lambda draft: _time_passed(live, draft, said))
        except (Refused, IllegalMove):
            return refused()
        except AlreadyHandled:
            return await again(context, live, request)
        await announce(context, live, request, draft)
    return DONE


async def announce(context: Context, live: LiveTable, request: Request, draft: Draft) -> None:
    await context.rooms.announce(live, request)
    with speaking(live.language):  # what follows is for everybody
        if context.answers_due_queries:
            answer_due_queries(context, live, draft)
        rooms_were_told(context, live, draft)


def about(live: LiveTable) -> AbstractContextManager[None]:
    """Name the table in every log line from here on."""
    return bound(table=live.id, game=live.standing.game.key)


async def again(context: Context, live: LiveTable, request: Request) -> Response:
    """Answer a request that was handled before. If its commit was in doubt, a room that hasn't seen it sees it now."""
    await context.rooms.announce(live, None)
    seat = live.seat_of(request.person) if request.person else None
    done = in_words_of(live.standing.game, texts.ALREADY_DONE)
    reply = live.reply(f"{done}\n{live.situation()}", seat=seat, private=True)
    return answered(context.tables.own.added(live, request.person, reply) if request.person else reply)


def _explained(live: LiveTable, person: Person, refusal: Refused | IllegalMove) -> Reply:
    """The refusal, the paragraph of the rules behind it, and what would be allowed instead of a move."""
    if isinstance(refusal, _Unsure):
        return _confirmation(live, live.seat_of(person), refusal)
    rule = refusal.rule if isinstance(refusal, IllegalMove) else None
    topics = [topic for topic in live.standing.game.rules if topic.key == rule]
    sentence = in_words_of(live.standing.game, refusal.text)
    text = " ".join([sentence, *map(texts.rule_reference, topics)])
    # moves are of no help to somebody who didn't want to make one
    buttons = () if live.standing.playing and not isinstance(refusal, IllegalMove) else None
    return live.reply(text, seat=live.seat_of(person), private=True, board=False, buttons=buttons)


def asides(known: OwnKeys, live: LiveTable, draft: Draft, person: Person) -> tuple[Reply, ...]:
    """The sentences that the events tell the mover but not the room."""
    seat, game = live.seat_of(person), live.standing.game
    if seat is None:
        return ()
    hidden = natures(game).hidden
    if all(event.kind not in hidden for event in draft.events):  # nearly always
        return ()
    if live.standing.table.seats[seat] == "automatic":  # whoever has left has no part in it
        anonymous = seat in live.standing.table.covered and draft.events[0].kind in natures(game).sealed
        return (Reply(str(texts.STILL_COVERED), private=True),) if anonymous else ()
    secrets = [event for event in draft.caused_by(seat) if event.kind in hidden]
    own = [event for event in secrets if game.narrate(event, seat) != game.narrate(event, None)]
    sentences = paragraphs(own, game, seat)
    if not sentences:
        return ()
    receipt = game.secrets.receipt(own)
    text = receipt.text if receipt else "\n".join(sentences)
    reply = live.reply(text, seat=seat, private=True, board=False)
    known.add(live, person, receipt.keys if receipt else ())
    listed = known.added(live, person, reply)
    if listed is not reply:
        return (listed,)
    own_buttons = keyed_acts(live.id, live.standing, receipt.phrases if receipt else ())
    return (replace(reply, acts=(*own_buttons, *reply.acts)),)


def _own_wish(live: LiveTable, call: Call) -> tuple[Reply, ...]:
    """The answer about a setting that concerns one person alone; nothing happened at the table."""
    seating = next((each for each in live.people if each.person == call.person.id), None)
    if seating is None:
        return ()
    if call.name == "remind":
        return (Reply(texts.own_reminder(seating.remind), private=True),)
    if call.name == "prepare":
        return (Reply(texts.prepared(seating.prepared), private=True),)
    if call.name == "name":
        return (Reply(texts.renamed(seating.name), private=True),)
    if call.name == "view":
        return (Reply(texts.own_view(text=seating.text), private=True),)
    return ()


# --- the clock -----------------------------------------------------------------------------------------------------


def _time_passed(live: LiveTable, draft: Draft, said: TimePassed) -> People:
    """Let a timer of the table run out. Nothing happens if the table no longer has it: somebody else settled it."""
    if any(timer.name == said.timer and timer.due <= draft.at for timer in live.timers):
        if said.timer.startswith(SLEEP):
            _put_to_sleep(live, draft)
        elif said.timer.startswith(REMINDER):
            _remind(live, draft)
        elif draft.standing.playing:
            _miss_deadline(draft, said.timer)
    return None


def _put_to_sleep(live: LiveTable, draft: Draft) -> None:
    due = live.sleeps_at(draft.standing)
    if due is not None and draft.at >= due:
        draft.record([tables.PutToSleep()])


def _remind(live: LiveTable, draft: Draft) -> None:
    standing = draft.standing
    due = next_reminder(standing, live.people, live.pace, draft.at)
    set_back = draft.at < standing.at  # the clock was, and all that is known is that the timer has run out
    if due is not None and (draft.at >= due or set_back):
        seats = tuple(each.seat for each in to_remind(standing, live.people, live.pace) if each.seat is not None)
        draft.record([tables.Reminded(seats, standing.table.reminders + 1)])


def _miss_deadline(draft: Draft, timer: str) -> None:
    deadline = draft.standing.game.clock.deadline(draft.standing.state)
    if deadline is not None and deadline.name == timer:
        hear_automatic(draft)
        draft.play(None, deadline.move)


# --- the table's own commands --------------------------------------------------------------------------------------


@table_feature.action(
    "join",
    lazy("Take a seat, or return to yours; with a code, show another room’s table here"),
    Parameter("code", lazy("The code from `link` in the other room, or from an invitation"), required=False),
    LUCK,
)
async def come_in(context: Context, call: Call) -> Response:
    return await welcomed(context, call) or await change(context, call, join)


def join(draft: Draft, call: Call) -> People:
    live, person = call.table, call.person
    standing = draft.standing
    seat = live.seat_of(person)
    seated = seat is not None and standing.table.seats[seat] == "person"
    with_free_hand(call)
    luck = call.argument("luck") if seated else given_luck(call)
    late = len(standing.table.seats) if standing.arrival is not None else None
    taken = rules.join(
        standing.table, standing.game, seat, live.unclaimed, _stored_luck(standing, luck), late=late is not None
    )
    draft.record([taken])
    if taken.seat == late:
        draft.play(taken.seat, standing.arrival)
    if seated:
        return None  # they only added luck
    others = tuple(seating for seating in live.people if seating.person != person.id)
    hosted = standing.table.led or any(seating.host for seating in others)
    host = live.is_host(person) or not hosted
    name = clean_name(person.name, [seating.name for seating in others])
    return (*others, Seating(person.id, name, taken.seat, host))


def seat_openly(draft: Draft, call: Call) -> People:
    """Seat whoever has no seat, where seats are open; nothing happens if they have one."""
    standing = draft.standing
    if not call.table.is_absent(call.person):
        return None
    if not standing.game.seating.open:
        raise Refused(refusals.NOT_SEATED)
    if standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    seat_of_nobody = call.table.seat_of(call.person) is None
    if standing.table.resting or not standing.playing or (seat_of_nobody and not call.table.takes_more):
        playing_seat(call.table, call.request)  # says why
    return join(draft, call)


def given_luck(call: Call) -> str:
    """The word that somebody gave, or else what came with their request."""
    return call.argument("luck") or call.request.luck


def _stored_luck(standing: Standing, given: str) -> str:
    """The part of the luck that is stored; nothing where no luck decides.

    Nothing either at a table that shares its dice: everybody's luck is added at the start, the same at all of them.
    """
    table = standing.table
    return luck_from(given) if given and standing.game.proof.luck and not table.seed_group else ""


@table_feature.change(
    "leave", lazy("Give up your seat; during a game, an automatic player takes over"), needs=(with_seat,)
)
def leave(draft: Draft, call: Call) -> People:
    seat = call.seat
    before = draft.standing.table
    draft.record(rules.leave(before, seat))
    if before.phase == "playing":
        return None  # the seat is kept for them
    return tuple(moved_up(seating, seat) for seating in call.table.people if seating.seat != seat or seating.host)


def moved_up(seating: Seating, left: int) -> Seating:
    if seating.seat == left:
        return replace(seating, seat=None)
    return replace(seating, seat=seating.seat - 1) if seating.seat is not None and seating.seat > left else seating


@table_feature.action("start", lazy("Start the game"), LUCK, refreshed=False)
async def start_game(context: Context, call: Call) -> Response:
    """Start with the latest round of the public beacon, if there is one: it is the luck that nobody here could know."""
    table, beacon = call.table.standing.table, ""
    if context.beacon is not None and call.table.standing.game.proof.luck and table.phase == "lobby":
        beacon = await context.beacon() or UNREACHABLE

    brought = await brought_to_start(context, call.request.room, call.table.standing.game)

    def decide(draft: Draft, call: Call) -> People:
        with_free_hand(call)
        with_say(call)
        _with_right_to_start(draft, call)
        start(draft, call, beacon, brought.files)
        draft.effects = brought.effects
        return None

    return await change(context, call, decide)


def _with_right_to_start(draft: Draft, call: Call) -> None:
    """Need: in a meeting, the person facilitates it."""
    game, seats, live = draft.standing.game, draft.standing.table.seats, call.table
    if not is_meeting(game) or call.leads or call.request.manages_room or live.seat_of(call.person) == FACILITATOR:
        return
    name = live.names[FACILITATOR] if seats else live.host
    raise Refused(refusals.only_facilitator_starts(name) if name else refusals.ONLY_HOST_STARTS)


def start(draft: Draft, call: Call, beacon: str = "", kept: Mapping[str, str] = MappingProxyType({})) -> None:
    """Start the game. `kept`: what the room has kept for this game."""
    standing = draft.standing
    luck = _stored_luck(standing, given_luck(call))
    started = rules.start(standing.table, standing.game, commitment(draft.seed), luck, beacon)
    if kept:
        draft.record([tables.NotesBrought(dict(kept))])
    draft.begin(started)


@table_feature.change(
    "view",
    lazy("Show boards as pictures (dark or light) or as text, for the whole table or just for you"),
    Parameter(
        "form",
        lazy("picture, text, dark or light"),
        kind="choice",
        choices=("picture", "text", "dark", "light"),
        titles=(lazy("Picture"), lazy("Text"), lazy("Dark picture"), lazy("Light picture")),
    ),
    WHOSE,
    group="table",
    needs=(at_table,),
)
def choose_view(draft: Draft, call: Call) -> People:
    if call.argument(WHOSE.name) == "me":
        return _own_view(call.table, call.person, call.argument("form"))
    with_say(call)
    draft.record(rules.choose_view(draft.standing.table, call.argument("form")))
    return None


def _own_view(live: LiveTable, person: Person, form: str) -> People:
    """Set how one person sees boards; nothing happens at the table."""
    if all(seating.person != person.id for seating in live.people):
        raise Refused(refusals.NOT_SEATED)
    if form in {"dark", "light"}:
        raise Refused(refusals.ONLY_YOUR_FORM)
    text = form == "text"
    return tuple(replace(seating, text=text) if seating.person == person.id else seating for seating in live.people)


@table_feature.change(
    "end", lazy("End the table: the host can at once, others if everybody agrees"), needs=(at_table,), grave=True
)
def end(draft: Draft, call: Call) -> People:
    may_end = call.leads or call.request.manages_room
    if may_end and draft.standing.playing and not (call.invocation.sure or call.request.desk):  # a desk asks by itself
        raise _Unsure(Phrase("end", str(texts.END), note=in_words_of(draft.standing.game, texts.ENDS_FOR_ALL)))
    seat = call.table.seat_of(call.person)
    by: tables.ClosedBy = "trainer" if call.request.desk else "host" if call.leads else "moderator"
    draft.record(rules.end(draft.standing.table, seat, draft.seed, may_end=may_end, ended_by=by))
    return None


# --- the game's commands -------------------------------------------------------------------------------------------


def move(draft: Draft, call: Call) -> People:
    """A move of the game itself."""
    seat = call.table.seat_of(call.person)
    if _comes_in_with_it(draft.standing, seat):
        return _move_of_newcomer(draft, call)
    if seat is None or seat not in draft.standing.table.covered or not draft.standing.playing:
        _play(draft, playing_seat(call.table, call.request), call)
        return None
    # somebody whom the automatic player covered for is back, even if it has already made that move for them
    if not _is_anonymous(draft, seat, call):
        draft.record([tables.SeatTaken(seat)])
    with suppress(IllegalMove, Refused):
        _play(draft, seat, call)
    return None


def _comes_in_with_it(standing: Standing, seat: int | None) -> bool:
    """True if seats are open and this person has none, or has left theirs."""
    table = standing.table
    if not standing.game.seating.open or not standing.playing or table.resting:
        return False
    return seat is None or (table.seats[seat] == "automatic" and seat not in table.covered)


def _move_of_newcomer(draft: Draft, call: Call) -> People:
    """Seat whoever presses a button, and make the move. Never with an anonymous move: “Fay is here” would sign it.

    What was typed or sent in a form seats nobody: it could be about to become anonymous.
    """
    people = seat_openly(draft, call)
    said = call.request.said
    if isinstance(said, Pressed):
        seats = {seating.person: seating.seat for seating in people or ()}
        seat = seats[call.person.id]
        assert seat is not None
        _play(draft, seat, call)
        if not _leaves_no_trace(draft):
            return people
    form, typed = str(call.invocation.command.form), said.line if isinstance(said, Typed) else ""
    raise Refused(refusals.not_here(draft.standing.game, form, typed))


def _is_anonymous(draft: Draft, seat: int, call: Call) -> bool:
    """True if the move leaves no trace of its seat: taking the seat in the same request would give it away."""
    trial = Draft(draft.table, draft.standing, draft.seed, draft.at)
    with suppress(IllegalMove, Refused):
        _play(trial, seat, call)
    return _leaves_no_trace(trial)


def _leaves_no_trace(draft: Draft) -> bool:
    veiled = natures(draft.standing.game).veiled
    own = (event for event in draft.events if event.kind in veiled)
    return any(getattr(event, "seat", None) is None for event in own)


def _play(draft: Draft, seat: int, call: Call) -> None:
    game, state = draft.standing.game, draft.standing.state
    arguments = call.with_seats(seat)
    if call.invocation.command.dated:
        arguments["today"] = day_in(call.zone, draft.at).isoformat()
    move = game.read(state, seat, call.name, arguments)
    if call.invocation.command.grave and not call.invocation.sure:
        _ask_twice(draft.standing, seat, call.name, move)
    draft.play(seat, move)
