"""A finished game's film, made for whoever asks and posted in the room."""

from bot.features.history.films import FilmMaker
from bot.kernel.store import Store
from bot.pictures.films import Films
from tests.bot.harness import Bench


async def test_the_film_follows_in_the_room(sqlite_store: Store) -> None:
    """Whoever presses the button is answered at once; a game that was ended early offers none."""
    films = Films()
    bench = Bench(sqlite_store, given={FilmMaker: films})
    try:
        await bench.begin("anna", "ben", options="days=3 hours=50")
        assert "once it’s over" in await bench.refusal("anna", "export film")
        await bench.play_to_the_end()
        posts = len(bench.chat.posts)
        [answer] = await bench.press("ben", bench.choice("Film"))
        assert answer.private
        await bench.chat.until(posts + 1)
        media = bench.chat.last.media
        assert media is not None
        assert media[0].endswith(".gif")
        assert media[1].startswith(b"GIF89a")
        assert bench.chat.last.attached == (media,)
    finally:
        films.close()
        await bench.service.close()


async def test_where_no_films_are_made(bench: Bench) -> None:
    """The console has no process for them: a sentence says what there is instead."""
    await bench.begin("anna", "ben", options="days=3 hours=50")
    await bench.play_to_the_end()
    assert "I can’t make films here" in await bench.refusal("anna", "export film")
    await bench.say("anna", "again")
    await bench.say("anna", "start")
    await bench.say("anna", "end sure")
    assert "Film" not in [act.label for act in bench.chat.last.acts]
