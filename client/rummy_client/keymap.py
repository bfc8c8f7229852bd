"""Every key, once. Bindings, footer, help screen and manual are all made from this table;
the catalogues of the languages take labels, help and headings from it.

What a command does stands in `commands`; when a key counts, in `moment`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.text import term

__all__ = [
    "CONTEXTS",
    "KEYS",
    "KEY_NAMES",
    "Key",
    "all_presses",
    "key_name",
    "label_of",
    "manual",
    "presses",
]


class Key(NamedTuple):
    keys: str
    """As prompt_toolkit names them, separated by blanks; any of them will do."""
    command: str
    where: str
    """The context in which it counts."""
    label: str
    """For the footer; empty where the footer does not mention it."""
    help: str


# A context, and its heading in the help screen and the manual.
CONTEXTS: Final = {
    "start": "Where it starts",
    "found": "Choosing a server on your network",
    "draw": "Your turn: first a card",
    "take": "Your turn: first a card",
    "deep": "Your turn: first a card",
    "end-deal": "Your turn: first a card",
    "hand": "Choosing cards, at any time",
    "meld": "Your turn: then play",
    "lay-off": "Your turn: then play",
    "swap": "Your turn: then play",
    "discard": "Your turn: then play",
    "take-back": "Your turn: then play",
    "deciding": "Your turn: then play",
    "over-discard": "Asked before a discard",
    "over-choose": "Asked when several melds fit",
    "over-offer": "Asked where a play can mean several things",
    "over-pile": "The discard pile, spread out",
    "over-end-deal": "Asked before the deal is ended",
    "over-quit": "Asked when you leave",
    "over-vote": "Asked about an absent player",
    "over-settings": "Settings",
    "replay": "Looking at a game that was played",
    "pile": "At a table, at any time",
    "table": "At a table, at any time",
    "seat": "At a table, at any time",
    "absent": "At a table, at any time",
    "watching": "Watching a table",
    "waiting": "Before the match",
    "host": "Before the match",
    "sheet": "Between deals and after the match",
    "buy-in": "Between deals and after the match",
    "match-over": "Between deals and after the match",
    "long": "Between deals and after the match",
    "lesson-page": "While you learn",
    "lesson-whole": "While you learn",
    "lesson": "While you learn",
    "listed": "In the lobby",
    "lobby": "In the lobby",
    "create": "Making a table",
    "scroll": "Reading: help, log, scores, rules",
    "any": "Always",
}

KEYS: Final = (
    Key("p", "start-play", "start", "play here", "play on this machine, with bots"),
    Key("l", "start-learn", "start", "learn", "learn the game: a first deal, explained"),
    Key("j", "start-join", "start", "join", "sit down at a server on another machine"),
    Key("w", "start-watch", "start", "watch", "watch a table on another machine"),
    Key("s", "start-serve", "start", "host", "host tables on this machine for others"),
    Key("up", "up", "start", "", "choose the line above"),
    Key("down", "down", "start", "", "choose the line below"),
    Key("enter", "start-choose", "start", "choose", "do what the chosen line says"),
    Key("q escape c-c", "start-quit", "start", "quit", "leave"),
    Key("up", "up", "found", "", "choose the line above"),
    Key("down", "down", "found", "", "choose the line below"),
    Key("enter", "found-choose", "found", "go there", "go to that server, or that table"),
    Key("a", "found-type", "found", "address", "write a code or an address instead"),
    Key("q escape c-c", "found-quit", "found", "quit", "leave"),
    Key("s", "draw-stock", "draw", "stock", "draw a card from the stock"),
    Key("t", "take-discard", "take", "take", "take the top card of the discard pile"),
    Key("f", "pile", "deep", "deeper", "choose how many discards to take"),
    Key("e", "end-deal", "end-deal", "end the deal", "decline the discard: the deal ends"),
    Key("m", "lay-meld", "meld", "meld", "lay the picked cards down as a new meld"),
    Key("l", "lay-off", "lay-off", "lay off", "add the picked cards to a meld on the table"),
    Key(
        "j", "swap", "swap", "take a joker", "give what a joker stands for, and take the joker"
    ),
    Key(
        "d",
        "discard",
        "discard",
        "discard",
        "discard the picked card, or that at the cursor",
    ),
    Key("u", "take-back", "take-back", "take back", "take your last meld or lay-off back"),
    Key("h", "hint", "deciding", "hint", "ask what a sensible player would do"),
    Key("left", "left", "hand", "", "move the cursor to the left"),
    Key("right", "right", "hand", "", "move the cursor to the right"),
    Key("home", "first", "hand", "", "move the cursor to the first card"),
    Key("end", "last", "hand", "", "move the cursor to the last card"),
    Key("space", "pick", "hand", "pick", "pick the card at the cursor, or put it back"),
    Key(
        "b", "pick-meld", "hand", "find meld", "pick a meld that you hold; again: the next one"
    ),
    Key("escape", "unpick", "hand", "", "pick nothing"),
    Key("o", "sort", "hand", "", "sort by melds, suit or rank, or as you have laid it"),
    Key("s-left <", "card-left", "hand", "", "move the card at the cursor to the left"),
    Key("s-right >", "card-right", "hand", "", "move the card at the cursor to the right"),
    Key(
        "/ |",
        "part",
        "hand",
        "",
        "group the picked cards, or set a gap before the cursor",
    ),
    Key(
        "enter",
        "confirm-discard",
        "over-discard",
        "yes",
        "discard the card in question",
    ),
    Key("any", "dismiss", "over-discard", "keep it", "keep the card"),
    Key("1-9 a-z", "choose", "over-choose", "that meld", "lay off to the meld so numbered"),
    Key("escape", "dismiss", "over-choose", "neither", "lay off to none of them"),
    Key("1-9 a-z", "answer", "over-offer", "that one", "the answer so numbered"),
    Key("escape", "dismiss", "over-offer", "none", "none of them; nothing is played"),
    Key("left up", "shallower", "over-pile", "", "one card less"),
    Key("right down", "deeper", "over-pile", "", "one card more"),
    Key("pageup", "shallower-by-ten", "over-pile", "", "ten cards less"),
    Key("pagedown", "deeper-by-ten", "over-pile", "", "ten cards more"),
    Key("enter", "take-deep", "over-pile", "take", "take the cards down to the chosen one"),
    Key("escape f", "dismiss", "over-pile", "back", "take none, and go back to the table"),
    Key("enter", "confirm-end-deal", "over-end-deal", "yes", "end the deal, blocked"),
    Key("any", "dismiss", "over-end-deal", "no", "go on playing"),
    Key("y c-c", "quit", "over-quit", "leave the screen", "leave; your seat is kept for you"),
    Key("x", "leave", "over-quit", "leave for good", "give up your seat, or stop watching"),
    Key("n escape", "dismiss", "over-quit", "stay", "go on playing"),
    Key("w", "vote-wait", "over-vote", "wait", "vote for waiting for the absent player"),
    Key("b", "vote-bot", "over-vote", "bot", "vote for a bot to play on meanwhile"),
    Key("e", "vote-end", "over-vote", "end", "vote for ending the match"),
    Key("v", "vote", "over-vote", "next seat", "go to the next absent player"),
    Key("escape", "dismiss", "over-vote", "none", "do not vote"),
    Key("up", "setting-before", "over-settings", "", "go to the setting above"),
    Key("down", "setting-after", "over-settings", "", "go to the setting below"),
    Key("left", "setting-less", "over-settings", "change", "the value before"),
    Key(
        "right space enter",
        "setting-more",
        "over-settings",
        "",
        "the value after; a name is written",
    ),
    Key("escape S q c-c", "dismiss", "over-settings", "back", "back to where you were"),
    Key("n right", "replay-next", "replay", "next", "go on by one move"),
    Key("b left", "replay-back", "replay", "back", "go back by one move"),
    Key("d", "replay-deal", "replay", "next deal", "go to the beginning of the next deal"),
    Key(
        "D",
        "replay-deal-before",
        "replay",
        "",
        "go back to where the deal, or the one before, began",
    ),
    Key("a", "replay-auto", "replay", "play", "let it go on by itself, or stop it"),
    Key("c", "chat", "seat", "chat", "write to the table; Enter sends, Esc drops the line"),
    Key("O", "consent", "seat", "", "let those who watch see all hands, or no longer"),
    Key("w", "follow", "watching", "follow", "look from the next seat, or from none"),
    Key("c", "chat", "watching", "chat", "write to those who watch with you"),
    Key("p", "scores", "table", "points", "show the points of the match"),
    Key("f", "pile", "pile", "pile", "look at the whole discard pile"),
    Key("g", "log", "table", "log", "read what happened in this deal"),
    Key("i", "rules", "table", "rules", "read the rules of this table"),
    Key("v", "vote", "absent", "vote", "vote on what becomes of an absent player's seat"),
    Key("r", "ready", "waiting", "ready", "say that you are ready, or not after all"),
    Key("enter", "start", "host", "start", "begin the match with those who are seated"),
    Key("up", "up", "host", "", "choose the seat above"),
    Key("down", "down", "host", "", "choose the seat below"),
    Key("1", "bot-easy", "host", "easy bot", "seat an easy bot"),
    Key("2", "bot-steady", "host", "steady", "seat a steady bot"),
    Key("3", "bot-sharp", "host", "sharp", "seat a sharp bot"),
    Key("delete backspace", "bot-out", "host", "bot out", "take the bot of that seat out"),
    Key("r", "ready", "sheet", "next deal", "say that you are ready for the next deal"),
    Key("b", "buy-in", "buy-in", "buy in", "come back into the match that you are out of"),
    Key("up", "up", "long", "", "scroll the sheet up"),
    Key("down", "down", "long", "", "scroll the sheet down"),
    Key("pageup", "page-up", "long", "", "scroll the sheet up by a page"),
    Key("pagedown space", "page-down", "long", "", "scroll the sheet down by a page"),
    Key("n", "rematch", "match-over", "another match", "play another match at this table"),
    Key("n", "lesson-next", "lesson-page", "go on", "go on to the next page of the lesson"),
    Key("N", "lesson-whole", "lesson-whole", "", "read the whole page of the lesson"),
    Key("L", "lesson", "lesson", "lesson", "put the lesson away, or bring it back"),
    Key("up", "up", "listed", "", "choose the table above"),
    Key("down", "down", "listed", "", "choose the table below"),
    Key("enter", "join", "listed", "sit down", "take a seat at the chosen table"),
    Key("w", "watch", "listed", "watch", "watch the chosen table"),
    Key("n", "new-table", "lobby", "new", "make a table of your own"),
    Key("j", "join-code", "lobby", "code", "sit down at the table with a code or name"),
    Key("g", "refresh", "lobby", "refresh", "ask for the list of tables again"),
    Key("i", "rules", "listed", "rules", "read all rules of the chosen table"),
    Key("up", "up", "create", "", "go to the line above"),
    Key("down", "down", "create", "", "go to the line below"),
    Key("left", "less", "create", "change", "the value before"),
    Key("right space", "more", "create", "", "the value after"),
    Key("0-9", "type-number", "create", "", "write a number"),
    Key("i", "rules", "create", "all rules", "read all rules of the table as it stands"),
    Key("enter", "create", "create", "open the table", "write a name, or open the table"),
    Key("escape", "back", "create", "back", "back to the lobby"),
    Key("up", "up", "scroll", "", "scroll up"),
    Key("down", "down", "scroll", "", "scroll down"),
    Key("pageup", "page-up", "scroll", "", "scroll up by a page"),
    Key("pagedown space", "page-down", "scroll", "", "scroll down by a page"),
    Key("escape enter", "dismiss", "scroll", "back", "back to the table"),
    Key(":", "command", "any", "", "give a command by its name; Tab completes it"),
    Key("S f2", "settings", "any", "settings", "choose colours, sounds, language and more"),
    Key("? f1", "help", "any", "help", "show all keys"),
    Key("A", "letters", "any", "", "suits as signs or as letters"),
    Key("C", "colours", "any", "", "the next colours: dark, light and so on"),
    Key("M", "mouse", "any", "", "let the mouse play, or select text with it"),
    Key("B", "bell", "any", "", "ring when it is your turn, or do not"),
    Key("K", "single-key", "any", "", "discard with one key, or ask before"),
    Key("c-l", "redraw", "any", "", "draw the screen anew"),
    Key("c-z", "suspend", "any", "", "put the program aside; fg brings it back"),
    Key("q c-c", "ask-quit", "any", "quit", "leave; it is asked how"),
)

KEY_NAMES: Final = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "s-left": "Shift-←",
    "s-right": "Shift-→",
    "space": "Space",
    "enter": "Enter",
    "escape": "Esc",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "delete": "Del",
    "backspace": "Backspace",
    "f1": "F1",
    "f2": "F2",
    "c-c": "Ctrl-C",
    "c-l": "Ctrl-L",
    "c-z": "Ctrl-Z",
    "any": "any other key",
}


def key_name(keys: str) -> str:
    """The keys of a `Key` as a person reads them, the first of them only if *keys* has one."""
    name = KEY_NAMES.get(keys)
    return keys if name is None else term("key name", name)


def label_of(key: Key) -> str:
    """The label of *key* as it is said here; its help and its heading are sentences as any."""
    return term("key", key.label)


def presses(keys: str) -> list[str]:
    """``1-9 a-c`` and the like, spelt out."""
    told = list[str]()
    for one in keys.split():
        if len(one) == 3 and one[1] == "-" and one[0] != "c":
            told += map(chr, range(ord(one[0]), ord(one[2]) + 1))
        else:
            told.append(one)
    return told


def all_presses() -> tuple[str, ...]:
    """Every key that means something somewhere, as prompt_toolkit names it."""
    pressed = {one for key in KEYS for one in presses(key.keys)}
    return tuple(sorted(pressed - {"any"}))


def manual() -> str:
    """All keys as a section of the manual."""
    told, heading = list[str](), ""
    for where in CONTEXTS:
        if CONTEXTS[where] != heading:
            heading = CONTEXTS[where]
            told += ["", f"### {heading}", "", "| key | what it does |", "|---|---|"]
        for key in KEYS:
            if key.where == where:
                names = " or ".join(f"`{key_name(one)}`" for one in key.keys.split())
                told.append(f"| {names} | {key.help} |")
    return "\n".join(told).strip() + "\n"
