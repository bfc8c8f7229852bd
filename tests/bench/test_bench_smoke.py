"""The benches can run: a few moves between the load and the bare server, and no timing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).parent / "run.py"


def test_the_load_generator_and_the_bare_server_exchange_some_moves(tmp_path: Path) -> None:
    result = tmp_path / "bench.json"
    subprocess.run(
        [sys.executable, str(RUN), "--smoke", "--out", str(result)], check=True, timeout=60
    )
    figures = json.loads(result.read_text())

    assert figures["smoke"]["moves"] == 12
    assert figures["smoke"]["bytes"] == 14 + 404  # "seated" and an update
