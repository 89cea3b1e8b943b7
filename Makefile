# make play   sets everything up and opens the table in the browser
# make test   sets everything up and runs lint, types and all tests
# make test-long  what takes longer than a coffee: thousands of matches, hand-written generators against their clauses, 10,000 pairs with secrets, 2,000 of them at every endpoint of a seat, every visit of the browser, an agent that learns, 10,000 calls whose results are altered
# make test-postgres  several processes on a PostgreSQL of their own, and accounts, lobby and battles there (needs Debian's `postgresql`)
# make docs   builds the docs as a site, into .site
# make compiled  compiles the kernel and the rules into build/native, which `make play` then uses; test-compiled replays the goldens there
# make bench  compares our speed, plain and compiled, with that of other engines, in one run, and times the odds of great fights; writes docs/speed.md
# make balance  plays and writes the balance reports of docs/balance (long; goes on where it was interrupted)
# make calibration  measures anew whether the shown chance to win comes true, and puts it right (long; goes on where it was interrupted)
# make client checks the client alone: layout, lint, types, tests without a browser
# make lock   renews the lock files in requirements/: the newest versions that pyproject.toml allows, with their hashes
# make wire   makes the client's types of messages from the server's
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

.PHONY: play test test-long test-postgres house lint types docs bench balance calibration screenshots clean

play: $(VENV)/.ready
	@PYTHONPATH="$$($(BIN)/python tools/native/build.py --path)" $(BIN)/bivouac serve --port $(PORT)

test: $(VENV)/.ready-dev
	@bash tools/browser.sh
	@$(MAKE) --no-print-directory --jobs 2 --output-sync types docs client house
	$(BIN)/python -m pytest -n 2

house: $(VENV)/.ready-dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .

NATIVE := build/native
.PHONY: compiled test-compiled
compiled: $(VENV)/.ready-dev
	$(BIN)/python tools/native/build.py

test-compiled: compiled
	BIVOUAC_BUILD=compiled $(BIN)/python -m pytest -n 2 -o pythonpath="$(NATIVE) tests" tests/contract/test_goldens.py tests/contract/test_encode.py tests/contract/test_plans.py tests/contract/test_forecast.py tests/contract/test_expectation.py tests/titles/*/test_odds.py tests/core/test_speed.py

test-long: $(VENV)/.ready-dev
	BIVOUAC_LONG=1 $(BIN)/python -m pytest -n 2 tests/web
	BIVOUAC_LONG=1 $(BIN)/python -m pytest tests/doors/test_train.py
	BIVOUAC_ENDPOINT_PAIRS=2000 BIVOUAC_THINKING_PAIRS=100 $(BIN)/python -m pytest -n 2 tests/server/test_server_secrets.py
	BIVOUAC_FUZZ=200 BIVOUAC_MATCHES=200 BIVOUAC_PAIRS=10000 $(BIN)/python -m pytest -n 2 tests/contract/test_play.py tests/contract/test_pairs.py
	BIVOUAC_CALLS=2000 $(BIN)/python -m pytest -n 2 tests/contract/test_alterations.py
	BIVOUAC_EDITS=10000 $(BIN)/python -m pytest -n 2 tests/titles/hold_the_line/test_workshop.py tests/contract/test_positions.py
	BIVOUAC_ORACLE=1000 $(BIN)/python -m pytest -n 2 tests/titles/*/test_oracle.py

test-postgres: $(VENV)/.ready-dev
	bash tools/postgres.sh run $(BIN)/python -m pytest -n 2 tests/server/test_server_shared.py tests/server/test_place_*.py tests/server/test_server_battles.py

lint: $(VENV)/.ready-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check .

types: $(VENV)/.ready-dev
	$(BIN)/mypy

docs: $(VENV)/.ready-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.ready-dev
	$(BIN)/python benchmarks/compare.py --docs
	$(BIN)/python benchmarks/odds.py --both --docs

balance: $(VENV)/.ready-dev
	-$(BIN)/python tools/native/build.py
	PYTHONPATH="$$($(BIN)/python tools/native/build.py --path)" $(BIN)/python tools/balance.py

calibration: $(VENV)/.ready-dev
	-$(BIN)/python tools/native/build.py
	OPENBLAS_NUM_THREADS=1 PYTHONPATH="$$($(BIN)/python tools/native/build.py --path)" $(BIN)/python tools/calibration.py

screenshots: $(VENV)/.ready-dev
	@bash tools/browser.sh
	$(BIN)/python tools/screenshots.py

CLIENT := tools/client
CLIENT_BIN := $(CLIENT)/node_modules/.bin
CLIENT_CODE := "src/bivouac/web/js/**/*.js" "tests/web/unit/**/*.js"

.PHONY: client wire
client: export PATH := $(CURDIR)/$(BIN):$(PATH)
client: $(CLIENT)/node_modules/.ready
	$(CLIENT_BIN)/prettier --config $(CLIENT)/prettier.json --log-level warn --check $(CLIENT_CODE)
	$(CLIENT_BIN)/eslint --config $(CLIENT)/eslint.config.js $(CLIENT_CODE)
	$(CLIENT_BIN)/tsc --project $(CLIENT)
	node --test --test-reporter dot "tests/web/unit/**/*.test.js"

$(CLIENT)/node_modules/.ready: $(CLIENT)/package.json $(CLIENT)/package-lock.json $(VENV)/.ready-dev
	@echo "Installing what checks the client …"
	@npm ci --prefix $(CLIENT) --silent --no-audit --no-fund
	@touch $@

wire: $(VENV)/.ready-dev
	$(BIN)/python tools/wire.py

LOCK := UV_NATIVE_TLS=1 $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

.PHONY: lock
lock: $(VENV)/.ready-dev
	$(LOCK) --upgrade --extra dev --output-file requirements/dev.txt
	$(LOCK) --upgrade --extra server --extra checkout --constraints requirements/dev.txt --output-file requirements/server.txt
	$(LOCK) --upgrade --extra server --extra postgres --constraints requirements/dev.txt --output-file requirements/hosting.txt

$(VENV)/bin/python:
	@bash tools/venv.sh $(PYTHON) $(VENV)

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.ready: pyproject.toml requirements/server.txt $(VENV)/bin/python
	@echo "Installing Bivouac …"
	@$(INSTALL) --require-hashes -r requirements/server.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml requirements/dev.txt $(VENV)/bin/python
	@echo "Installing Bivouac and its test tools …"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.ready

clean:
	rm -rf build $(VENV) $(CLIENT)/node_modules .bench-venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
