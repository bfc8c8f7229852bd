"""What an operator may set: addresses, limits and times, with the defaults of a house."""

from __future__ import annotations

import msgspec

from rummy_protocol.ruleset import RuleSet

from .standing_tables import StandingTable

__all__ = ["Settings"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All limits and times of one server. Times are in seconds unless the name says else."""

    host: str = "127.0.0.1"
    port: int = 7866
    name: str = "Rummy Tables"

    games: tuple[RuleSet, ...] = ()
    """Games of the house beside those that every house has, or instead of one so called."""
    standing: tuple[StandingTable, ...] = ()
    """Tables that are always there."""

    bot_pause_ms: int = 800
    """What a bot waits before each move, whatever it holds."""
    scoring_seconds: float = 30
    """How long the score sheet stays when somebody could read it; `Ready` shortens it."""
    scoring_seconds_bots: float = 2
    """The same when no human is at the table."""
    sleep_seconds: float = 1800
    """A table without a human for this long does nothing until the first is back."""
    forget_seconds: float = 86_400
    """A table without a human for this long is closed."""
    missed_turns: int = 3
    """After so many turns in a row that ended by the clock, a bot plays for the seat."""

    greet_seconds: float = 5
    """A connection has this long for its first frame."""
    frame_seconds: float = 10
    """A frame that was begun has this long to be finished."""
    ping_seconds: float = 10
    """After so long without sending anything a ping is sent."""
    dead_seconds: float = 25
    """A client that sends no whole frame for this long is gone."""
    stall_seconds: float = 10
    """A client that takes nothing off its pipe for this long is gone."""
    idle_seconds: float = 1800
    """A client that neither sits nor watches has this long between two requests."""
    beat_seconds: float = 5
    """So often an idle house notes that it is open; after a crash its clocks may give back
    as much."""
    goodbye_seconds: float = 2
    """How long the last words to a client may take when the server stops."""
    back_seconds: int = 5
    """When it stops, clients are told to come back after so long; 0: that it is for good."""

    unsent_frames: int = 256
    """More answers than this that a client has not taken end its connection."""
    unsent_bytes: int = 262_144
    unsent_bytes_in_all: int = 67_108_864
    """With more than this waiting for all clients together nothing new is begun: nobody is
    let in, and no table is opened. Games that are played go on."""
    inbox: int = 64
    """Requests that may wait for a table before those who ask have to."""

    actions_per_second: int = 5
    action_burst: int = 20
    """Actions above both limits are not refused: they wait until the bucket has filled."""
    requests_per_second: int = 2
    request_burst: int = 20
    chat_seconds: float = 2
    """One line of chat in this time, after the burst."""
    chat_burst: int = 5
    guesses: int = 5
    """Wrong passwords or secrets of one address within a minute. After that none of its
    passwords is tried for a minute."""
    table_guesses: int = 20
    """The same for all passwords that are said at one table. More than one address may have
    wrong, so that nobody alone can keep the others out."""

    connections: int = 10_000
    ungreeted: int = 256
    """Connections that have not greeted; with one more, the one that waited longest goes."""
    connections_per_address: int = 16
    """Of an IPv4 address, or of an IPv6 network of 64 bits."""
    connects_per_minute: int = 32
    """New connections of one address."""
    connects_per_second: int = 100
    """New connections in all, those from this machine not counted."""
    connect_burst: int = 500
    """So many may come at once: a house that was started anew has everybody back together."""
    tables: int = 2_000
    tables_per_address: int = 5
    disk_reserve: int = 67_108_864
    """Bytes that have to be free on the disk for a new table to be opened."""
    spectators: int = 50
    """Of one table."""

    @property
    def frames_per_second(self) -> float:
        """Frames of one client, whatever is in them: twice what it may ask and do.

        Those above it wait unread, so that frames which nobody answers cost little, too.
        """
        return 2 * (self.actions_per_second + self.requests_per_second + 1 / self.chat_seconds)

    @property
    def frame_burst(self) -> int:
        return 2 * (self.action_burst + self.request_burst + self.chat_burst)
