# Belfry: see it, test it, check it. Everything is built in .venv and nothing outside it is changed,
# but for Debian's chromium, which a root user's `make test` installs where there is no browser.

VENV    := .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed
# Many tests wait for a process or a browser, so that two more than two cores are not too many.
WORKERS ?= 4
ARGS    ?=

CODE    := $(wildcard src tests tools bench)
GROUPS  := --group dev --group bench

.PHONY: help install demo test check lint types contracts bytecode bench screenshots lambda emulator deploy-emulated lock clean

help:
	@echo "make demo     a sample team, its workflows and pages, on this machine (ARGS=--once prints and stops)"
	@echo "make test     the tests (ARGS='-k outbox' for some of them, WORKERS=8 for more at a time)"
	@echo "make check    what CI runs: lint, types, import contracts, tests"
	@echo "make bench    the benchmarks, beside named peers"
	@echo "make screenshots  the pictures in README and docs, taken anew (ARGS='today jobs' for some of them)"
	@echo "make lambda   the packages of the functions on AWS, in build/"
	@echo "make emulator an AWS that is not AWS, on 127.0.0.1:4566, until Ctrl-C"
	@echo "make deploy-emulated  the stacks of home aws, deployed to it"
	@echo "make lock     write the locks of requirements anew from pyproject.toml (ARGS=--upgrade for newer versions)"
	@echo "make clean    remove what was built"

install: $(STAMP)

$(STAMP): pyproject.toml requirements.lock tools/install
	tools/install $(VENV)
	@touch $@

demo: install
	$(BIN)/belfry demo $(ARGS)

check: install
	$(MAKE) --jobs 2 --output-sync lint types contracts bytecode
	$(MAKE) test

lint: install
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: install
	$(BIN)/mypy $(CODE)

contracts: install
	$(BIN)/lint-imports

# Python may write what it compiles, even where it is told not to: each worker and every process that
# a test starts would otherwise compile all that it imports.
test: install
	chromium=$$($(BIN)/python tools/find_chromium.py --install) && \
	PYTHONDONTWRITEBYTECODE= CHROMIUM_PATH="$$chromium" $(BIN)/pytest -n $(WORKERS) --dist worksteal -ra $(ARGS)

# Each worker imports every test. Without this, each would also compile every test, which takes three
# times as long. A test that cannot be imported is reported by `test`.
bytecode: install
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --collect-only --quiet >/dev/null || true

bench: install
	$(BIN)/python -m bench $(ARGS)

screenshots: install
	chromium=$$($(BIN)/python tools/find_chromium.py --install) && \
	CHROMIUM_PATH="$$chromium" $(BIN)/python -m tests.browser.take_pictures docs/images $(ARGS)

lambda: install
	$(BIN)/python tools/build_lambdas.py $(ARGS)

emulator: install
	$(BIN)/python -m tools.emulator $(ARGS)

deploy-emulated: install
	$(BIN)/python -m tools.deploy_emulated $(ARGS)

lock:
	PATH="$$PATH:$(abspath $(BIN))" uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --all-extras $(GROUPS) \
		--output-file requirements.lock $(ARGS) pyproject.toml
	PATH="$$PATH:$(abspath $(BIN))" uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --group emulator --output-file requirements-emulator.lock $(ARGS)

clean:
	rm -rf $(VENV) build .cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
