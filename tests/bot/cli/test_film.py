"""Pictures of exported games: `scrum-table draw` and `scrum-table film`."""

import gc
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.cli.app import main
from bot.cli.simulated.simulation import as_export, play
from bot.features.fairness.export import BrokenExport, read, write
from bot.pictures.animation import film, frames
from bot.pictures.painter import SCALE, pixels
from games import GAMES
from games.contract import defaults
from games.graphics.svg import LANDSCAPE

GAME = GAMES["sprint"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.json"
    game = as_export(play(GAME, 2, {**defaults(GAME), "hours": 50, "days": 3}, bytes(range(32))))
    path.write_text(write(game), "utf-8")
    return path


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


def faulty(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert run(*words) == 2
    return capsys.readouterr().err


def test_draw(file: Path, tmp_path: Path) -> None:
    """The last board of a game as PNG, SVG and text, with the given names."""
    out = {ending: tmp_path / f"board.{ending}" for ending in ("png", "svg", "txt")}
    assert run("draw", file, "--png", out["png"]) == 0
    assert run("draw", file, "--svg", out["svg"], "--names", "Zoë,<&>", "--dark") == 0
    assert run("draw", file, "--text", out["txt"], "--names", "Zoë") == 0
    with Image.open(out["png"]) as board:
        assert board.width == SCALE * LANDSCAPE[0]
    assert "<title>Zoë</title>" in out["svg"].read_text("utf-8")
    assert "<title>&lt;&amp;&gt;</title>" in out["svg"].read_text("utf-8")
    assert "A Zoë" in out["txt"].read_text("utf-8")


def test_choosing_what_to_draw(file: Path, tmp_path: Path) -> None:
    """`--at` goes back in time, `--chart` shows the chart, `--seat` what one seat sees."""
    out = tmp_path / "board.txt"
    run("draw", file, "--at", "5", "--text", out)
    assert out.read_text("utf-8").startswith("Day 1 of 3 · 50 h left")
    run("draw", file, "--chart", "--text", out, "--seat", "1")
    assert out.read_text("utf-8").startswith("Sprint burndown")


def test_errors_of_draw(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is a sentence that says what is wrong."""
    out = tmp_path / "board.txt"
    assert "There is no event 9999" in faulty(capsys, "draw", file, "--at", "9999", "--text", out)
    assert "There is no event 0" in faulty(capsys, "draw", file, "--at", "0", "--text", out)
    assert "There is no event -3" in faulty(capsys, "draw", file, "--at=-3", "--text", out)
    assert "hasn’t started" in faulty(capsys, "draw", file, "--at", "1", "--text", out)
    assert "There is no seat 2; seats are 0 to 1" in faulty(capsys, "draw", file, "--seat", "2", "--text", out)
    assert "Can't read" in faulty(capsys, "draw", tmp_path / "none.json", "--text", out)
    assert not out.exists()


@pytest.mark.parametrize("ending", ["gif", "apng"])
def test_film(file: Path, tmp_path: Path, ending: str) -> None:
    """A whole game as an animation: many frames of one size, the last one shown longest."""
    out = tmp_path / f"game.{ending}"
    assert run("film", file, out) == 0
    with Image.open(out) as found:
        assert getattr(found, "n_frames", 1) > 5
        assert found.width == LANDSCAPE[0]
        found.seek(getattr(found, "n_frames", 1) - 1)
        assert found.info["duration"] == 4000


def test_progress(file: Path, tmp_path: Path) -> None:
    """Each frame is reported once, in order, and all frames share a palette so that the file stays small."""
    boards = list(frames(read(file.read_text("utf-8"))))
    heard: list[tuple[int, int]] = []
    film(boards, tmp_path / "game.gif", progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, len(boards)) for done in range(1, len(boards) + 1)]


def test_a_long_film_needs_no_more_memory(file: Path, tmp_path: Path) -> None:
    """A handful of pictures is in memory at any time, however many there are."""
    boards = list(frames(read(file.read_text("utf-8"))))[:6]
    alive: list[int] = []

    def count_pictures(done: int, total: int) -> None:
        if done == total:
            alive.append(sum(isinstance(each, Image.Image) for each in gc.get_objects()))

    film(boards, tmp_path / "short.gif", progress=count_pictures)
    film(boards * 4, tmp_path / "long.gif", progress=count_pictures)
    short, long = alive
    assert long <= short + 1
    with Image.open(tmp_path / "long.gif") as found:
        assert getattr(found, "n_frames", 1) == 4 * len(boards)


def test_a_very_long_game_has_a_film_of_limited_length(file: Path) -> None:
    """Boards are left out evenly; the last one is always there."""
    game = read(file.read_text("utf-8"))
    everything, some = list(frames(game)), list(frames(game, most=5))
    assert len(some) <= 5 + 1 < len(everything)
    assert some[-1] == everything[-1]
    assert set(some) <= set(everything)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_gif_shows_what_was_drawn(file: Path, tmp_path: Path, number: int) -> None:
    """Each frame only holds what has changed, and still shows the whole board."""
    boards = list(frames(read(file.read_text("utf-8"))))[:6]
    film(boards, tmp_path / "game.gif")
    with Image.open(tmp_path / "game.gif") as found:
        found.seek(number % len(boards))
        shown = found.convert("RGB")
    drawn = pixels(boards[number], 1.0).convert("RGB")
    difference = ImageChops.difference(shown, drawn).convert("L")
    assert sum(difference.histogram()[40:]) < 0.01 * shown.width * shown.height  # only blends at edges differ


def test_progress_on_a_terminal(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command shows it on a terminal, and prints nothing into a pipe."""
    run("film", file, tmp_path / "game.gif")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run("film", file, tmp_path / "game.gif")
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.split()[0] == last.split()[2]


def test_boards_of_different_sizes(tmp_path: Path) -> None:
    """The film is as large as the largest board, and the smaller ones keep their paper around them."""
    paper = '<rect width="99" height="99" fill="{}"/>'
    board = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">' + paper + "</svg>"
    film([board.format(20, 10, "#112233"), board.format(10, 30, "#445566")], tmp_path / "game.gif")
    with Image.open(tmp_path / "game.gif") as found:
        assert found.size == (20, 30)
        assert found.convert("RGB").getpixel((19, 29)) == (0x11, 0x22, 0x33)
        found.seek(1)
        assert found.convert("RGB").getpixel((19, 29)) == (0x44, 0x55, 0x66)


def test_frames(file: Path) -> None:
    """Each differs from the one before; the same game gives the same film."""
    game = read(file.read_text("utf-8"))
    found = list(frames(game))
    assert all(one != other for one, other in pairwise(found))
    assert "Sprint" in found[-1]
    assert found == list(frames(game))
    assert next(frames(game, dark=True)) != found[0]


def test_errors_of_film(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong file extension, a game with nothing to show."""
    assert ".gif or .apng" in faulty(capsys, "film", file, tmp_path / "game.mp4")
    with pytest.raises(BrokenExport, match="nothing to show"):
        film([], tmp_path / "game.gif")
