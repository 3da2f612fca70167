"""Somebody before a form with menus, as Slack's client keeps it: what was chosen stays where the block stays."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.adapters.slack.parts import Desk, Someone, found
from tests.peers.slack import Payload
from tests.peers.slack_checks import elements, options

_numbers = count(1)


@dataclass
class Filling:
    """A form that was opened, the last one unless said."""

    who: Someone
    number: int = -1
    entered: dict[tuple[str, str], Payload] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.number %= len(self.who.desk.slack.forms)

    @property
    def desk(self) -> Desk:
        return self.who.desk

    @property
    def view(self) -> Payload:
        return self.desk.slack.forms[self.number]

    @property
    def inputs(self) -> list[Payload]:
        return [block for block in self.view["blocks"] if block["type"] == "input"]

    def offered(self) -> list[str]:
        """What the last menu has to choose from."""
        return [option["text"]["text"] for option in options(self.inputs[-1]["element"])]

    def headings(self) -> list[str]:
        return [group["label"]["text"] for group in self.inputs[0]["element"].get("option_groups", [])]

    def chosen(self) -> list[str]:
        """What the menus say, from the first to the last that says something."""
        values = self._values().values()
        picked = [entered.get("selected_option") for block in values for entered in block.values()]
        return [option["text"]["text"] for option in picked if option]

    async def chooses(self, label: str, *, unheard: bool = False) -> None:
        """An option of a menu; `unheard`: Slack has not told the program yet."""
        action = found(self.inputs[::-1], label)
        self.entered[action["block_id"], action["action_id"]] = {
            "type": action["type"],
            "selected_option": action["selected_option"],
        }
        if not unheard:
            payload = self._payload("block_actions")
            payload["actions"] = [{**action, "action_ts": f"{next(_numbers)}.0"}]
            payload["container"] = {"type": "view", "view_id": payload["view"]["id"]}
            await self.who._deliver("interactive", payload)

    def types(self, text: str) -> None:
        (block,) = [block for block in self.inputs if block["element"]["type"] == "plain_text_input"]
        entered = {"type": "plain_text_input", "value": text or None}
        self.entered[block["block_id"], block["element"]["action_id"]] = entered

    async def sends(self) -> Payload:
        """What the acknowledgement said; errors stand beside inputs of the form, or Slack would not show them."""
        answer = await self.who._deliver("interactive", self._payload("view_submission"))
        assert set(answer.get("errors", {})) <= {block["block_id"] for block in self.inputs}
        if answer.get("response_action") == "update":
            self.desk.slack.forms[self.number] = answer["view"]
        if not answer:
            self.desk.slack.closed.add(self.number)
        return answer

    def _payload(self, kind: str) -> Payload:
        view = {"id": f"V{self.number + 1}", "hash": self.desk.slack.hash_of(self.number), **self.view}
        return {**self.who._interaction(kind), "view": {**view, "state": {"values": self._values()}}}

    def _values(self) -> dict[str, dict[str, Any]]:
        return {
            block["block_id"]: {
                element["action_id"]: self.entered.get((block["block_id"], element["action_id"]), _begins(element))
                for element in elements(block)
            }
            for block in self.inputs
        }


def _begins(element: Payload) -> Payload:
    if element["type"] == "plain_text_input":
        return {"type": element["type"], "value": None}
    return {"type": element["type"], "selected_option": element.get("initial_option")}
