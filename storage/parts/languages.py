"""The language that each person chose."""

from bot.features.languages import LanguageStore
from storage.part import Part

_CHOOSE = """
    INSERT INTO languages (person, language) VALUES ($1, $2)
    ON CONFLICT (person) DO UPDATE SET language = excluded.language
"""
_CHOSEN = "SELECT language FROM languages WHERE person = $1"
_FORGET = "DELETE FROM languages WHERE person = $1"


class LanguagePart(Part, LanguageStore):
    implements = LanguageStore
    holds = ("languages",)

    async def choose_language(self, person: str, language: str) -> None:
        await (self._run(_CHOOSE, person, language) if language else self._run(_FORGET, person))

    async def chosen_language(self, person: str) -> str:
        rows = await self._database.query(_CHOSEN, person)
        return str(rows[0][0]) if rows else ""

    async def forget(self, person: str) -> tuple[str, ...]:
        await self._run(_FORGET, person)
        return ()
