"""Each game, and a retrospective, in each language: no English word is left in what people read.

What a catalogue doesn't have yet is left out here, so that nobody who changes a sentence has to translate it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.kernel.messages import Page, Person, Reply, Request, Typed
from games.graphics.drawing import Drawing
from games.language import ENGLISH, Catalogue, add_language, catalogue, languages
from games.sheets import Sheet
from storage import open_store
from tests.bot.harness import ROOM, Bench, new_id
from tests.languages.messages import LANGUAGES, TRANSLATED
from tests.languages.pseudo import remove

TAGS = [tag for tag in languages() if tag != ENGLISH and tag.replace("-", "_") in LANGUAGES]
MISSING = "·"
# common words of English that none of our other languages has
ENGLISH_WORDS = re.compile(
    r"\b(the|and|you|your|with|have|has|their|this|that|from|every|everybody|nobody|what|which|when|left|rolls|moves|"
    r"plays|takes|waiting|press|type|choose|there|other|others|because|until|after|before|don’t|isn’t|it’s)\b",
    re.IGNORECASE,
)
# commands, a name, and what the suggested moves of people say in a retrospective: nobody translates what people write
_TYPED = re.compile(
    r"`[^`]*`|\b\w+=\w+|\bThe(?: Scrum Game|$)|Ask three people who use it|Sit together for a morning and fix it|"
    r"Show it to somebody from another team|Try it for two weeks and review it by the next retrospective"
)
QUERIES = ("help", "help commands", "rules", "rules goal", "status", "log", "options", "board", "hint", "hand")
ASKED: Mapping[str, tuple[str, ...]] = {
    "sprint": ("rules impediments", "chart"),
    "scrumkin": ("rules cards",),
    "rugby": ("rules scrum", "offer"),
    "retro": ("formats", "actions", "note 1 Ölfleck"),
}
REFUSED = ("new nothing", "roll", "play 99", "move a1-a2", "vote", "next", "view dark", "bot", "pace sometimes", "undo")


class _OrMissing(Mapping[str, Any]):
    """A catalogue of which the gaps are seen."""

    def __init__(self, known: Mapping[str, Any], missing: object) -> None:
        self._known = known
        self._missing = missing

    def get(self, key: str, default: object = None) -> Any:
        return self._known.get(key, self._missing)

    def __getitem__(self, key: str) -> Any:
        return self.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def with_gaps(tag: str) -> str:
    """The language, with a mark in place of every sentence that it lacks."""
    real = catalogue(tag)
    made = Catalogue(f"{tag}-x-gaps", real.name, _OrMissing(real.texts, MISSING), real.counted, real.form)
    add_language(made)
    return made.tag


def read(shown: object) -> Iterator[str]:
    """Everything that a person reads of something."""
    match shown:
        case Drawing():
            yield from (shown.text, shown.alt, *re.findall(r"<(?:text|title)[^>]*>([^<]*)<", shown.svg() or ""))
        case Sheet():
            yield shown.text
        case Reply():
            yield from (shown.text, shown.note, shown.call)
            for act in shown.acts:
                yield from (act.label, act.note, act.yes, act.beside, act.form)
            for card in shown.cards:
                yield from (card.title, card.text, card.kind, card.note)
            yield from (each.label for each in shown.lines)
            if shown.menu:
                yield from (shown.menu.title, *(each.label for each in shown.menu.lines))
            for part in (shown.drawing, shown.lead):
                if part is not None:
                    yield from read(part)
        case Page():
            yield from (shown.title, shown.goal, *(text for _, text in shown.feed), *map(str, dict(shown.figures)))
            yield from read(shown.reply)


class _Table(Bench):
    """A table whose people speak one language."""

    language = ""
    seen: list[object]

    async def say(self, name: str, line: str, **_: Any) -> list[Reply]:
        who = Person(f"test:{name}", name, locale=self.language)
        replies = list((await self.service.handle(Request(new_id(), ROOM, who, Typed(line)))).replies)
        self.seen += replies
        return replies


async def played(bench: _Table, key: str) -> None:
    """Part of a game: its lobby, moves, questions, refusals and its end."""
    await bench.say("Anna", f"new {key}")
    await bench.say("Ben", "join")
    for line in ("options", "help"):
        await bench.say("Anna", line)
    await bench.say("Anna", "start")
    for step in range(40):
        standing = await bench.standing()
        if not standing.playing or not standing.game.awaits(standing.state):
            break
        if step in {0, 3, 20}:
            for line in (*QUERIES, *ASKED[key], *REFUSED):
                await bench.say("Anna" if step % 2 else "Ben", line)
            bench.seen.append(await bench.service.page(ROOM, Person("test:Anna", "Anna", locale=bench.language)))
        standing = await bench.standing()
        if standing.playing and standing.game.awaits(standing.state):
            await bench.step()
    for name in ("Anna", "Ben"):
        await bench.say(name, "end sure")
    await bench.say("Anna", "status")


@pytest.mark.parametrize("key", TRANSLATED)
@pytest.mark.parametrize("tag", TAGS)
async def test_nothing_is_said_in_english(tag: str, key: str, tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    bench = _Table(store, counts=0)
    bench.language, bench.seen = with_gaps(tag), []
    try:
        await played(bench, key)
    finally:
        await bench.service.close()
        await store.close()
        remove(bench.language)
    shown = [*bench.seen, *(reply for _, reply in bench.chat.posts)]
    assert len(bench.chat.posts) > 3
    left = {text for each in shown for text in read(each) if text and ENGLISH_WORDS.search(_TYPED.sub("", text))}
    assert not left, "\n---\n".join(sorted(left)[:20])
