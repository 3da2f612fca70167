"""Notes for the next retrospective, saved at any time before it. Nothing says who wrote one, or in which order."""

import secrets

from bot.features.meetings.past import feature
from bot.features.meetings.records import MeetingStore, NotesUsed, RoomRequest, SavedNote
from bot.kernel.calls import Call, Context
from bot.kernel.feature import Brought
from bot.kernel.messages import Reply, Response, answered
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import counted
from games.contract import AnyGame, Parameter
from games.memories import MAX_SAVED, TEXT_LIMIT, write_notes
from games.text import clean

_NOTE_MISSING = "What should come up in the next retrospective? For example `/scrum retro note the build is slow`."


def _saved_so_far(count: int) -> str:
    return f"Saved without a name, {counted(count, 'note')} so far. They’re on the board of your next retrospective."


def _enough_saved(most: int) -> str:
    return f"{most} notes are saved already, as many as a board can take. Hold the retrospective first."


_NOTES = "notes"
_ID_BYTES = 16


@feature.action(
    "save",
    "Save a note for this room’s next retrospective, without your name",
    Parameter("text", "What should come up", required=False, rest=True),
    group="table",
)
async def save(context: Context, call: Call) -> Response:
    """Request ids may be built from who asked and when, so the note has a random id, and what is stored of the request
    leads to no note: see RoomRequest."""
    text, room = clean(call.argument("text"), TEXT_LIMIT), call.request.room
    if not text:
        raise Refused(_NOTE_MISSING)
    store, request = context.store.part(MeetingStore), await RoomRequest.of(call, context.clock.now())
    if len(await store.saved_notes(room)) >= MAX_SAVED and not await store.knows(request):
        raise Refused(_enough_saved(MAX_SAVED))
    await store.save_note(request, room, SavedNote(secrets.token_hex(_ID_BYTES), text))
    return answered(Reply(_saved_so_far(len(await store.saved_notes(room))), private=True))


@feature.brings_to_start
async def saved(context: Context, room: str, game: AnyGame) -> Brought:
    """The room's saved notes for the game, which uses them up."""
    notes = await context.store.part(MeetingStore).saved_notes(room) if _NOTES in game.memories.inherits else ()
    if not notes:
        return Brought({})
    used = NotesUsed(tuple(note.id for note in notes[:MAX_SAVED]))
    return Brought({_NOTES: write_notes([note.text for note in notes])}, (used,))
