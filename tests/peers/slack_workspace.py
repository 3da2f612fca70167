"""What a workspace has besides messages: canvases, lists, previews of links and steps of workflows."""

import json
from abc import abstractmethod
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.peers.slack_checks import block_violations

Payload = dict[str, Any]


@dataclass
class WorkspaceFeatures:
    """A part of the Slack peer, which answers the methods of the Web API by their names."""

    scopes: str = "commands,chat:write,files:write,users:read,app_mentions:read"
    violations: list[str] = field(default_factory=list)  # requests that Slack would have rejected
    canvases: list[Payload] = field(default_factory=list)
    lists: dict[str, Payload] = field(default_factory=dict)  # by id: schema, rows, and the channels that share it
    steps: dict[str, Payload] = field(default_factory=dict)  # workflow steps that ended, by their execution
    unfurls: list[Payload] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=lambda: count(1))

    @abstractmethod
    def _closed_to_bot(self, channel: str) -> str: ...

    def _canvases_create(self, team: str, arguments: Payload) -> Payload | str:
        if "canvases:write" not in self.scopes:
            return "missing_scope"
        if closed := self._closed_to_bot(arguments["channel_id"]):
            return closed
        self.canvases.append({"team": team, **arguments})
        return {"canvas_id": f"F{next(self._numbers)}"}

    def _slacklists_create(self, team: str, arguments: Payload) -> Payload | str:
        if "lists:write" not in self.scopes:
            return "missing_scope"
        number = f"F{next(self._numbers)}"
        columns = [{**column, "id": f"Col{next(self._numbers)}"} for column in arguments["schema"]]
        primary = [column for column in columns if column.get("is_primary_column")]
        if len(primary) != 1 or primary[0]["type"] != "text":
            return "invalid_args"
        self.lists[number] = {"team": team, "name": arguments["name"], "columns": columns, "rows": [], "channels": []}
        return {"list_id": number, "list_metadata": {"schema": columns}}

    def _slacklists_access_set(self, team: str, arguments: Payload) -> Payload | str:
        known = self.lists.get(arguments["list_id"])
        if known is None or known["team"] != team:
            return "list_not_found"
        if any(map(self._closed_to_bot, arguments["channel_ids"])):
            return "channel_not_found"
        known["channels"] = arguments["channel_ids"]
        return {}

    def _slacklists_items_create(self, team: str, arguments: Payload) -> Payload | str:
        """Add a row. Each field has the key of its column's type; text is rich text."""
        known = self.lists.get(arguments["list_id"])
        if known is None or known["team"] != team:
            return "list_not_found"
        types = {column["id"]: column["type"].replace("text", "rich_text") for column in known["columns"]}
        for value in arguments["initial_fields"]:
            if value["column_id"] not in types:
                return "invalid_column_id"
            if {*value} != {"column_id", types[value["column_id"]]}:
                return "invalid_input_type"
            self.violations += [*block_violations(value.get("rich_text", []))]
        known["rows"].append(arguments["initial_fields"])
        return {"item": {"id": f"Rec{next(self._numbers)}", "list_id": arguments["list_id"]}}

    def _chat_unfurl(self, team: str, arguments: Payload) -> Payload | str:
        if "links:write" not in self.scopes:
            return "missing_scope"
        by_id, by_ts = {"unfurl_id", "source"} & {*arguments}, {"channel", "ts"} & {*arguments}
        if len(by_id) == 1 or len(by_ts) == 1 or not by_id | by_ts:
            return "missing_channel"
        for unfurl in arguments["unfurls"].values():
            self.violations += [*block_violations(unfurl["blocks"])]
        self.unfurls.append({"team": team, **arguments})
        return {}

    def _functions_completesuccess(self, team: str, arguments: Payload) -> Payload | str:
        return self._end_step(team, arguments)

    def _functions_completeerror(self, team: str, arguments: Payload) -> Payload | str:
        return self._end_step(team, arguments)

    def _end_step(self, team: str, arguments: Payload) -> Payload | str:
        execution = arguments["function_execution_id"]
        if execution in self.steps:  # how Slack calls this error isn't documented
            return "invalid_arguments"
        outputs = {"outputs": json.loads(arguments["outputs"])} if "outputs" in arguments else {}
        self.steps[execution] = {"team": team, **arguments, **outputs}
        return {}
