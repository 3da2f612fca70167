"""Notes for the next retrospective, saved at any time before it. Nothing says who wrote one, or in which order.

During a meeting, until notes are shown, one that is saved goes onto the board at once: as the others, and by nobody's
seat.
"""

import re
import secrets
from collections.abc import Sequence

from bot.features.meetings.action_list import last_seats
from bot.features.meetings.past import Meetings, feature
from bot.features.meetings.records import MeetingStore, NotesUsed, RoomRequest, SavedNote
from bot.kernel.calls import Call, Context
from bot.kernel.changes import again, change
from bot.kernel.feature import Brought
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply, Response, answered
from bot.kernel.table.buttons import EARLY_NOTE
from bot.kernel.table.journal import Draft, Standing
from bot.kernel.table.model import Refused
from games.contract import AnyGame, Parameter
from games.language import lazy, n, t
from games.memories import MAX_SAVED, TEXT_LIMIT, write_notes
from games.parts import Field, Form
from games.text import clean
from games.values import replace

# --- texts -----------------------------------------------------------------------------------------------------------

SAVE_FORM = lazy("Save a note for next time")
_WHAT = lazy("What should come up?")
_ONE_A_LINE = lazy("One idea a line: each line becomes a note. Notes have no names.")
_NOTE_MISSING = lazy(
    "What should come up in the next retrospective? For example `/scrum retro note the build is slow`."
)
_ON_THE_BOARD = lazy("It’s on the board of the retrospective that’s running, face down and without your name.")


def _saved_so_far(call: Call, count: int) -> str:
    if _is_about_to_start(call):
        return n(
            "Saved without a name, {count} note so far. It’s on the board once this retrospective starts.",
            "Saved without a name, {count} notes so far. They’re on the board once this retrospective starts.",
            count,
        )
    return n(
        "Saved without a name, {count} note so far. It’s on the board of your next retrospective.",
        "Saved without a name, {count} notes so far. They’re on the board of your next retrospective.",
        count,
    )


def _enough_saved(most: int) -> str:
    return t("{most} notes are saved already, as many as a board can take. Hold the retrospective first.", most=most)


def _too_long(length: int, most: int) -> str:
    return t("That’s {characters} characters; notes have up to {most}.", characters=length, most=most)


# --- saving ----------------------------------------------------------------------------------------------------------

_NOTES = "notes"
_ID_BYTES = 16
_MENTION = re.compile(r"@([\w.-]+)")


async def _asked(_: Context, call: Call) -> Form:
    title = EARLY_NOTE if _is_about_to_start(call) else SAVE_FORM
    return Form(str(title), (Field("text", str(_WHAT), str(_ONE_A_LINE), required=True),))


@feature.action(
    "save",
    lazy("Save a note for this room’s next retrospective, without your name"),
    Parameter("text", lazy("What should come up"), required=False, rest=True, lines=True),
    group="room",
    form=SAVE_FORM,
    asks=_asked,
)
async def save(context: Context, call: Call) -> Response:
    """Request ids may be built from who asked and when, so a note has a random id, and what is stored of the request
    leads to no note: see RoomRequest."""
    store, request = context.store.part(MeetingStore), await RoomRequest.of(call, context.clock.now())
    room = call.request.room
    if await store.knows(request):
        return answered(Reply(_saved_so_far(call, len(await store.saved_notes(room))), private=True))
    if (table := await context.store.handled(call.request.id)) and (live := await context.tables.find(table)):
        return await again(context, live, call.request)  # it went onto that board
    texts = _notes(await _with_names(context, call))
    if (written := await _onto_the_board(context, call, texts)) is not None:
        return written
    if len(await store.saved_notes(room)) + len(texts) > MAX_SAVED:
        raise Refused(_enough_saved(MAX_SAVED))
    await store.save_notes(request, room, [SavedNote(secrets.token_hex(_ID_BYTES), text) for text in texts])
    return answered(Reply(_saved_so_far(call, len(await store.saved_notes(room))), private=True))


def _is_about_to_start(call: Call) -> bool:
    """True if the room has a meeting open that hasn't started, and takes what is saved in this room."""
    if call.live is None or len(call.live.rooms) > 1:  # it takes the notes of the room in which it is started
        return False
    standing = call.live.standing
    return standing.table.phase == "lobby" and _NOTES in standing.game.memories.inherits


def _notes(typed: str) -> list[str]:
    """Each line as a note; Refused if there is none, or one is too long."""
    texts = [text for line in typed.splitlines() if (text := clean(line, len(line)))]
    if not texts:
        raise Refused(_NOTE_MISSING)
    if (longest := max(map(len, texts))) > TEXT_LIMIT:
        raise Refused(_too_long(longest, TEXT_LIMIT))
    return texts


async def _with_names(context: Context, call: Call) -> str:
    """The text with names in place of the ids of people whom the platform says it mentions."""
    typed = call.argument("text")
    if "@" not in typed:
        return typed
    known = last_seats(await context.part(Meetings).actions_in(call.request.room))
    names = {person: owner.name for person, (_, owner) in known.items()}
    names |= {each.person: each.name for each in (call.live.people if call.live else ())}

    def name(found: re.Match[str]) -> str:
        return names.get(call.mentioned(found[1]), found[0])

    return _MENTION.sub(name, typed)


# --- while notes are written -----------------------------------------------------------------------------------------


async def _onto_the_board(context: Context, call: Call, texts: Sequence[str]) -> Response | None:
    """The answer if the room's meeting takes notes now; None if they have to wait for the next one."""
    if call.live is None or not _takes(call.live.standing, texts):
        return None
    missed = False

    def write(draft: Draft, _: Call) -> People:
        nonlocal missed
        missed = not _takes(draft.standing, texts)
        if missed:
            raise Refused(_NOTE_MISSING)
        draft.play(None, draft.standing.game.meeting.takes(draft.standing.state, texts))
        return None

    response = await change(context, call, write)
    if missed:
        return None
    receipt = response.replies or (Reply(str(_ON_THE_BOARD), private=True),)
    return replace(response, replies=receipt)


def _takes(standing: Standing, texts: Sequence[str]) -> bool:
    if not standing.playing or standing.state is None or standing.table.resting:
        return False
    return standing.game.meeting.takes(standing.state, texts) is not None


@feature.brings_to_start
async def saved(context: Context, room: str, game: AnyGame) -> Brought:
    """The room's saved notes for the game, which uses them up."""
    notes = await context.store.part(MeetingStore).saved_notes(room) if _NOTES in game.memories.inherits else ()
    if not notes:
        return Brought({})
    used = NotesUsed(tuple(note.id for note in notes[:MAX_SAVED]))
    return Brought({_NOTES: write_notes([note.text for note in notes])}, (used,))
