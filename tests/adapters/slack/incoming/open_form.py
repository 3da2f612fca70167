"""A form with menus as Slack's client keeps it: a choice stays while its block_id is the same."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.adapters.slack.harness import SlackHarness, SlackUser, found
from tests.peers.slack import Payload
from tests.peers.slack_checks import elements, options

_numbers = count(1)


@dataclass
class OpenForm:
    """An opened form; by default the last one."""

    who: SlackUser
    number: int = -1
    entered: dict[tuple[str, str], Payload] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.number %= len(self.who.harness.slack.forms)

    @property
    def harness(self) -> SlackHarness:
        return self.who.harness

    @property
    def view(self) -> Payload:
        return self.harness.slack.forms[self.number]

    @property
    def inputs(self) -> list[Payload]:
        return [block for block in self.view["blocks"] if block["type"] == "input"]

    @property
    def menus(self) -> list[Payload]:
        return [block for block in self.inputs if options(block["element"])]

    def offered(self) -> list[str]:
        """The options of the last menu."""
        return [option["text"]["text"] for option in options(self.menus[-1]["element"])]

    def headings(self) -> list[str]:
        return [group["label"]["text"] for group in self.inputs[0]["element"].get("option_groups", [])]

    def chosen(self) -> list[str]:
        """The chosen options, menu by menu."""
        values = self._values().values()
        picked = [entered.get("selected_option") for block in values for entered in block.values()]
        return [option["text"]["text"] for option in picked if option]

    async def chooses(self, label: str, *, undelivered: bool = False) -> None:
        """Choose a menu option. `undelivered`: Slack doesn't notify the program yet."""
        action = found(self.inputs[::-1], label)
        self.entered[action["block_id"], action["action_id"]] = {
            "type": action["type"],
            "selected_option": action["selected_option"],
        }
        if not undelivered:
            payload = self._payload("block_actions")
            payload["actions"] = [{**action, "action_ts": f"{next(_numbers)}.0"}]
            payload["container"] = {"type": "view", "view_id": payload["view"]["id"]}
            await self.who._deliver("interactive", payload)

    def enter(self, name: str, value: Payload) -> None:
        """Fill in the input of this name."""
        self.entered[name, name] = value

    def types(self, text: str) -> None:
        (block,) = [block for block in self.inputs if block["element"]["type"] == "plain_text_input"]
        entered = {"type": "plain_text_input", "value": text or None}
        self.entered[block["block_id"], block["element"]["action_id"]] = entered

    async def sends(self, **more: Any) -> Payload:
        """Submit the form; return the acknowledgement. Errors must name inputs of the form, or Slack hides them."""
        answer = await self.who._deliver("interactive", {**self._payload("view_submission"), **more})
        assert set(answer.get("errors", {})) <= {block["block_id"] for block in self.inputs}
        if answer.get("response_action") == "update":
            self.harness.slack.forms[self.number] = answer["view"]
        if not answer:
            self.harness.slack.closed.add(self.number)
        return answer

    def _payload(self, kind: str) -> Payload:
        about = {"id": f"V{self.number + 1}", "hash": self.harness.slack.hash_of(self.number)}
        view = {**about, **self.who.installed_in(), **self.view}
        return {**self.who._interaction(kind), "view": {**view, "state": {"values": self._values()}}}

    def _values(self) -> dict[str, dict[str, Any]]:
        return {
            block["block_id"]: {
                element["action_id"]: self.entered.get(
                    (block["block_id"], element["action_id"]), _initial_value(element)
                )
                for element in elements(block)
            }
            for block in self.inputs
        }


def _initial_value(element: Payload) -> Payload:
    if element["type"] in {"plain_text_input", "number_input"}:
        return {"type": element["type"], "value": element.get("initial_value")}
    if element["type"] == "multi_users_select":
        return {"type": element["type"], "selected_users": []}
    return {"type": element["type"], "selected_option": element.get("initial_option")}
