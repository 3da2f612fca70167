# `make play` and `make test` do everything, including the set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
FUZZ := $(VENV)/.ready-fuzz

.PHONY: help setup play test lint bench soak fuzz mutants lock playthroughs gallery docs clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup: $(DEV)  ## create the virtual environment (the other targets do so on their own)

# Installs only when the requirements have changed, so the second `make` starts at once.
$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Scrum Table needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Scrum Table into $(VENV) (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	@touch $@

$(DEV): $(READY)
	@echo "Installing what the tests need into $(VENV) (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@

$(FUZZ): $(DEV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[fuzz]'
	@touch $@

play: $(READY)  ## open a table in the browser, no token needed
	@$(BIN)/scrum-table play

test: lint  ## run everything that CI checks
	$(BIN)/pytest -q -n auto --dist loadfile

lint: $(DEV)  ## check style, types and import directions
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(DEV)  ## measure speed, each figure next to a baseline of the same run
	$(BIN)/python -m tests.benchmarks

soak: $(DEV)  ## kill replicas repeatedly; run an hour under load without growing (SECONDS=60: shorter)
	SCRUM_SOAK=1 $(BIN)/pytest -q tests/replicas
	$(BIN)/python -m tests.soak --seconds $(or $(SECONDS),3600)

fuzz: $(FUZZ)  ## fuzz everything that reads input, guided by coverage, a minute each (SECONDS=600: longer)
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60)

mutants: $(DEV)  ## change the rules one place at a time; a test must fail (SAMPLE=300, ONLY=games/sprint, ALL=1)
	$(BIN)/python -m tests.mutants $(if $(ALL),--all) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(ONLY),--only $(ONLY))

playthroughs: $(DEV)  ## regenerate the stored playthroughs after an intended change
	$(BIN)/python -m tests.contract.playthrough

gallery: $(DEV)  ## regenerate the stored pictures and docs/gallery.md after an intended change
	$(BIN)/python -m tests.gallery

docs: $(DEV)  ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "Open site/index.html in a browser; its search needs a server: $(PYTHON) -m http.server --directory site"

lock: $(DEV)  ## update the pinned dependencies
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --no-emit-package scrum-table \
		--custom-compile-command 'make lock' --upgrade pyproject.toml -o requirements.lock
	@touch $(READY) $(DEV)

clean:  ## remove everything the targets above created
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz .mutants site
