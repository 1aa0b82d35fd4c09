# Every target works from a fresh clone: the environment in .venv is made when it is missing and renewed when
# pyproject.toml changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 3
# Tests start many processes; none of them should have to compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check bench screenshots soak clean

demo: $(READY)
	$(BIN)/memdesk demo

test: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(WORKERS)

bench: $(READY)
	$(BIN)/python -m tests.bench

screenshots: $(READY)
	$(BIN)/python -m tests.tools.screenshots

soak: $(READY)
	$(BIN)/python -m tests.tools.soak

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --editable '.[test]'
	@touch $@
