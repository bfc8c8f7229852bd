"""English for what was refused, for why a connection ended, and for what a house announces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ANNOUNCEMENTS", "GOODBYES", "REFUSALS"]

REFUSALS: Final[Mapping[str, str]] = {
    # The rules of the game.
    "not-your-turn": "It is not your turn.",
    "not-now": "That cannot be done now.",
    "not-now:action": "You cannot {action} now.",
    "not-now:phase=draw": "First draw a card or take the discard; then you can {action}.",
    "not-now:phase=play": "You have drawn already: meld, lay off or discard.",
    "not-now:phase=over": "The deal is over.",
    "not-your-card": "You do not hold the {card}.",
    "not-a-meld": "{cards} is not a meld: it takes cards of one rank, or cards in a row of one "
    "suit, as many as this game asks for.",
    "joker-unclear": "A joker in it could be one of several cards. Say which one you mean.",
    "joker-unclear:choices": "A joker in it could be one of several cards: {choices}. Say "
    "which one you mean.",
    "joker-limit": "A meld may not have so many jokers, or not lying so.",
    "no-swap": "No joker can be taken from meld {meld} for {cards}.",
    "swap-forbidden": "Jokers that lie are not swapped in this game.",
    "swap-forbidden:why=unopened": "Jokers may be swapped only by who has opened.",
    "new-meld-only": "The joker you took from the table goes into a new meld.",
    "not-opened": "That is for players who have opened.",
    "not-opened:action": "You cannot {action} before you have opened.",
    "opening-short": "With what you hold, that cannot become an opening.",
    "opening-short:best": "An opening counts {need} at least, and with what you hold it comes "
    "to {best}.",
    "contract": "That is none of the melds that the contract of this deal still asks for.",
    "contract:contract": "That is none of the melds that the contract still asks for: "
    "{contract}.",
    "no-more-melds": "You have opened: from now on you can only lay off.",
    "all-at-once": "Nothing is melded before all your cards can go in one turn.",
    "must-use": "The card you took has to be laid in this turn, and then it could not be.",
    "must-use:card": "The {card} would have to be laid in this turn, and it could not be.",
    "not-yet": "The discard pile is closed in your first turn.",
    "last-card-stock": "With one card in hand you draw from the stock.",
    "fits-table": "A card that fits a meld on the table may not be discarded.",
    "fits-table:card": "The {card} fits a meld on the table, so it may not be discarded.",
    "no-last-discard": "You go out by laying your last cards, not by a discard.",
    "does-not-fit": "{cards} does not fit meld {meld}.",
    "no-such-meld": "There is no meld {meld} on the table.",
    "one-meld-a-turn": "You have laid a meld this turn, and one new meld a turn is allowed. "
    "You may still lay off.",
    "own-meld-first": "You may lay off on other melds only after laying one of your own.",
    "lay-off-forbidden": "At this table you may not lay off on that meld.",
    "just-taken": "You took the {card} this turn, so it may not be discarded now.",
    "locked-last-card": "Then only the {card} would be left, which you took this turn and may "
    "not discard. Keep another card to discard.",
    "must-discard": "The last card has to be discarded, so keep one back.",
    "open-duty": "You have begun to go out in one turn: play on until no card is left, or take "
    "back what you laid.",
    "open-duty:what=open": "What you laid does not open yet: lay more, or take it back.",
    "open-duty:what=use": "The card you took has to be laid in this turn.",
    "open-duty:what=lay-joker": "The joker you took from the table has to be laid again in "
    "this turn.",
    "too-early-out": "Nobody may go out before turn {turn}.",
    "no-discard": "There is no discard to take.",
    "stock-empty": "The stock is empty and may not be made anew: take the discard, or end the "
    "deal.",
    "stock-left": "There are cards to draw, so the deal goes on.",
    "nothing-to-take-back": "You have laid nothing this turn that could be taken back.",
    "no-taking-back": "At this table a card laid is laid.",
    "too-many-cards": "That is more cards than you may take; the most is {most}.",
    # The house.
    "stale": "The game had moved on. Look again and choose anew.",
    "gap": "A request was lost on the way; the last one that arrived has number {last}.",
    "forgotten": "That request is too old; the last one that was answered has number {last}.",
    "busy": "The table is busy. Try again in a moment.",
    "too-fast": "That was too fast. Wait a moment and try again.",
    "no-such-table": "There is no such table. Look at the list of tables.",
    "no-such-table:count": "Tables called {name}: {count}. Use the code of the one you mean.",
    "no-such-table:count=0": "There is no table {name}. Look at the list of tables.",
    "table-full": "All seats of this table are taken. You can watch it.",
    "table-closed": "This table is closed.",
    "wrong-password": "That is not the password of this table.",
    "wrong-password:to=watch": "That is not the watch code of this table.",
    "name-taken": "Somebody at this table is called {name}, or so much like it that people "
    "would mistake you. Choose another name.",
    "bad-name": "A name has to be one line of 1 to 24 characters that can be seen.",
    "bad-rules": "These rules contradict each other: {one}, {other}.",
    "bad-rules:why=range": "For “{one}”, choose a number from {low} to {high}.",
    "bad-rules:why=unknown": "There is no rule or game called {one}.",
    "bad-rules:why=value": "“{one}” cannot be set to {value}.",
    "bad-rules:why=file": "That is no file of rules: {one}.",
    "bad-rules:why=label": "The name of a game has up to 24 letters, digits, - and _.",
    "bad-rules:why=players": "A game needs at least 2 players and at most 8.",
    "bad-rules:why=hand-sizes": "“{one}” needs a number for each number of players.",
    "bad-rules:why=three-bonuses": "“{one}” has three numbers: out as usual, out in one turn, "
    "and out in one turn before anybody has melded.",
    "bad-rules:why=too-few-cards": "There are too few cards for that many players: deal fewer, "
    "or play with two packs.",
    "bad-rules:why=hand-too-small": "Nobody could go out: so few cards hold no meld that this "
    "game asks for.",
    "bad-rules:why=one-end": "A match ends at a number of points, after a number of deals or "
    "with the last player: set one of “{one}”, “{other}” and “dropping out”.",
    "bad-rules:why=payment-deals": "Where losers pay the winner, a match is played over a "
    "number of deals: set “deals”, not “{other}”.",
    "bad-rules:why=eliminate-penalties": "Players drop out by penalty points: “{one}” needs "
    "penalties as “{other}”.",
    "bad-rules:why=buy-in-elimination": "Nobody drops out, so nobody can buy himself in: "
    "“{one}” needs “{other}”.",
    "bad-rules:why=blocked-penalties": "Where all score penalties, they do so in a blocked "
    "deal too: change “{one}” or “{other}”.",
    "bad-rules:why=blocked-payment": "Where losers pay the winner, they pay the differences in "
    "a blocked deal: change “{one}” or “{other}”.",
    "bad-rules:why=winner-bonus": "Points are taken off only where they are penalties: change "
    "“{one}” or “{other}”.",
    "bad-rules:why=went-out-first": "Only a tie at the target can go to the player who went "
    "out: change “{one}”, or set it for “{other}”.",
    "bad-rules:why=deep-visible": "Who may take any discard has to see them all: change "
    "“{one}” or “{other}”.",
    "bad-rules:why=gate-opening": "“{one}” waits for an opening, and nothing is asked of one: "
    "set “{other}”, or another demand on the opening.",
    "bad-rules:why=opening-melds": "With “{one}” several melds may be due in one turn, so "
    "“{other}” has to be any.",
    "bad-rules:why=at-once-lay-off": "Where all cards go at once, nothing lies to be added to: "
    "with “{one}”, “{other}” has to be none.",
    "bad-rules:why=at-once-after-open": "All cards could not go at once if nothing more was "
    "melded after the first: change “{one}” or “{other}”.",
    "bad-rules:why=no-way-out": "With neither new melds nor laying off nobody could go out: "
    "change “{one}” or “{other}”.",
    "bad-rules:why=gate-without-lay-off": "Nobody may lay off, so “{one}” decides nothing: "
    "change it or “{other}”.",
    "bad-rules:why=use-without-swap": "No joker is taken from the table, so “{one}” decides "
    "nothing: change it or “{other}”.",
    "bad-rules:why=missing-suits": "Where a set may have equal cards, no suit is missing from "
    "it: change “{one}” or “{other}”.",
    "bad-rules:why=pure-run-contract": "The contract has no run, so it cannot have one without "
    "a joker: change “{one}” or “{other}”.",
    "bad-rules:why=contract-meld": "A contract has up to six melds like S3 for a set or R4 for "
    "a run, and no set larger than this game lets it be: change “{one}” or “{other}”.",
    "bad-rules:why=contract-run": "A run of the contract is shorter than a run may be: change "
    "“{one}” or “{other}”.",
    "bad-rules:why=contract-cards": "The contract asks for more cards than a hand has: change "
    "“{one}” or “{other}”.",
    "bad-rules:why=opening-cards": "No hand could count so much: change “{one}” or “{other}”.",
    "bad-rules:why=at-once-cards": "A hand could not go in the turn in which the contract is "
    "laid: change “{one}” or “{other}”.",
    "bad-rules:why=too-many-changes": "“{one}” has more than 32 entries.",
    "bad-rules:why=deal-range": "“{one}” names deals from 1 to 1000, the first one first.",
    "bad-rules:why=of-the-match": "“{one}” is the same in all deals, so “{other}” cannot set "
    "it.",
    "bad-rules:why=unknown-field": "“{other}” names “{one}” twice, or there is no such rule.",
    "bad-rules:why=both-directions": "Points are penalties in all deals or in none: change "
    "“{one}” or “{other}”.",
    "bad-option": "“{one}” cannot be set so.",
    "bad-option:low": "“{one}” has to be from {low} to {high}.",
    "bad-option:one=password": "A password has up to {high} characters.",
    "bad-option:one=watch_code": "A watch code has up to {high} characters.",
    "bad-option:one=bots": "There can be up to {high} bots at this table.",
    "bad-option:one=level": "There is no bot of that kind: choose easy, steady or sharp.",
    "bad-option:one=seats": "A table has {low} to {high} seats.",
    "bad-option:one=turn_seconds": "The time for a turn is {low} to {high} seconds; 0 for no "
    "clock.",
    "bad-option:one=delay": "Spectators are up to {high} seconds behind, or a whole deal (-1).",
    "bad-option:one=hold_seconds": "A seat is held for {low} to {high} seconds.",
    "no-spectators": "This table does not want spectators.",
    "spectator": "You are watching; only players can do that.",
    "no-such-spectator": "Nobody of that name is watching.",
    "no-such-spectator:shown=out": "Nobody of that name was shown out of this table.",
    "shown-out": "The host of the table does not want you to watch.",
    "not-seated": "You are not at a table.",
    "already-seated": "You are at a table already. Leave it first.",
    "not-the-host": "Only the host of the table can do that.",
    "not-ready": "Not everybody is ready.",
    "too-few-players": "There are too few players to begin.",
    "too-few-players:low": "It takes at least {low} players to begin.",
    "already-started": "The match has begun. You can watch it.",
    "not-started": "The match has not begun.",
    "not-over": "The match is not over.",
    "not-out": "You have not dropped out of the match.",
    "no-buy-in": "You cannot buy yourself in again.",
    "no-such-seat": "There is no such seat, or it is not free for that.",
    "seat-lost": "Your seat is no longer held here. Join a table again.",
    "too-many-tables": "There is no room for another table. Join one that is open.",
    "too-many-guesses": "That was wrong too often. Wait a minute and try again.",
    "empty-text": "There was nothing to say in it.",
    "closing": "The house is about to close: it takes nobody new and begins no match.",
}

GOODBYES: Final[Mapping[str, str]] = {
    "bad-frame": "The connection was closed: what arrived was garbled ({why}).",
    "too-long": "The connection was closed: a message was longer than allowed.",
    "bad-message": "The connection was closed: a message was not understood ({at}).",
    "bad-version": "The server speaks version {server} and this program {client}.",
    "bad-version:why=old-client": "The server speaks version {server} and this program only "
    "{client}. Update this program: pip install --upgrade rummy-tables",
    "bad-version:why=old-server": "This program speaks version {client} and the server only "
    "{server}. Ask the host to update the server, or use the version it has.",
    "slow": "The connection was closed: it could not keep up. Connecting again may help.",
    "silent": "The connection was closed: nothing was heard any more.",
    "crowded": "The server has all the connections it can take. Try again later.",
    "replaced": "Your seat was taken up from another terminal. This one has let go of it.",
    "revoked": "An old secret of your seat was used, so the seat was given up to be safe. Join "
    "the table again.",
    "shown-out": "The host of the table does not want you to watch.",
    "kicked": "The house has ended your connection.",
    "kicked:seat": "The house has taken you from your table.",
    "shutdown": "The server was shut down by its host.",
    "shutdown:seconds": "The house closes for a moment and keeps your seat. It should be open "
    "again in {seconds} s.",
    "fault": "Something went wrong in the server, which has noted it. Connect again.",
    "bye": "Goodbye.",
}

ANNOUNCEMENTS: Final[Mapping[str, str]] = {
    "says": "The house says: {text}",
    "removed": "The house has taken {name} from the table.",
    "closes": "The house closes this table.",
    "closes:text": "The house closes this table: {text}",
    "drains": "The house is about to close: it takes nobody new and begins no match. What is "
    "being played goes on.",
}
