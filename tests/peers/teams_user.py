"""People in Teams, on a computer or a phone: they type, press, choose, and fill in what a dialog asks for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.peers.teams import BOT, TENANT, Conversation, Message, TeamsPeer, chat_with
from tests.peers.teams_checks import Payload, parts

DIALOG = {"type": "task/fetch"}
CARD = "application/vnd.microsoft.card.adaptive"


@dataclass
class TeamsUser:
    """A person. `phone`: it knows only Action.Submit, so it takes the fallback of every Action.Execute."""

    teams: TeamsPeer
    name: str
    where: Conversation
    phone: bool = False
    tenant: str = TENANT
    locale: str = "en-GB"
    directory_id: str = ""
    last: Payload = field(default_factory=dict)  # the last delivery, for `again`
    dialog: Payload | None = None  # the card in the dialog that is open
    said: str = ""  # what a dialog ended with
    answer: Payload = field(default_factory=dict)  # to the last invoke

    def __post_init__(self) -> None:
        known = {"id": self.user, "name": self.name, "objectId": self.object_id, "tenantId": self.tenant}
        self.teams.members.setdefault(self.user, known)
        self.where.members.append(self.user)

    @property
    def user(self) -> str:
        return f"29:{self.name}"

    @property
    def object_id(self) -> str:
        return self.directory_id or f"oid-{self.name}"

    @property
    def id(self) -> str:
        return f"teams:{self.tenant}:{self.object_id.lower()}"

    # --- delivering --------------------------------------------------------------------------------------------------

    def activity(self, kind: str, **more: Any) -> Payload:
        place: Payload = {"id": self.where.id, "conversationType": self.where.kind, "tenantId": self.tenant}
        if self.where.kind != "personal":
            place["isGroup"] = True
        return {
            "type": kind,
            "id": self.teams.new_id(),
            "channelId": "msteams",
            "serviceUrl": self.teams.service_url,
            "from": {"id": self.user, "name": self.name, "aadObjectId": self.object_id},
            "recipient": {"id": BOT, "name": "Scrum Table"},
            "conversation": place,
            "channelData": {"tenant": {"id": self.tenant}},
            "locale": self.locale,
            "localTimezone": "Europe/Berlin",
            **more,
        }

    async def deliver(self, activity: Payload) -> Payload:
        self.last = activity
        status, answer = await self.teams.deliver(activity)
        assert status in {200, 202}, (status, activity)
        return answer

    async def again(self) -> Payload:
        """Deliver the last activity once more, as Teams does when it thinks it was lost."""
        return await self.deliver(self.last)

    async def types(self, line: str, *mentioned: "TeamsUser") -> None:
        """Type a line, after a mention of the bot unless this is a chat with it alone."""
        direct = self.where.kind == "personal"
        text = line if direct else f"<at>Scrum Table</at> {line}"
        bot: Payload = {"id": BOT, "name": "Scrum Table"}
        entities = [] if direct else [{"type": "mention", "text": "<at>Scrum Table</at>", "mentioned": bot}]
        for person in mentioned:
            text = text.replace(f"@{person.name}", f"<at>{person.name}</at>")
            about = {"id": person.user, "name": person.name}
            entities.append({"type": "mention", "text": f"<at>{person.name}</at>", "mentioned": about})
        await self.deliver(self.activity("message", text=text, textFormat="plain", entities=entities))

    # --- looking -----------------------------------------------------------------------------------------------------

    def sees(self, message: Message | None = None) -> Payload:
        """The card of the last message, as this person sees it."""
        return (message or self.where.last).seen_by(self.user)

    @property
    def line(self) -> str:
        """The line below the last message."""
        return self.where.last.lines.get(self.user, "")

    @property
    def chat(self) -> Conversation:
        """The chat with the bot."""
        return self.teams.conversation(chat_with(self.user), "personal")

    # --- pressing ----------------------------------------------------------------------------------------------------

    async def presses(self, label: str, message: Message | None = None, **inputs: str) -> None:
        """Press a button of a message, by default the last one."""
        message = message or self.where.last
        action = found(self.sees(message), label)
        assert action is not None, (label, labels(self.sees(message)))
        await self._press(action, message, inputs)

    async def chooses(self, label: str, message: Message | None = None) -> None:
        """Choose an entry of a menu behind a button, and press the button below it."""
        message = message or self.where.last
        field, value, action = choice(self.sees(message), label)
        await self._press(action, message, {field: value})

    async def _press(self, action: Payload, message: Message, inputs: Mapping[str, str]) -> None:
        if action["type"] == "Action.Execute" and self.phone:
            action = action["fallback"]
        data = {**action["data"], **inputs}
        if action["type"] == "Action.Execute":
            value = {"action": {"type": "Action.Execute", "verb": action["verb"], "data": data}, "trigger": "manual"}
            invoke = self.activity("invoke", name="adaptiveCard/action", value=value, replyToId=message.id)
            self._show(message, await self.deliver(invoke))
        elif data.get("msteams") == DIALOG:
            value = {"data": {name: each for name, each in data.items() if name != "msteams"}}
            invoke = self.activity("invoke", name="task/fetch", value=value, replyToId=message.id)
            self._open(await self.deliver(invoke))
        else:
            await self.deliver(self.activity("message", value=data, replyToId=message.id))

    def _show(self, message: Message, answer: Payload) -> None:
        """Show the answer to Action.Execute to this person alone."""
        self.answer = answer
        assert answer["statusCode"] == 200, answer
        if answer["type"] == CARD:
            self.teams.check_card(answer["value"])
            message.views[self.user] = answer["value"]
        else:
            assert answer["type"] == "application/vnd.microsoft.activity.message"
            message.lines[self.user] = answer["value"]

    # --- dialogs -----------------------------------------------------------------------------------------------------

    def _open(self, answer: Payload) -> None:
        self.answer = answer
        task = answer.get("task") or {}
        self.dialog, self.said = None, ""
        if task.get("type") == "continue":
            self.dialog = task["value"]["card"]["content"]
            self.teams.check_card(self.dialog, dialog=True)
        elif task:
            assert task["type"] == "message"
            self.said = task["value"]

    def closes(self) -> None:
        """Close the dialog."""
        self.dialog = None

    async def fills_in(self, typed: Mapping[str, str], press: str = "") -> None:
        """Fill in the open dialog by the labels of its fields, and send it by its first button, or this one."""
        assert self.dialog is not None
        inputs = {each["id"]: str(each.get("value", "")) for each in fields(self.dialog).values()}
        for label, text in typed.items():
            each = fields(self.dialog)[label]
            chosen = {one["title"]: one["value"] for one in each.get("choices", ())}
            inputs[each["id"]] = ",".join(chosen[line] for line in text.split("\n")) if chosen else text
        action = found(self.dialog, press) if press else next(actions(self.dialog))
        await self.submits(action, inputs)

    async def presses_inside(self, label: str) -> None:
        """Press a button of the open dialog, or choose from one of its menus."""
        assert self.dialog is not None
        action = found(self.dialog, label)
        if action is not None:
            await self.submits(action, {})
        else:
            field, value, action = choice(self.dialog, label)
            await self.submits(action, {field: value})

    async def submits(self, action: Payload | None, inputs: Mapping[str, str]) -> None:
        assert action is not None
        assert action["type"] == "Action.Submit"
        value = {"data": {**action["data"], **inputs}}
        self._open(await self.deliver(self.activity("invoke", name="task/submit", value=value)))


# --- reading cards ---------------------------------------------------------------------------------------------------


def actions(card: Payload) -> Iterator[Payload]:
    """The buttons of a card, without those behind others."""
    for element in card["body"]:
        yield from element["actions"] if element["type"] == "ActionSet" else ()


def labels(card: Payload) -> list[str]:
    """The labels of all buttons, and of the choices behind them."""
    found: list[str] = []
    for action in actions(card):
        found.append(action["title"])
        if action["type"] == "Action.ShowCard":
            found += [one["title"] for each in action["card"]["body"] for one in each.get("choices", ())]
    return found


def rows(card: Payload) -> list[list[str]]:
    sets = (element["actions"] for element in card["body"] if element["type"] == "ActionSet")
    return [[each["title"] for each in actions] for actions in sets]


def found(card: Payload, label: str) -> Payload | None:
    """A button by its label; the first of several, as somebody would press it."""
    return next((each for each in actions(card) if each["title"] == label and each["type"] != "Action.ShowCard"), None)


def choice(card: Payload, label: str) -> tuple[str, str, Payload]:
    """The id of a menu with this entry, the entry's value, and the button that sends it."""
    for action in actions(card):
        if action["type"] != "Action.ShowCard":
            continue
        menu, row = action["card"]["body"]
        for each in menu["choices"]:
            if each["title"] == label:
                return menu["id"], each["value"], row["actions"][0]
    raise AssertionError((label, labels(card)))


def fields(card: Payload) -> dict[str, Payload]:
    """The inputs of a form, by the label above each."""
    found: dict[str, Payload] = {}
    label = ""
    for element in card["body"]:
        if element["type"] == "RichTextBlock" and element["inlines"][0].get("weight") == "Bolder":
            label = "".join(run["text"] for run in element["inlines"])
        elif element["type"].startswith("Input."):
            found[label] = element
    return found


def texts(card: Payload) -> str:
    """All words of a card, a line each, without labels of buttons."""
    lines = []
    for element in parts(card["body"]):
        if element["type"] == "RichTextBlock":
            lines.append("".join(run["text"] for run in element["inlines"]))
        elif element["type"] == "TextBlock":
            lines.append(element["text"])
    return re.sub(r"[\u200b]", "", "\n".join(lines)).replace("\xa0", " ")


def pictures(card: Payload) -> list[str]:
    return [each["url"] for each in parts(card) if each["type"] == "Image"]
