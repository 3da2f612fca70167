# `make play` and `make test` do everything, including the set-up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.ready-dev
FUZZ := $(VENV)/.ready-fuzz
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-package scrum-table --custom-compile-command 'make lock'
PLATFORMS := discord slack teams postgres decks tracing

.PHONY: help setup play test quick lint sbom dist bench soak fuzz mutants lock playthroughs gallery messages docs clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

setup: $(DEV)  ## create the virtual environment (the other targets do so on their own)

# Installs only when the requirements have changed, so the second `make` starts at once. Everything that is downloaded is
# compared with the hashes in the lock; Scrum Table itself is installed from this folder.
$(READY): pyproject.toml requirements-play.lock | $(BIN)/python
	@echo "Installing Scrum Table into $(VENV) (once) …"
	@$(PIP) --require-hashes -r requirements-play.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# What the tests need is a gigabyte. uv takes half of pip's processor time for it, on all cores, but doesn't know the
# settings of pip: where it can't download, pip does. uv itself comes from its lines in the lock.
$(DEV): pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing Scrum Table and what its tests need into $(VENV) (once) …"
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > $(VENV)/uv.lock
	@$(PIP) --require-hashes -r $(VENV)/uv.lock
	@$(UV) --compile-bytecode --require-hashes -r requirements.lock || $(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $(READY) $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Scrum Table needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(FUZZ): $(DEV)
	@$(PIP) --no-build-isolation -e '.[fuzz]'
	@touch $@

play: $(READY)  ## open a table in the browser, no token needed (LAN=1: phones and colleagues in the same network can join)
	@$(BIN)/scrum-table play $(if $(LAN),--lan)

test: lint  ## run everything that CI checks
	$(BIN)/pytest -q -n auto --dist loadfile --no-loadscope-reorder

# Without what starts servers, browsers and the program itself, and without a few that take long and find what others find, too.
QUICK := games contract bot/kernel bot/features storage
SLOW := postgres or killed or calibration or random_games or thousand or wins_ or win_some or drawn_in_full or wild_words or kingmaking or tutorial or upgrade or test_pictures or test_reference
quick: $(DEV)  ## check style, and run the rules, the kernel, features and SQLite: for while you work
	@$(MAKE) --no-print-directory lint-style
	$(BIN)/pytest -q -n auto --dist loadfile --no-loadscope-reorder $(QUICK:%=tests/%) -k 'not ($(SLOW))'

lint: $(DEV)  ## check style, types, import directions and known security mistakes
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-javascript lint-mistakes lint-style lint-imports
lint-types:
	$(BIN)/mypy
lint-javascript:
	$(BIN)/python -m tests.javascript
lint-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
lint-imports:
	$(BIN)/lint-imports --no-cache
lint-mistakes:
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive adapters bot games storage
.PHONY: lint-types lint-javascript lint-style lint-imports lint-mistakes

sbom: $(DEV)  ## list what the image contains, with hashes and licences (CycloneDX), in sbom.json
	$(BIN)/python -m tests.supply.sbom requirements-image.lock sbom.json

dist: $(DEV)  ## build what a release publishes into dist/: sdist, wheel, SBOM, licences (TAG=v1.2.3: check it, write its notes)
	$(BIN)/python -m tests.supply.release dist $(TAG)

bench: $(DEV)  ## measure speed, each figure next to a baseline of the same run
	$(BIN)/python -m tests.benchmarks

soak: $(DEV)  ## play many random games; kill replicas repeatedly; run an hour under load without growing (SECONDS=60: shorter)
	SCRUM_SOAK=1 $(BIN)/pytest -q tests/contract tests/faults tests/games/rugby tests/replicas
	$(BIN)/python -m tests.soak --seconds $(or $(SECONDS),3600)

fuzz: $(FUZZ)  ## try other examples of every property, and fuzz what reads input, guided by coverage, a minute each (SECONDS=600: longer)
	SCRUM_FUZZ=1 $(BIN)/pytest -q -n auto -m hypothesis
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60)

mutants: $(DEV)  ## change the code in one place at a time; a test must fail (ONLY=games/sprint/folding.py, TESTS=tests/games/sprint)
	$(BIN)/python -m tests.mutants $(ONLY) $(if $(TESTS),--tests $(TESTS))

playthroughs: $(DEV)  ## regenerate the stored playthroughs after an intended change
	$(BIN)/python -m tests.contract.playthrough

gallery: $(DEV)  ## regenerate the stored pictures and docs/gallery.md after an intended change
	$(BIN)/python -m tests.gallery

messages: $(DEV)  ## collect what can be translated into the catalogues (locale/*.po), and count what is missing
	$(BIN)/python -m tests.languages.messages

docs: $(DEV)  ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "Open site/index.html in a browser; its search needs a server: $(PYTHON) -m http.server --directory site"

lock: $(DEV)  ## update the pinned dependencies: for tests, for `make play`, for the image
	$(COMPILE) --upgrade --extra dev pyproject.toml -o requirements.lock
	$(COMPILE) --extra build -c requirements.lock pyproject.toml -o requirements-play.lock
	$(COMPILE) $(PLATFORMS:%=--extra %) -c requirements.lock pyproject.toml -o requirements-image.lock
	@touch $(READY) $(DEV)

clean:  ## remove everything the targets above created
	rm -rf $(VENV) tests/javascript/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz mutants site dist sbom.json
