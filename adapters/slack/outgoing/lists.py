"""The actions of a channel's retrospectives as a list: one for each channel, with a row for each action, once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.install.pages import LISTS
from adapters.slack.outgoing.acts import Block
from adapters.slack.outgoing.canvases import NOT_HERE
from adapters.slack.outgoing.saved_once import Outcome, save_once
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.store import Installations
from games.language import t

_WHAT, _OWNER, _DUE, _DONE = "action", "owner", "due", "done"
_GONE = frozenset({"list_not_found", "file_not_found", "invalid_column_id"})
_NOT_ON_THIS_PLAN = frozenset({"lists_disabled_user_team", "paid_teams_only", "team_not_eligible"})
_SAID = {
    Outcome.SAVED: ui_texts.LIST_SAVED,
    Outcome.THERE: ui_texts.LIST_THERE,
    Outcome.UNSURE: ui_texts.LIST_UNSURE,
    Outcome.WAIT: ui_texts.SAVING_WAIT,
}


@dataclass(frozen=True, slots=True)
class ListedAction:
    what: str
    owner: str = ""  # a user id
    due: str = ""  # 2026-11-20


class Lists:
    def __init__(self, web: WebApi, store: Installations | None) -> None:
        """Set up lists. `store`: remembers them, for all processes; without one there are none."""
        self._web = web
        self._store = store

    async def are_offered(self, team: str) -> bool:
        """Whether the app may write lists in this workspace."""
        return self._store is not None and await self._web.is_granted(team, LISTS)

    async def save(self, place: SlackRoom, table: str, actions: Sequence[ListedAction]) -> str:
        """Add the actions of a retrospective to the channel's list, and say what became of it."""
        store = self._store
        if store is None:
            return str(ui_texts.LIST_FAILED)

        async def add() -> None:
            client = self._web.anonymous((await self._web.client(place.team)).token, retries=False)
            await _Rows(client, store, place).add(actions)

        word = f"list {place.team} {place.channel} {table}"  # not prose
        outcome, code = await save_once(store, word, add)
        if outcome not in _SAID:
            return _why(code)
        client = await self._web.client(place.team)
        return t(_SAID[outcome], list=await _Rows(client, store, place).name())


class _Rows:
    """The list of one channel."""

    def __init__(self, client: AsyncWebClient, store: Installations, place: SlackRoom) -> None:
        self._client = client
        self._store = store
        self._place = place
        self._word = f"list {place.team} {place.channel}"  # not prose

    async def add(self, actions: Sequence[ListedAction]) -> None:
        """Add a row for each action. Once the first one is there, a failure means that nobody knows which are."""
        first, *others = actions
        try:
            known = await self._shared(await self._known() or await self._create())
            await self._add(known, first)
        except SlackApiError as error:
            if error_code(error) not in _GONE:
                raise
            known = await self._shared(await self._create())  # somebody deleted the old one
            await self._add(known, first)
        try:
            for action in others:
                await self._add(known, action)
        except FAILURES as error:
            raise TimeoutError(error_code(error)) from error

    async def name(self) -> str:
        """What the list is called; older records don't say."""
        return str((await self._known() or {}).get("name") or ui_texts.LIST_NAME)

    async def _known(self) -> dict[str, Any] | None:
        found = await self._store.installation(PLATFORM, self._word)
        return dict(json.loads(found)) if found else None

    async def _create(self) -> dict[str, Any]:
        """Make the list, in the language of whoever needs it first."""
        name = str(ui_texts.LIST_NAME)
        made = await self._client.slackLists_create(name=name, schema=_schema())
        schema: list[dict[str, Any]] = (made["list_metadata"] or {})["schema"]
        columns = {column["key"]: column["id"] for column in schema}
        return await self._keep({"id": str(made["list_id"]), "columns": columns, "name": name})

    async def _shared(self, known: dict[str, Any]) -> dict[str, Any]:
        """Let everybody in the channel read and change it."""
        if known.get("shared"):
            return known
        channels = [self._place.channel]
        await self._client.slackLists_access_set(list_id=known["id"], access_level="write", channel_ids=channels)
        return await self._keep({**known, "shared": True})

    async def _keep(self, known: dict[str, Any]) -> dict[str, Any]:
        await self._store.put_installation(PLATFORM, self._word, json.dumps(known).encode())
        return known

    async def _add(self, known: Mapping[str, Any], action: ListedAction) -> None:
        columns = known["columns"]
        fields: list[Block] = [{"column_id": columns[_WHAT], "rich_text": [_rich_text(action.what)]}]
        fields += [{"column_id": columns[_OWNER], "user": [action.owner]}] if action.owner else []
        fields += [{"column_id": columns[_DUE], "date": [action.due]}] if action.due else []
        await self._client.slackLists_items_create(list_id=known["id"], initial_fields=fields)


def _schema() -> list[dict[str, Any]]:
    return [
        {"key": _WHAT, "name": str(ui_texts.LIST_ACTION), "type": "text", "is_primary_column": True},
        {"key": _OWNER, "name": str(ui_texts.LIST_OWNER), "type": "user"},
        {"key": _DUE, "name": str(ui_texts.LIST_DUE), "type": "date"},
        {"key": _DONE, "name": str(ui_texts.LIST_DONE), "type": "checkbox"},
    ]


def _rich_text(text: str) -> Block:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}


def _why(code: str) -> str:
    if code == "missing_scope":
        return str(ui_texts.LIST_FORBIDDEN)
    if code in NOT_HERE:
        return str(ui_texts.LIST_NOT_HERE)
    return str(ui_texts.LIST_PLAN if code in _NOT_ON_THIS_PLAN else ui_texts.LIST_FAILED)
