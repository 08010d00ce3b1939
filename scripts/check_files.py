"""Finds what no file of the repository may have: too many bytes, marks of a merge, untidy ends of lines and files.

Run without arguments in the repository; `make lint` does. Needs git, which knows what belongs to the repository.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

LARGEST = 256 * 1024  # bytes; a clone brings every version of a file for ever
# Texts that are as others wrote them: samples and captures, and the picture that matplotlib draws.
AS_WRITTEN = re.compile(r"(examples/seeds|tests/data)/|.*\.svg$")
CONFLICT = re.compile(rb"^(<{7}|>{7}|\|{7})( |$)", re.M)


def faults(name: str, content: bytes) -> list[str]:
    """Return what is wrong with a file of this name."""
    found = []
    if len(content) > LARGEST:
        found.append(f"it has {len(content)} bytes; at most {LARGEST} are allowed. Make it when it is needed")
    if b"\0" in content:
        return found
    if CONFLICT.search(content):
        found.append("it has a mark of a merge conflict")
    if AS_WRITTEN.match(name):
        return found
    lines = content.split(b"\n")
    found += [f"line {number} ends with white space" for number, line in enumerate(lines, 1) if line != line.rstrip()]
    if content and (lines[-1] != b"" or lines[-2:] == [b"", b""]):
        found.append("it does not end with exactly one line break")
    return found


def main() -> int:
    """Print the faults of all files that git has, or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], capture_output=True, check=True
    )
    names = sorted(set(filter(None, listed.stdout.decode().split("\0"))))
    files = [name for name in names if Path(name).is_file() and not Path(name).is_symlink()]
    found = [f"{name}: {fault}" for name in files for fault in faults(name, Path(name).read_bytes())]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
