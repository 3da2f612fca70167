"""The permissions of the Slack app: what each is for. The manifest and docs/slack.md list the same ones."""

REQUIRED = {
    "commands": "`/scrum` and the shortcuts",
    "chat:write": "messages in channels that invited the bot, and private ones",
    "files:write": "pictures of the board, and deleting them when they are out of date",
}
OPTIONAL = {
    "users:read": "people’s display names on the board, and their time zones for working hours",
    "app_mentions:read": "`@Scrum Table roll` in a table’s thread",
}


def parse(granted: str) -> frozenset[str]:
    """Scopes as Slack lists them, separated by commas."""
    return frozenset(scope.strip() for scope in granted.split(",") if scope.strip())
