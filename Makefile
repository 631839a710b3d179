# Set-up and checks. `make run` and `make test` are all a newcomer needs; `make quick` is for while you work.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What the checks need of the system: PROGRAM:PACKAGE or /FILE:PACKAGE.
PACKAGES := bwrap:bubblewrap firefox-esr:firefox-esr node:nodejs npm:npm pg_ctlcluster:postgresql \
  /usr/sbin/nginx:nginx-light /usr/lib/nginx/modules/ngx_nchan_module.so:libnginx-mod-nchan \
  /usr/include/doctest/doctest.h:doctest-dev /usr/lib/chromium/chromium-headless-shell:chromium-headless-shell

# What only the thorough checks need: each of the processors' compilers is the system's own on one of them.
MORE_PACKAGES := chromium:chromium qemu-x86_64-static:qemu-user-static clang++:clang \
  x86_64-linux-gnu-g++:g++-x86-64-linux-gnu aarch64-linux-gnu-g++:g++-aarch64-linux-gnu

# What compiles the core for other machines and for browsers.
ZIG := ziglang==0.17.0
# What training/network.py needs; later ones for ARM bring the libraries of a GPU along.
TRAINING_TOOLS := torch==2.6.0

.PHONY: run test quick thorough frontend board sanitize fuzz dist docs words wasm figures pictures bench soak mutants clean

run: $(VENV)/.installed $(VENV)/.guide
	@scripts/native $(VENV)
	@$(BIN)/schwarm serve --open $(ARGS)

# What the system lacks is fetched while Python's packages are; the environment may need the system's itself.
test: | $(VENV)/bin/python
	@scripts/packages $(PACKAGES) & packages=$$!; \
	  $(MAKE) --silent $(VENV)/.testing && wait $$packages
	@scripts/native $(VENV)
	@scripts/check

# The loop while you work: seconds instead of minutes; nothing is compiled, started or opened.
quick:
	@scripts/quick

# The page's app, built again whenever one of its files changes.
frontend: $(VENV)/.testing
	@scripts/frontend $(VENV) watch

# The board as a folder for other pages, with an example.
board: $(VENV)/.testing
	@scripts/frontend $(VENV) check
	@$(BIN)/python scripts/board dist/board
	@echo "dist/board/index.html"

thorough: $(VENV)/.testing
	@scripts/packages $(PACKAGES) $(MORE_PACKAGES)
	@scripts/native $(VENV)
	@$(BIN)/python -m pip install --quiet $(DIST_TOOLS) $(TRAINING_TOOLS)
	@SCHWARM_THOROUGH=1 scripts/check
	@$(MAKE) --no-print-directory sanitize bench

# The core's own tests with address and undefined-behaviour sanitizers.
sanitize: $(VENV)/.testing
	@scripts/packages $(PACKAGES)
	@scripts/native-test $(VENV) sanitize

# Damaged input for everything that is read from outside; what was found lies in .fuzz, and runs add up.
SECONDS ?= 60
fuzz: $(VENV)/.testing
	@scripts/native $(VENV)
	@nice -n 19 $(BIN)/python scripts/fuzz $(SECONDS) $(KINDS)

# The source, a wheel for everybody, and wheels with the native core for 64-bit Linux.
DIST_TOOLS := abi3audit auditwheel $(ZIG)
dist: docs
	@rm -rf dist
	@$(BIN)/python -m pip install --quiet $(DIST_TOOLS)
	@$(BIN)/python -m build --sdist --wheel -C wheel.cmake=false -C wheel.py-api=py3 --outdir dist
	@$(BIN)/python scripts/wheels dist

# The guide, in English and German.
docs: $(VENV)/.testing
	@$(BIN)/python scripts/guide

words: $(VENV)/.testing
	@$(BIN)/python scripts/words
	@$(BIN)/python scripts/guide --words

# The core as WebAssembly, kept in the repository; only whoever changes the core needs the pinned zig.
wasm: $(VENV)/.testing
	@$(BIN)/python -m pip install --quiet $(ZIG)
	@$(BIN)/python scripts/wasm

figures: $(VENV)/.testing
	@scripts/native $(VENV)
	@$(BIN)/python scripts/figures

# The boards and the game in README.md.
pictures: $(VENV)/.testing
	@$(BIN)/python scripts/pictures

# The peers are measured in the same run where they can be installed.
bench: $(VENV)/.testing
	@scripts/native $(VENV)
	@$(BIN)/python -m pip install --quiet socha==4.3.9 open_spiel "pettingzoo[classic]" || true
	@$(BIN)/python benchmarks/rules.py
	@$(BIN)/python benchmarks/core.py
	@$(BIN)/python benchmarks/learn.py
	@$(BIN)/python benchmarks/referee.py
	@$(BIN)/python -m benchmarks.client_attacks
	@$(BIN)/python benchmarks/arena.py
	@$(BIN)/python benchmarks/web.py
	@$(BIN)/python -m benchmarks.attacks

# Kills and resumes serve, match, season and a cluster for so many kills or minutes; build/soak.json adds up all runs.
soak: $(VENV)/.testing
	@scripts/native $(VENV)
	@SCHWARM_PATIENCE=900 PYTHONPATH=tests $(BIN)/python -m soak --kills $(or $(KILLS),0) --minutes $(or $(MINUTES),10) --seed $(or $(SEED),0) \
	  --jobs $(or $(JOBS),2) --kinds "$(KINDS)"

# Small changes of the rooms, one at a time in a copy: does a test notice each? build/mutants has every change and its fate.
MUTATION_TOOLS := coverage==7.17.3 mutmut==3.8.1
mutants: $(VENV)/.testing
	@scripts/native $(VENV)
	@$(BIN)/python -m pip install --quiet $(MUTATION_TOOLS)
	@nice -n 19 $(BIN)/python scripts/mutants --draw $(or $(DRAW),400) --seed $(or $(SEED),1) $(ARGS)

clean:
	rm -rf $(VENV) build dist src/schwarm/web/guidebook .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" scripts/environment $(VENV)

# Built once and again when a page changes, so that `make run` can offer it; not being able to is no reason to stop.
$(VENV)/.guide: $(shell find docs -type f ! -name '*.mo') | $(VENV)/.installed
	@scripts/guidebook $(VENV)
	@touch $@

# Stamps: what is installed already needs no network a second time.
$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@scripts/install $(VENV) ".[arena,build,web]"
	@touch $@

# Of all that the checks need, most is never imported; what is, is compiled then.
$(VENV)/.testing: pyproject.toml | $(VENV)/bin/python
	@scripts/install $(VENV) ".[dev]" --no-compile
	@touch $@ $(VENV)/.installed
