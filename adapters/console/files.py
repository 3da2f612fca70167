"""Exported files, saved in the folder in which the console was started."""

from pathlib import Path

SAVED = "Saved to {path}."
ALREADY_EXISTS = "The file {path} already exists, so I left it alone. Move it and try again to get a new one."
FAILED = "I couldn't save {path}: {reason}."


def save_file(folder: Path, name: str, text: str) -> str:
    """Save a file and return a sentence saying where; never overwrite an existing one."""
    path = (folder / Path(name).name).absolute()
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        return ALREADY_EXISTS.format(path=path)
    except OSError as error:
        return FAILED.format(path=path, reason=error.strerror or error)
    return SAVED.format(path=path)
