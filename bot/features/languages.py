"""The language of a table, and the one in which each person is answered."""

from collections import OrderedDict
from typing import Literal, Protocol

from bot.kernel.calls import Call, Context, at_open_table, with_say
from bot.kernel.changes import change
from bot.kernel.feature import Feature
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply, Response, Suggestion, answered
from bot.kernel.store import Attendance
from bot.kernel.table import model as tables
from bot.kernel.table.catalogue import WHOSE
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from games.contract import Parameter
from games.language import ENGLISH, known, languages, lazy, speaking, spoken, t

feature = Feature("languages")

Whose = Literal["table", "me"]

_MOST_KNOWN = 10_000  # people whose choice is kept in memory
_KNOWN_SECONDS = 60.0  # that a choice is taken as it was: another process may have stored a new one
_ANY = "any"  # as the platform says: nothing is stored


# --- what is stored --------------------------------------------------------------------------------------------------


class LanguageStore(Protocol):
    """Every method may raise StoreUnavailable."""

    async def choose_language(self, person: str, language: str) -> None:
        """Store somebody's choice; empty: they have none any more."""

    async def chosen_language(self, person: str) -> str:
        """What somebody chose; empty if nothing."""


class _Chosen:
    """What people chose, as far as this process has asked lately."""

    def __init__(self, context: Context) -> None:
        self._store = context.store.part(LanguageStore)
        self._clock = context.clock
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()  # and since when

    async def by(self, person: str) -> str:
        chosen, since = self._known.get(person, ("", -_KNOWN_SECONDS))
        now = self._clock.now()
        if not since <= now < since + _KNOWN_SECONDS:
            chosen = await self._store.chosen_language(person)
            self._keep(person, chosen)
        return chosen

    async def choose(self, person: str, language: str) -> None:
        await self._store.choose_language(person, language)
        self._keep(person, language)

    def _keep(self, person: str, language: str) -> None:
        self._known[person] = language, self._clock.now()
        self._known.move_to_end(person)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)


@feature.speaks
async def chosen_by(context: Context, person: str) -> str:
    return known(await context.part(_Chosen).by(person))


@feature.adds_to_data
async def stored_about(context: Context, person: str, _: tuple[Attendance, ...]) -> dict[str, object]:
    chosen = await context.store.part(LanguageStore).chosen_language(person)
    return {"language": chosen} if chosen else {}


# --- choosing --------------------------------------------------------------------------------------------------------


@feature.action(
    "language",
    lazy("Choose the language of the table, or the one I answer you in"),
    Parameter(
        "language",
        lazy("de, fr …"),
        kind="choice",
        choices=(*map(str.lower, languages()), _ANY),
        required=False,
        titles=(*languages().values(), lazy("As my app says")),
    ),
    WHOSE,
    group="table",
)
async def language(context: Context, call: Call) -> Response:
    whose: Whose = "me" if call.argument(WHOSE.name) == "me" or call.live is None else "table"
    chosen = call.argument("language")
    if not chosen:
        return answered(_asked(call, whose))
    if whose == "me":
        return await _choose_own(context, call, "" if chosen == _ANY else known(chosen))
    if chosen == _ANY:
        raise Refused(t("Only your own language can follow your app. Choose one for the table."))
    return await change(context, call, _choose)


def _choose(draft: Draft, call: Call) -> People:
    at_open_table(call)
    with_say(call)
    chosen = known(call.argument("language"))
    if chosen == draft.standing.table.language:
        raise Refused(t("This table speaks {language} already.", language=languages()[chosen]))
    draft.record([tables.LanguageChosen(chosen)])
    return None


async def _choose_own(context: Context, call: Call, chosen: str) -> Response:
    await context.part(_Chosen).choose(call.person.id, chosen)
    if not chosen:
        with speaking(known(call.person.locale) or ENGLISH):
            return Response("done", (Reply(t("From now on, I answer you in the language of your app."), private=True),))
    with speaking(chosen):
        told = t("From now on, I answer you in {language}.", language=languages()[chosen])
        return Response("done", (Reply(told, private=True),))


def _asked(call: Call, whose: Whose) -> Reply:
    """The languages to choose from, as buttons."""
    if whose == "table":
        story = t(
            "This table speaks {language}. Which language should everybody read?",
            language=languages()[call.table.language],
        )
    else:
        story = t("I answer you in {language}. Which language do you prefer?", language=languages()[spoken()])
    lines = [Suggestion(f"language {tag} {whose}", name) for tag, name in languages().items()]  # not prose
    own = [Suggestion(f"language {_ANY} me", t("As my app says"))] if whose == "me" else []  # not prose
    return Reply(story, lines=(*lines, *own), private=True)
