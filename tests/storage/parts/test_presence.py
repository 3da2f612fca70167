"""Who is here at which process, on both databases."""

from bot.features.presence import FOLLOWED_AS, PresenceStore
from bot.kernel.store import Store
from tests.storage.examples import NOW

ANNA, BEN = ("table", "web:anna"), ("table", "web:ben")


async def test_who_is_at_other_processes(store: Store) -> None:
    """Until they leave, or their process has said nothing for a while."""
    presence = store.part(PresenceStore)
    await presence.put_presence("one", frozenset({ANNA, BEN}), frozenset(), NOW + 60)
    await presence.put_presence("two", frozenset({ANNA}), frozenset(), NOW + 60)
    assert await presence.presence_elsewhere("two", NOW) == {ANNA, BEN}
    assert await presence.presence_elsewhere("one", NOW) == {ANNA}
    await presence.put_presence("one", frozenset(), frozenset({BEN}), NOW + 90)
    assert await presence.presence_elsewhere("two", NOW + 80) == {ANNA}
    assert await presence.presence_elsewhere("one", NOW + 80) == frozenset()
    assert await presence.presence_elsewhere("two", NOW + 90) == frozenset()


async def test_somebody_is_forgotten(store: Store) -> None:
    """Nothing is left of them, and others are told."""
    presence = store.part(PresenceStore)
    await presence.put_presence("one", frozenset({ANNA, BEN}), frozenset(), NOW + 60)
    assert FOLLOWED_AS in await store.forget("web:anna")
    assert await presence.presence_elsewhere("two", NOW) == {BEN}
