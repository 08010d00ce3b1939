# Everything that a target makes lives in .spark_cdc/, which git ignores.
SHELL := bash
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

HOME_FOLDER := .spark_cdc
BIN := $(HOME_FOLDER)/venv/bin
export DBT_LOG_PATH := $(HOME_FOLDER)/logs
export DBT_SEND_ANONYMOUS_USAGE_STATS := false

.PHONY: help setup test lint clean

help:  ## Show the targets.
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(HOME_FOLDER)/ready  ## Check the machine, make the virtual environment, fetch dependencies.

$(HOME_FOLDER)/ready: pyproject.toml scripts/check_machine.sh
	@bash scripts/check_machine.sh
	mkdir -p "$(HOME_FOLDER)"
	test -x "$(BIN)/python" || "$${PYTHON:-python3}" -m venv "$(HOME_FOLDER)/venv"
	echo "Installing the pinned dependencies (about 1 GB on disk, once) ..."
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check -e ".[dev]" \
		|| { echo "pip could not install the dependencies. Is the package index reachable? See the lines above." >&2; exit 1; }
	touch "$@"

test: setup lint  ## Run every check and test.
	"$(BIN)/python" -m pytest

lint: setup  ## Format, style and types.
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"

clean:  ## Remove everything that was made.
	rm -rf "$(HOME_FOLDER)"
