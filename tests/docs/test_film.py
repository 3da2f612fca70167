"""The film on the first page: what it must be to play there. `python -m tests.docs.film` makes it again."""

from PIL import Image, ImageSequence

from tests.docs.film import CUTS, FILM, Recorded, frames

MEGABYTE = 1_000_000


def test_the_film_plays_for_twenty_seconds_and_again() -> None:
    """At most 1.5 MB, as wide as a page on GitHub shows it."""
    assert FILM.stat().st_size < 1.5 * MEGABYTE
    with Image.open(FILM) as film:
        lengths = [frame.copy().info["duration"] for frame in ImageSequence.Iterator(film)]
        assert sum(lengths) == 20_000
        assert film.info["loop"] == 0
        assert film.width == 720


def test_a_film_shows_what_is_seen_before_each_act_and_then_the_act() -> None:
    """An edit changes the message in its place; the last cut is the last act; what one person sees is left out."""
    story: list[Recorded] = [(0.0, "post", None, {"id": "1", "text": "lobby"})]
    for label, _ in CUTS:
        story.append((0.0, "do", "7", f"presses “{label}”"))
        story.append((0.0, "edit", None, {"id": "1", "text": f"after {label}"}))
        story.append((0.0, "post", "7", {"id": "2", "text": "private"}))
    shown = [moment for moment, _ in frames(story, {"7": "anna"})]
    acts = [moment for moment in shown if moment.by]
    assert [(moment.by, moment.label) for moment in acts] == [("anna", label) for label, _ in CUTS]
    assert acts[0].messages[0]["text"] == "lobby"
    assert acts[1].messages[0]["text"] == f"after {CUTS[0][0]}"
    assert [message["text"] for message in shown[-1].messages] == [f"after {CUTS[-1][0]}"]
