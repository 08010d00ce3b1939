"""Starts the soak test: python -m soak."""

import sys

from soak.run import main

if __name__ == "__main__":  # a process that is forked imports this module, too
    sys.exit(main())
