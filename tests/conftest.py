"""What holds for every test."""

from __future__ import annotations

import os
import signal

import pytest
import trio._core._run as scheduler
from hypothesis import HealthCheck, settings

from rummy_protocol import codec

# What is tried follows from the test alone, and a machine that is busy is no fault: nobody's
# change is held up by chance. New things are looked for where the proofs are at full volume.
FULL = os.environ.get("PROOF", "small") == "full"
settings.register_profile(
    "suite",
    deadline=None,
    derandomize=not FULL,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def _walk_what_is_sent():
    """Every view that any test packs is walked for things that may not be sent."""
    codec.be_strict(True)


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory):
    """What the person likes and keeps who runs the tests shall not change what is tested.

    Neither shall what tests keep that run beside them, or ran before.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def _in_english():
    """Whoever runs the suite may live in any language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", "en")
        yield


@pytest.fixture(autouse=True)
def _the_same_order_of_tasks(request):
    """Trio draws lots for which task comes first: for a test always the same ones."""
    if not FULL:
        scheduler._r.seed(f"{request.path.name}/{request.node.name}/{SEED}")


SEED = os.environ.get("RUMMY_SEED", "")
"""With another one every test draws other lots."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCONT, signal.SIGWINCH)


@pytest.fixture(autouse=True)
def _signals_as_they_were():
    """Several programs in one process give their signals back in any order."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, then in before.items():
        if then is not None and signal.getsignal(number) is not then:
            signal.signal(number, then)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this machine was not made ready for, and what has no name of its own.

    Tests that need root, network namespaces or tmux are for machines on which
    ``RUMMY_MACHINE`` says that all of it is there; `.ci/run` sees to that.
    """
    if not os.environ.get("RUMMY_MACHINE"):
        away = [item for item in items if item.get_closest_marker("machine")]
        items[:] = [item for item in items if item not in away]
        config.hook.pytest_deselected(items=away)
    _check_names(items)


def _check_names(items: list[pytest.Item]) -> None:
    """Every process that runs a part of the suite has to call the tests by the same names."""
    for item in items:
        for value in getattr(getattr(item, "callspec", None), "params", {}).values():
            named = isinstance(value, set | frozenset) and str(value)[:20] in item.name
            if named and len(value) > 1:
                raise pytest.UsageError(f"{item.name} is named after a set: sort it")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regen",
        action="store_true",
        help="write the golden files anew instead of comparing with them; then read the diff",
    )
