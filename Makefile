# The one list of things to do here. `make` alone shows it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.made
WHEEL_VENV := build/wheel-venv
ROOT := $(CURDIR)
PIP := -m pip --disable-pip-version-check --quiet

.PHONY: help play serve test again check lint types quick machine lan-demo ssh-demo proof random-games simulate killloop mutants fuzz crowd ssh-load audit bench bench-full languages pictures lock clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): pyproject.toml constraints.txt
	@echo "Making the environment in $(VENV), once; this takes about a minute."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install -c constraints.txt -e '.[test,check]'
	@touch $@

play: $(STAMP)  ## play at once: a server on this machine, bots in the other seats
	@$(BIN)/rummy play $(ARGS)

serve: $(STAMP)  ## host tables for others on your network
	@$(BIN)/rummy serve $(ARGS)

# The suite runs once, against the wheel that people install, from a folder that holds no
# source: what is missing from the wheel is missing from the tests. A test that hangs says where,
# has failed, and takes nothing with it but the process it is in; proofs may take their time.
ENDLESS := $(if $(filter full,$(PROOF)),,-o faulthandler_exit_on_timeout=true)
test:  ## build the wheel, install it in a clean environment, run the whole suite on it
	rm -rf build/wheel $(WHEEL_VENV) build/elsewhere
	mkdir -p build/elsewhere
	$(PYTHON) -m venv $(WHEEL_VENV)
	$(WHEEL_VENV)/bin/python $(PIP) wheel --no-deps --wheel-dir build/wheel .
	$(WHEEL_VENV)/bin/python $(PIP) install -c constraints.txt "$$(ls build/wheel/*.whl)[test]"
	cd build/elsewhere && RUMMY_INSTALLED=1 $(ROOT)/$(WHEEL_VENV)/bin/python -m pytest \
		-c $(ROOT)/pyproject.toml --rootdir $(ROOT) -q -n auto --dist worksteal $(ENDLESS) $(ARGS) $(ROOT)/tests

again:  ## what failed in `make test`, once more and one by one
	cd build/elsewhere && RUMMY_INSTALLED=1 $(ROOT)/$(WHEEL_VENV)/bin/python -m pytest \
		-c $(ROOT)/pyproject.toml --rootdir $(ROOT) -q -ra $(ENDLESS) --last-failed --last-failed-no-failures none $(ARGS) $(ROOT)/tests

machine: $(STAMP)  ## tests that need root, network namespaces and tmux: on Debian, as root
	RUMMY_MACHINE=1 $(BIN)/python -m pytest -q -m machine $(ARGS) tests

lint: $(STAMP)  ## ruff: errors and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)  ## mypy --strict
	$(BIN)/mypy

quick: $(STAMP)
	$(BIN)/python -m pytest -q -m "not slow" $(ARGS) tests

check: lint types quick  ## the fast part, before each commit: lint, types, quick tests

proof: $(STAMP)  ## the long proofs: every random test at its full volume
	PROOF=full $(BIN)/python -m pytest -q $(ARGS) tests

random-games: $(STAMP)  ## 10,000 random games over 5,000 random rule sets; about an hour
	PROOF=full $(BIN)/python -m pytest -q -s $(ARGS) tests/game/test_random_games.py

killloop: $(STAMP)  ## kill a real server again and again: make killloop N=200 (8 minutes)
	$(BIN)/python tests/killloop/run.py --kills $(or $(N),200)

fuzz: $(STAMP)  ## feed garbage to decoders, client and rule files: make fuzz MINUTES=10
	$(BIN)/python $(PIP) install -c constraints.txt -e '.[fuzz]'
	$(BIN)/python -m tests.fuzz.run --minutes $(or $(MINUTES),5) $(ARGS)

crowd: $(STAMP)  ## 1,000 who say nothing and 200 who read nothing beside a game; 2 minutes
	$(BIN)/python tests/load/crowd.py $(ARGS)

ssh-load: $(STAMP)  ## 100 sessions by ssh that watch a game: memory, CPU, keys; 2 minutes
	$(BIN)/python tests/load/ssh.py $(ARGS)

audit: $(STAMP)  ## known weaknesses in our code and in what it is built on; needs the network
	$(BIN)/python $(PIP) install -e '.[audit]'
	$(BIN)/bandit -q -ll -ii --skip B104 -r protocol server client
	$(BIN)/pip-audit --requirement constraints.txt --disable-pip --no-deps

mutants: $(STAMP)  ## make every registered defect in a copy, and see its test fail
	$(BIN)/python tests/mutants/run.py $(ARGS)

simulate: $(STAMP)  ## whole houses in simulation, with everything that can go wrong: SEEDS=2000
	$(BIN)/python tests/simulation/run.py --seeds $(or $(SEEDS),200) --jobs 2 $(ARGS)

bench: $(STAMP)  ## measure, at most 3 minutes; prints a table, writes build/bench.json
	$(BIN)/python $(PIP) install -c constraints.txt -e '.[bench]'
	$(BIN)/python tests/bench/run.py --quick

bench-full: $(STAMP)  ## measure, at most 20 minutes; run it alone
	$(BIN)/python $(PIP) install -c constraints.txt -e '.[bench]'
	$(BIN)/python tests/bench/run.py --full

lan-demo: $(STAMP)  ## two machines that are none: from rummy serve to the first card; needs root
	$(BIN)/python tests/lan/demo.py

ssh-demo: $(STAMP)  ## a house with a door for ssh, and this machine's ssh that comes through it
	$(BIN)/python tests/ssh/demo.py

languages: $(STAMP)  ## gather all sentences into the catalogues, and compile these
	$(BIN)/python docs/languages/catalogues.py

pictures: $(STAMP)  ## paint the pictures of the pages, as the client draws them today
	$(BIN)/python $(PIP) install -c constraints.txt -e '.[pictures]'
	$(BIN)/python -m tests.client.pictures.make

lock: $(STAMP)  ## write constraints.txt from what is installed now
	$(BIN)/python -m pip freeze --exclude-editable | grep -v '^rummy-tables' > constraints.txt

clean:  ## remove everything that was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
