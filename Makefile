# What a target makes lives in .spark_cdc/, which git ignores, but for a note of pip beside the package (egg-info).
SHELL := bash
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

HOME_FOLDER := .spark_cdc
BIN := $(HOME_FOLDER)/venv/bin
ALL_TESTS := "$(BIN)/python" -m pytest --numprocesses 2 --dist loadscope --no-loadscope-reorder
DELTA_MODULES := table_formats histories captures captures_canal bad_input
DELTA_SAMPLES := $(addprefix tests/python/test_samples.py::test_,every_format_has_samples_with_expected_rows_and_unit_tests \
	a_second_run_changes_no_log_and_no_state)
DELTA_ON_TARGETS := "(thrift and samples or every_function) and not connect-java"
COMPILED_TESTS := $(addprefix tests/python/test_,histories.py merges.py samples.py)
NEWEST_TESTS := $(addprefix tests/python/test_,table_formats.py udfs_base64_bytes.py udfs_registration.py)
OLDEST_TESTS := $(addprefix tests/python/test_,control.py histories.py samples.py scaffold.py udfs_plugin.py udfs_races.py udfs_registration.py)
.PHONY: help setup demo test test-compiled test-delta test-oldest test-newest test-databases test-engines test-memory soak lint lint-at-once lint-python lint-text lint-sql bench scale docs clean

help:  ## Show the targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

setup: $(HOME_FOLDER)/ready  ## Check the machine, make the virtual environment, fetch dependencies.
	@bash scripts/check_machine.sh java  # it may have gone since

$(HOME_FOLDER)/ready: pyproject.toml constraints.txt profiles/profiles.yml examples/packages.yml scripts/check_machine.sh scripts/fetch_jars.py
	@bash scripts/check_machine.sh
	mkdir -p "$(HOME_FOLDER)"
	test -x "$(BIN)/python" || "$${PYTHON:-python3}" -m venv "$(HOME_FOLDER)/venv"
	echo "Installing the pinned dependencies (about 1 GB on disk, once) ..."
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt -e ".[dev]" \
		|| { echo "pip could not install the dependencies. Is the package index reachable? See the lines above." >&2; exit 1; }
	echo "Fetching Spark's packages (120 MB on disk, once) ..."
	"$(BIN)/python" scripts/fetch_jars.py
	"$(BIN)/dbt" deps --project-dir examples --quiet
	touch "$@"

demo: setup  ## Land the sample messages, build every table, show one screen about them.
	"$(BIN)/python" scripts/demo.py

test: setup $(if $(LAW),,lint-at-once)  ## Run every check and test; LAW=L2 runs the tests of that law alone.
	$(ALL_TESTS) $(if $(LAW),-m "$(LAW)")

test-compiled: setup  ## Run a chosen part of the tests, or all with ALL=1, with statements that Spark compiles, as for users.
	SPARK_CDC_TESTS=compiled $(ALL_TESTS) $(if $(ALL),,$(COMPILED_TESTS))

# One process after the other, because two would share a catalog.
test-delta: setup  ## Run a chosen part of the tests with Delta tables.
	export SPARK_CDC_FILE_FORMAT=delta SPARK_CDC_MEMORY=6g
	for module in $(DELTA_MODULES); do "$(BIN)/python" -m pytest "tests/python/test_$$module.py"; done
	SPARK_CDC_VIEWS=table "$(BIN)/python" -m pytest $(DELTA_SAMPLES)
	"$(BIN)/python" scripts/make_engines.py engines catalogs
	"$(BIN)/python" -m pytest tests/engines/test_engines.py -k "cluster and overlap"

test-oldest: setup  ## Run a chosen part of the tests with the oldest supported dbt and Spark.
	"$(BIN)/python" scripts/make_engines.py oldest
	SPARK_CDC_SPARK_VERSION=4.0 "$(HOME_FOLDER)/engines/oldest/bin/python" -m pytest $(OLDEST_TESTS)

test-newest: setup  ## Run a chosen part of the tests with the newest supported Spark, and with Delta tables.
	"$(BIN)/python" scripts/make_engines.py newest
	export SPARK_CDC_FILE_FORMAT=delta SPARK_CDC_MEMORY=6g SPARK_CDC_SPARK_VERSION=4.2
	"$(HOME_FOLDER)/engines/newest/bin/python" -m pytest $(NEWEST_TESTS)
	SPARK_CDC_VIEWS=table "$(HOME_FOLDER)/engines/newest/bin/python" -m pytest $(DELTA_SAMPLES)

test-databases: setup  ## Compare tables with a real PostgreSQL and a real MariaDB, which the tests start.
	@bash scripts/check_databases.sh
	"$(BIN)/python" -m pytest tests/databases

test-engines: setup  ## Run a chosen part of the tests on each target, catalog and table format, with servers that they start.
	@bash scripts/check_databases.sh
	"$(BIN)/python" scripts/make_engines.py engines catalogs
	for module in engines catalogs; do "$(BIN)/python" -m pytest "tests/engines/test_$$module.py"; done
	export SPARK_CDC_FILE_FORMAT=delta SPARK_CDC_MEMORY=6g
	"$(BIN)/python" -m pytest tests/engines/test_engines.py -k $(DELTA_ON_TARGETS)
	"$(BIN)/python" -m pytest tests/engines/test_catalogs.py -k "not no_append"

test-memory: setup  ## Fold a key with a million changes, and more, in 2 GiB of heap.
	"$(BIN)/python" -m pytest tests/memory

soak: setup  ## Kill runs at any moment, for MINUTES=10, and compare what they leave with the reference; SEED= repeats one.
	PYTHONPATH=tests:tests/python:udfs "$(BIN)/python" -m soak --minutes "$(or $(MINUTES),10)" $(if $(SEED),--seed $(SEED))

lint: lint-python lint-text lint-sql  ## Format, style and types of Python, words and YAML, and the SQL that dbt makes.

# A target of its own: `make -n` runs every line of a recipe that calls make.
lint-at-once: setup
	$(MAKE) --no-print-directory --jobs=3 --output-sync=target lint

lint-python: setup
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"

lint-text: setup
	"$(BIN)/yamllint" --strict .
	"$(BIN)/typos"
	"$(BIN)/python" scripts/check_files.py

lint-sql: setup
	echo "sqlfluff lint the models of one table of each format, and the control models, as dbt compiles them"
	folder="$(CURDIR)/$(HOME_FOLDER)/lint"
	mkdir -p "$$folder"
	rm -rf "$$folder/compiled"
	models=(package:spark_cdc events routed)
	for file in examples/models/*.yml; do
		table=$$(sed -n 's/^  - name: changes_//p' "$$file" | head -n 1)
		models+=("changes_$$table" "state_$$table" "$$table")
	done
	fail() { echo "See also $(HOME_FOLDER)/lint/output.log" >&2; exit 1; }
	"$(BIN)/dbt" --quiet compile --project-dir examples --profiles-dir profiles --target-path "$$folder" \
		--select "$${models[@]}" --exclude resource_type:test resource_type:unit_test 2> "$$folder/output.log" || fail
	"$(BIN)/sqlfluff" lint --processes 2 --disable-progress-bar "$$folder/compiled" 2>> "$$folder/output.log" || fail

bench: setup  ## Measure this project beside others; CASES="main noop" and SIZE=small choose less.
	"$(BIN)/python" -c "import matplotlib" 2> /dev/null \
		|| "$(BIN)/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt -e ".[dev,bench]"
	"$(BIN)/python" -m bench $(CASES) --size "$(or $(SIZE),full)" --memory "$${SPARK_CDC_MEMORY:-6g}"

scale: setup  ## Measure ten million changes of 20 tables on a cluster, which it starts, for docs/targets/sizing.md.
	"$(BIN)/python" scripts/make_engines.py engines
	PYTHONPATH=tests/engines:tests/databases:tests/python:udfs "$(BIN)/python" -m bench.scale

docs: setup  ## Build the documentation as a site in .spark_cdc/site; a dead link or an undocumented option fails.
	"$(BIN)/python" -c "import material" 2> /dev/null \
		|| "$(BIN)/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt -e ".[dev,docs]"
	NO_MKDOCS_2_WARNING=1 "$(BIN)/mkdocs" build --strict --quiet
	echo "The site is in $(HOME_FOLDER)/site/index.html"

clean:  ## Remove everything that was made.
	rm -rf "$(HOME_FOLDER)" udfs/*.egg-info profiles/.user.yml
