"""``python -m rummy_client.cli`` is the command ``rummy``."""

from __future__ import annotations

import sys

from .main import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
