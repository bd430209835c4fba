# Rebelote with one command: `make demo`. A changed dependency is installed, everything else is left as it is.

PORT ?= 8501
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.PHONY: help demo setup test check prove bench messages chromium

help:
	@echo "make demo    set up, load and audit the samples, serve the dashboard on http://localhost:$(PORT)"
	@echo "make setup   only set up: .venv with Rebelote and compiled rules"
	@echo "make test    run all tests"
	@echo "make check   ruff, mypy and import-linter"
	@echo "make messages  bring the catalogues of other languages up to date"
	@echo "make prove   the long proofs on simulated deals, some twenty minutes; writes docs/faults.md and docs/outside.md"
	@echo "make bench   how fast records are loaded and audited, as ratios, and the pages over a million deals"

demo: setup
	@$(BIN)/rebelote demo --port $(PORT)

setup: $(VENV)/.installed

# The rules are compiled once before the tests share them.
test: $(VENV)/.installed-test chromium
	@$(BIN)/rebelote doctor --compile >/dev/null
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

messages: $(VENV)/.installed-dev
	$(BIN)/python -m tests.make_messages

prove: $(VENV)/.installed-test
	$(BIN)/python -m tests.prove
	$(BIN)/python -m tests.prove_outside

bench: $(VENV)/.installed-test
	$(BIN)/python -m tests.bench.loading 1000000
	$(BIN)/python -m tests.bench.auditing 200000
	$(BIN)/python -m tests.bench.kernel
	$(BIN)/python -m tests.bench.pages --deals 1000000

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Rebelote needs Python 3.11 or later; name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# A stamp is newer than what it was made from, or pip runs again.
$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing Rebelote and what it needs; that takes a minute the first time."
	$(PIP) install --quiet --constraint constraints.txt --editable .
	@echo "Compiling the rules."
	$(BIN)/rebelote doctor --compile
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(PIP) install --quiet --constraint constraints.txt --editable '.[test]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed-test
	$(PIP) install --quiet --constraint constraints.txt --editable '.[test,dev]'
	@touch $@

# The browser tests drive Chromium. Only root may install it; without it they skip, counted.
CHROMIUM := apt-get update && apt-get install --yes --no-install-recommends chromium
chromium:
	@if $(BIN)/python -m tests.browser >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		{ export DEBIAN_FRONTEND=noninteractive; $(CHROMIUM); } </dev/null >/dev/null || \
			echo "Chromium could not be installed: the browser tests skip." >&2; \
	else echo "No Chromium: the browser tests skip. To run them: sudo sh -c '$(CHROMIUM)'" >&2; fi
