"""The run: collect the tests, find out what each reaches, then try one mutant after the other."""

import gc
import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import hypothesis
import pytest

from tests.mutants.config import Config
from tests.mutants.reach import Calls, Reach, Selection, function_of, measured, version_of
from tests.mutants.sources import Mutant, mutants, mutated
from tests.mutants.trial import OPTIONS, Children, Functions, Outcome, Verdict, run, run_again

Done = Callable[[Mutant, Outcome], None]
Items = dict[str, pytest.Function]
CHUNK = 40  # tests that are measured in one process
CHUNK_SECONDS = 3600  # far more than they take
SLOWER = 4  # a mutant may take so many times as long as its tests do


def all_mutants(config: Config) -> list[Mutant]:
    return [mutant for path in config.paths() for mutant in mutants(path, (config.root / path).read_text())]


def sample(found: Sequence[Mutant], size: int | None) -> list[Mutant]:
    """The same ones every time; None: all of them."""
    kept = set(sorted(found, key=lambda mutant: mutant.order)[:size])
    return [mutant for mutant in found if mutant in kept]


def try_out(config: Config, chosen: Sequence[Mutant], done: Done) -> None:
    """Try every mutant, and call `done` with what came of it."""
    # the first failing example is enough; the same examples every time
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", deadline=None, database=None, derandomize=True, phases=phases)
    with Calls(config.root) as imports:
        plugin = Session(config, chosen, done, imports)
        arguments = [*OPTIONS, f"--rootdir={config.root}", *(f"{config.root}/{test}" for test in config.tests)]
        code = pytest.main(arguments, plugins=[plugin])
    if not plugin.ran:
        raise SystemExit(f"The tests could not be collected: pytest ended with {code!r}.")


class Session:
    """A pytest plugin that tries mutants where the tests would run."""

    def __init__(self, config: Config, chosen: Sequence[Mutant], done: Done, imports: Calls) -> None:
        self.ran = False
        self._config = config
        self._chosen = chosen
        self._done = done
        self._imports = imports

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        self.ran = True
        self._imports.stop()
        items = {item.nodeid: item for item in session.items if isinstance(item, pytest.Function)}
        items = {test: item for test, item in items.items() if not self._is_left_out(test)}
        reach = measure(self._config, session, items)
        trials = Trials(self._config, session, items, reach, self._imports.functions())
        for mutant in self._chosen:
            trials.start(mutant, partial(self._done, mutant))
        trials.finish()
        return True

    def _is_left_out(self, test: str) -> bool:
        return any(part in test for part in self._config.left_out)


def measure(config: Config, session: pytest.Session, items: Items) -> Reach:
    """Run every test that is new or different, without a mutant, and note what it calls."""
    folder = config.root / config.folder
    folder.mkdir(exist_ok=True)
    versions = {test: version_of(inspect.unwrap(item.function)) for test, item in items.items()}
    reach = Reach(folder / "reach.jsonl", versions)
    reach.load()
    unknown = [items[test] for test in reach.unknown()]
    children = Children(config.jobs)
    for start in range(0, len(unknown), CHUNK):
        work = partial(_note, Calls(config.root), session, unknown[start : start + CHUNK], reach)
        children.start(work, CHUNK_SECONDS, lambda _: None)
    children.finish()
    reach.load()
    return reach


def _note(calls: Calls, session: pytest.Session, items: Sequence[pytest.Item], reach: Reach, _: Path) -> int:
    session.config.option.maxfail = 0
    protocol = session.config.hook.pytest_runtest_protocol
    for item, following in zip(items, [*items[1:], None], strict=True):
        failed = session.testsfailed
        seconds, functions = measured(calls, partial(protocol, item=item, nextitem=following))
        reach.note(item.nodeid, seconds, functions, failed=session.testsfailed > failed)
    return 0


class Trials:
    """Mutants, tried in processes that are forked from this one."""

    def __init__(
        self, config: Config, session: pytest.Session, items: Items, reach: Reach, at_import: set[str]
    ) -> None:
        """`at_import`: functions that are called while modules are imported."""
        self._root = config.root
        self._patience = config.patience
        self._session = session
        self._items = items
        self._at_import = at_import
        self._functions = Functions(str(path) for path in config.root.glob("**/*.py"))
        mentions = self._functions.mentions(lambda code: function_of(code, f"{config.root}/"))
        self._selection = Selection(reach, mentions, at_import, config.budget)
        self._killers: dict[str, Counter[str]] = {}
        self._later: list[Callable[[], None]] = []
        self._children = Children(config.jobs)
        gc.freeze()  # a fork shares what the collector does not touch

    def start(self, mutant: Mutant, done: Callable[[Outcome], None]) -> None:
        self._try_others()
        first, others = self._selection.tests(mutant)
        # a test that killed a mutant of the same function is likely to kill the next one
        killers = self._killers.setdefault(mutant.function, Counter())

        def note(outcome: Outcome) -> None:
            killers.update([outcome.killer] if outcome.killer else [])
            done(outcome)

        def go_on(outcome: Outcome) -> None:
            if outcome.status == "survived" and others:
                self._later.append(partial(self._run, mutant, others, note))
            else:
                note(outcome)

        if first:
            self._run(mutant, sorted(first, key=lambda test: -killers[test]), go_on)
        else:
            done(Outcome("unreached"))

    def _run(self, mutant: Mutant, tests: list[str], done: Callable[[Outcome], None]) -> None:
        limit = SLOWER * self._selection.seconds(tests) + self._patience
        self._children.start(partial(self._work, mutant, tests), limit, done)

    def finish(self) -> None:
        self._children.finish()
        self._try_others()
        self._children.finish()

    def _try_others(self) -> None:
        """Those that survived so far have to survive all the other tests that reach them."""
        later, self._later = self._later, []
        for run_others in later:
            run_others()

    def _work(self, mutant: Mutant, tests: Sequence[str], folder: Path) -> int:
        code, verdict = mutated(self._root, mutant), Verdict(folder / "killer")
        if not mutant.names and self._functions.exchange(code):
            self._session.config.pluginmanager.register(verdict)
            failed = run(self._session, [self._items[test] for test in tests])
            if failed or mutant.function not in self._at_import:
                return failed
        return run_again(self._root, mutant.path, code, tests, verdict)  # takes seconds: it imports everything
