# Two commands do everything on a fresh machine with Python 3.11 or later:
#   make demo    play a million games of Nautilion and write the report
#   make test    everything that a change could break
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo check test dearest test-long fuzz bench replicate portraits docs picture compiled format lock release clean help

help:
	@sed -n 's/^#   //p' Makefile
	@echo 'make check      lint, types and the shape of the house; nothing is compiled'
	@echo 'make dearest    the dearest tests of the last make test, each with its reason'
	@echo 'make test-long  whole games, killed processes, statistics, many examples'
	@echo 'make fuzz       broken experiments, cards, files, runs, for an hour in all; FUZZ=60 for a minute'
	@echo 'make bench      speed, memory, bytes; against other tools'
	@echo 'make replicate  judge the claims of reports by fresh games: hours, in parts, goes on where it was'
	@echo 'make portraits  the portraits of all games in the documentation anew: ten minutes, goes on where it was'
	@echo 'make docs       the site of the documentation; GALLERY=no leaves out reports of games'
	@echo 'make picture    take the pictures in README and tutorial anew'
	@echo 'make lock       pin the dependencies anew'
	@echo 'make release    build what is published, and try it with every Python of this machine'

$(READY): requirements.lock pyproject.toml examples/pig/pyproject.toml examples/night_market/pyproject.toml \
		examples/yacht/pyproject.toml examples/hex/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "simkit needs Python 3.11 or later; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e examples/pig \
		-e examples/night_market -e examples/yacht -e examples/hex
	@touch $@

# By it editors complete and check experiments; it says what games and questions there are.
SCHEMA := experiments/schema.json
$(SCHEMA): $(READY) $(wildcard simkit/experiment/file/*.py simkit/questions/*.py simkit/training/*.py \
		simkit/games/*/knobs.py strategies/*/*.py examples/*/*/game.py examples/*/*/strategies.py)
	$(BIN)/simkit schema > $@.new && mv $@.new $@

demo: $(SCHEMA)
	$(BIN)/simkit run experiments/nautilion_base.yaml --again

# The rings of tests: docs/decisions/062-rings-of-tests.md.
PYTEST := $(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal

check: $(SCHEMA)  # all tools, and then it fails if one has complained
	@complained=; \
	for tool in "ruff check ." "ruff format --check ." \
			"lint-imports --no-logo" mypy "pytest tests/test_floors.py"; do \
		echo "$$tool"; $(BIN)/$$tool || complained="$$complained; $$tool"; \
	done; \
	test -z "$$complained" || { echo "to mend$$complained"; exit 1; }

test: $(SCHEMA)
	$(MAKE) --jobs 2 check compiled
	$(PYTEST) --junitxml=.pytest_cache/times.xml

dearest: $(READY)  # of the last `make test`
	$(BIN)/python tools/dearest.py

FUZZ ?= 3600
test-long: $(VENV)/.docs-ready compiled
	SIMKIT_FUZZ_SECONDS=$(FUZZ) $(PYTEST) -m 'long or hypothesis' --hypothesis-profile long

fuzz: $(READY)
	SIMKIT_FUZZ_SECONDS=$(FUZZ) $(PYTEST) -m 'long or hypothesis' --hypothesis-profile long tests/fuzz

compiled: $(READY)  # in one process a game, so that the tests need not compile it several times
	SIMKIT_CHECKED=1 $(BIN)/python tools/compile_games.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/.bench-ready: $(READY) requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $@

bench: $(VENV)/.bench-ready
	$(BIN)/python tools/bench.py

replicate: $(READY)
	$(BIN)/python tools/replicate.py --jobs 2

portraits: $(READY)
	$(BIN)/python tools/portraits.py

$(VENV)/.docs-ready: $(READY) requirements-docs.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

GALLERY ?= yes
docs: $(VENV)/.docs-ready
	cd tools && $(abspath $(BIN))/python -m docsite $(if $(filter no,$(GALLERY)),--no-gallery)

picture: demo
	$(BIN)/python tools/picture.py
	cd tools && $(abspath $(BIN))/python -m docsite.tutorial

lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock" --python-version 3.11 \
		--extra all --extra dev --extra test -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock" --python-version 3.11 \
		--extra bench -c requirements.lock -o requirements-bench.lock
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock" --python-version 3.11 \
		--extra docs -c requirements.lock -o requirements-docs.lock

release: $(READY)
	$(BIN)/python tools/release.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
