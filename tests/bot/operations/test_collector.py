"""What the garbage collector has to look at."""

import gc

from bot.cli.serving import spare_what_is_loaded


def test_what_is_loaded_is_spared() -> None:
    """Afterwards a collection sees only what has come since, not the modules."""
    before, threshold = len(gc.get_objects()), gc.get_threshold()
    try:
        spare_what_is_loaded()
        assert len(gc.get_objects()) < before / 10
        assert gc.get_freeze_count() > before / 2
        assert gc.get_threshold()[0] > threshold[0]
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
