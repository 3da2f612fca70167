"""The agenda of somebody's rooms, for a page of their own: open actions, a retrospective that runs, the next date."""

from bot.features.meetings.action_list import acts_on, by_day, thing
from bot.features.meetings.past import ACTIONS, Meetings, feature
from bot.features.meetings.records import Agenda, Agendas
from bot.features.meetings.recurring import following
from bot.features.meetings.saving import SAVE_FORM
from bot.kernel.calls import Context
from bot.kernel.messages import Act, Person
from bot.kernel.table.buttons import line_act
from bot.kernel.table.pace import day_in
from games.language import lazy
from games.sheets import Sheet

_YOURS, _OTHERS = lazy("Yours"), lazy("Open actions")
_SKIP = lazy("Skip")


class _AgendasOf:
    """The implementation of Agendas."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def agendas(self, person: Person) -> list[Agenda]:
        context, rooms = self._context, dict[str, str]()  # with the meeting that runs there
        for table in await context.store.tables_of(person.id):
            live = await context.tables.find(table)
            for room in live.rooms if live else ():
                runs = live is not None and ACTIONS in live.standing.game.memories.inherits and live.standing.playing
                rooms[room] = live.id if live is not None and runs else rooms.get(room, "")
        found = [await self._agenda(person, room, table) for room, table in rooms.items()]
        return [each for each in found if each.yours.things or each.others.things or each.table or each.following]

    async def _agenda(self, person: Person, room: str, table: str) -> Agenda:
        context = self._context
        known, today = await context.part(Meetings).actions_in(room), day_in(person.zone, context.clock.now())
        ordered = by_day(known.open, today)
        mine = [each for each in ordered if known.owner_of(each).person == person.id]
        others = [each for each in ordered if each not in mine]
        planned = await following(context, room)
        return Agenda(
            room,
            yours=Sheet(str(_YOURS), things=tuple(thing(known, each, today, person.id) for each in mine)),
            others=Sheet(str(_OTHERS), things=tuple(thing(known, each, today, person.id) for each in others)),
            acts=(*(act for each in ordered for act in acts_on(each)), *_of_room(planned)),
            table=table,
            following=planned,
        )


def _of_room(planned: str) -> tuple[Act, ...]:
    save = line_act("save", str(SAVE_FORM), form=str(SAVE_FORM))
    return (save, line_act("skip", str(_SKIP))) if planned else (save,)


feature.facades[Agendas] = _AgendasOf
