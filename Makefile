# `make play` and `make test` do all the set-up, from a bare clone.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
KERNEL := $(wildcard src/newfound/core/*.py src/newfound/games/*/*.py src/newfound/bots/_tree.py)
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: play test check fast bench ci clean

play: .stamps/install
	$(BIN)/newfound play

test: .stamps/fast check
	$(BIN)/python -m pytest -n auto

check: .stamps/install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

fast: .stamps/fast

bench: .stamps/fast
	$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	$(BIN)/newfound bench

# The install compiles the rules too, where there is a compiler.
.stamps/install: pyproject.toml constraints.txt setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt setuptools mypy librt
	$(BIN)/pip install -q -c constraints.txt --no-build-isolation -e '.[test]'
	@mkdir -p .stamps && touch $@

# Compiles in place when a source is newer than the last compilation.
.stamps/fast: .stamps/install $(KERNEL)
	$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

clean:
	rm -rf .venv .stamps build .mypy_cache .ruff_cache .pytest_cache src/*.so
	find src -name '*.so' -delete
