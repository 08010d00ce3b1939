#!/usr/bin/env bash
# Lists the programs that the tests with real databases lack, with the Debian packages that have them.
set -euo pipefail

missing=()
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null && command -v psql >/dev/null || missing+=(postgresql)
for program in mariadbd mariadb-install-db mariadb; do
    # Debian has the server in /usr/sbin, which is not on everybody's PATH.
    PATH="$PATH:/usr/sbin" command -v "$program" >/dev/null || { missing+=(mariadb-server); break; }
done
if ((${#missing[@]})); then
    echo "The tests with real databases cannot run: Debian's packages ${missing[*]} are not installed." \
        "Install them: apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
fi
