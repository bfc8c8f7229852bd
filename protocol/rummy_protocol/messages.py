"""Every message of both sides. The classes stand in `from_client` and `from_server`."""

from __future__ import annotations

from typing import TypeAlias

from .from_client import (
    Act,
    Advise,
    Arrange,
    Bot,
    BuyIn,
    Consent,
    Create,
    Games,
    Hello,
    History,
    Join,
    Leave,
    ListTables,
    Ready,
    Rematch,
    Resume,
    Say,
    ShowOut,
    Start,
    Vote,
    Watch,
)
from .from_server import (
    Accepted,
    Advice,
    Announced,
    Announcement,
    Chat,
    GameList,
    Goodbye,
    Page,
    Ping,
    Refused,
    Seated,
    TableLine,
    Tables,
    Update,
    Watching,
    Welcome,
)

__all__ = [
    "Accepted",
    "Act",
    "Advice",
    "Advise",
    "Announced",
    "Announcement",
    "Arrange",
    "Bot",
    "BuyIn",
    "Chat",
    "Consent",
    "Create",
    "FromClient",
    "FromServer",
    "GameList",
    "Games",
    "Goodbye",
    "Hello",
    "History",
    "Join",
    "Leave",
    "ListTables",
    "Page",
    "Ping",
    "Ready",
    "Refused",
    "Rematch",
    "Request",
    "Resume",
    "Say",
    "Seated",
    "ShowOut",
    "Start",
    "TableLine",
    "Tables",
    "Update",
    "Vote",
    "Watch",
    "Watching",
    "Welcome",
]

Request: TypeAlias = (
    ListTables
    | Games
    | Create
    | Join
    | Resume
    | Watch
    | Leave
    | Ready
    | Start
    | Bot
    | BuyIn
    | Rematch
    | Vote
    | Act
    | Advise
    | Arrange
    | History
    | Say
    | Consent
    | ShowOut
)
FromClient: TypeAlias = Hello | Ping | Request
FromServer: TypeAlias = (
    Welcome
    | Tables
    | GameList
    | Seated
    | Watching
    | Accepted
    | Refused
    | Update
    | Page
    | Advice
    | Chat
    | Announcement
    | Goodbye
    | Ping
)
