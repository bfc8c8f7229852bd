"""What a house keeps through crashes, lost tails and restarts has no fault for the verifier."""

from __future__ import annotations

from rummy_server.archive import account, games, updates, verify
from rummy_server.game.view import Bystander

from ..simulation import course
from .kept import Shelf


def test_whatever_goes_wrong_the_journal_verifies_and_its_games_can_be_told(
    monkeypatch, volume
):
    """Of houses in simulation, each by its seed."""
    kept, made = [], course._outcome

    def keeping(world):
        kept.append(world.house.disk.tables)
        return made(world)

    monkeypatch.setattr(course, "_outcome", keeping)
    for seed in range(volume(3, 100)):
        course.simulate(seed)
        shelf, told = Shelf(), 0
        for table, entries in kept[-1].items():
            shelf.put(table, [(one.body, one.imprint, one.at, one.day) for one in entries])
        assert list(map(str, verify(shelf, full=True))) == [], f"seed {seed}"
        for game in games(shelf):
            told += len(list(account(game, updates(shelf, game, Bystander()))))
        assert told or not games(shelf)
    assert any(kept)
