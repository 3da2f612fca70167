"""Rule pages: a Markdown file with one `## key: title` per paragraph."""

import re
from functools import cache
from importlib.resources import files

from games.api import Topic

_HEADING = re.compile(r"^## (?P<key>[a-z-]+): (?P<title>.+)$", re.MULTILINE)


@cache
def read_rules(package: str) -> tuple[Topic, ...]:
    """The paragraphs in `data/rules.md` of a game's package."""
    page = (files(package) / "data" / "rules.md").read_text("utf-8")
    heads = list(_HEADING.finditer(page))
    ends = [head.start() for head in heads[1:]] + [len(page)]
    return tuple(
        Topic(head["key"], head["title"], page[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)
    )
