"""Files to take away: written into the folder in which the console was started."""

from pathlib import Path

WRITTEN = "Written to {path}."
TAKEN = "There is a file {path} already, and I left it as it is. Move it away and ask again for a new one."
FAILED = "{path} could not be written: {reason}."


def keep(folder: Path, name: str, text: str) -> str:
    """Where the file is now; a file that is there already is nobody's to overwrite."""
    path = (folder / Path(name).name).absolute()
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        return TAKEN.format(path=path)
    except OSError as fault:
        return FAILED.format(path=path, reason=fault.strerror or fault)
    return WRITTEN.format(path=path)
