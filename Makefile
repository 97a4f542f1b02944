# Two commands do everything on a fresh machine with Python 3.11 or later:
#   make demo    play a million games of Nautilion and write the report
#   make test    lint, types and tests
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo test test-long bench lint compiled format lock clean help

help:
	@sed -n 's/^#   //p' Makefile
	@echo 'make test-long  the statistical and long checks'
	@echo 'make bench      speed, memory, bytes; against other tools'
	@echo 'make lock       pin the dependencies anew'

$(READY): requirements.lock pyproject.toml examples/pig/pyproject.toml examples/night_market/pyproject.toml \
		examples/yacht/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "simkit needs Python 3.11 or later; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e examples/pig \
		-e examples/night_market -e examples/yacht
	$(BIN)/simkit schema > experiments/schema.json  # by which editors complete and check experiments
	@touch $@

demo: $(READY)
	$(BIN)/simkit run experiments/nautilion_base.yaml --again

test: $(READY)
	$(MAKE) --jobs 2 lint compiled
	$(BIN)/pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

compiled: $(READY)
	SIMKIT_CHECKED=1 $(BIN)/python tools/compile_games.py

test-long: $(READY)
	$(BIN)/pytest -m long

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/.bench-ready: $(READY) requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $@

bench: $(VENV)/.bench-ready
	$(BIN)/python tools/bench.py

lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock" --python-version 3.11 \
		--extra dev --extra test -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes --custom-compile-command "make lock" --python-version 3.11 \
		--extra bench -c requirements.lock -o requirements-bench.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
