#!/usr/bin/env bash
# Reports what is missing on this machine before anything is installed; with the argument `java`, only checks Java.
set -euo pipefail

fail() {
    echo "spark_cdc cannot be set up: $1" >&2
    exit 1
}

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || fail "there is no Java ($java). Install a Java 17 or 21 runtime, or set JAVA_HOME."
# Where no Java is behind the command, it fails in words of its own.
version=$({ "$java" -version 2>&1 || true; } | sed -nE 's/.* version "([0-9]+).*/\1/p' | head -n 1)
[[ "$version" == 17 || "$version" == 21 ]] || fail "Java ($java) is of version ${version:-unknown}. Spark 4.1 needs Java 17 or 21; set JAVA_HOME to one."

[[ "${1:-}" != java ]] || exit 0

python="${PYTHON:-python3}"
command -v "$python" >/dev/null || fail "there is no $python on PATH. Install Python 3.11, 3.12 or 3.13, or set PYTHON to one."
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
    || fail "$python is $("$python" --version 2>&1). dbt needs Python 3.11, 3.12 or 3.13; set PYTHON to one."
"$python" -c 'import venv, ensurepip' 2>/dev/null \
    || fail "this Python has no venv module. On Debian and Ubuntu: install python3-venv."

free_megabytes=$(df -Pm . | awk 'NR == 2 { print $4 }')
((free_megabytes > 3000)) || fail "only ${free_megabytes} MB are free here. About 3 GB are needed."
