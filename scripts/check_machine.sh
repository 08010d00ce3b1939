#!/usr/bin/env bash
# Says what is missing on this machine, in words, before anything is installed.
set -euo pipefail

fail() {
    echo "spark_cdc cannot be set up: $1" >&2
    exit 1
}

python="${PYTHON:-python3}"
command -v "$python" >/dev/null || fail "there is no $python on PATH. Install Python 3.11 or newer, or set PYTHON to it."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
    || fail "$python is $("$python" --version 2>&1). Python 3.11 or newer is needed; set PYTHON to one."
"$python" -c 'import venv, ensurepip' 2>/dev/null \
    || fail "this Python has no venv module. On Debian and Ubuntu: install python3-venv."

java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
command -v "$java" >/dev/null || fail "there is no Java ($java). Install a Java 17 or 21 runtime, or set JAVA_HOME."
version=$("$java" -version 2>&1 | sed -nE 's/.* version "([0-9]+).*/\1/p' | head -n 1)
[[ "$version" == 17 || "$version" == 21 ]] || fail "Java is version ${version:-unknown}. Spark 4.1 needs Java 17 or 21; set JAVA_HOME to one."

free_megabytes=$(df -Pm . | awk 'NR == 2 { print $4 }')
((free_megabytes > 3000)) || fail "only ${free_megabytes} MB are free here. About 3 GB are needed."
