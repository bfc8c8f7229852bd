"""English. Templates only; what they are for says `language.Language`."""

from __future__ import annotations

from typing import Final

from .english_rules import CHOICES, DEAL_LINES, SWITCHES
from .language import Language

__all__ = ["ENGLISH"]

_REFUSALS: Final = {
    # The rules of the game.
    "not-your-turn": "It is not your turn.",
    "not-now": "That cannot be done now.",
    "not-now:action": "You cannot {action} now.",
    "not-now:phase=draw": "First draw a card or take the discard; then you can {action}.",
    "not-now:phase=play": "You have drawn already: meld, lay off or discard.",
    "not-now:phase=over": "The deal is over.",
    "not-your-card": "You do not hold the {card}.",
    "not-a-meld": "{cards} is not a meld: it takes three or four of one rank in different "
    "suits, or three or more in a row of one suit.",
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
    "name-taken": "Somebody at this table is called {name}, or so much like it that people "
    "would mistake you. Choose another name.",
    "bad-name": "A name has to be one line of 1 to 24 characters that can be seen.",
    "bad-rules": "These rules contradict each other: {one}, {other}.",
    "bad-rules:why=range": "For “{one}”, choose a number from {low} to {high}.",
    "bad-rules:why=unknown": "There is no rule or game called {one}.",
    "bad-rules:why=value": "“{one}” cannot be set to {value}.",
    "bad-rules:why=players": "A game needs at least 2 players and at most 8.",
    "bad-rules:why=hand-sizes": "A hand size is needed for each number of players.",
    "bad-rules:why=too-few-cards": "There are too few cards for that many players.",
    "bad-rules:why=one-end": "A match ends at a number of points or after a number of deals: "
    "set one of “{one}” and “{other}”.",
    "bad-rules:why=payment-deals": "Where losers pay the winner, a match is played over a "
    "number of deals: set “deals”.",
    "bad-rules:why=blocked-penalties": "Where all score penalties, they do so in a blocked "
    "deal too: change “{one}” or “{other}”.",
    "bad-rules:why=blocked-payment": "Where losers pay the winner, they pay the differences in "
    "a blocked deal: change “{one}” or “{other}”.",
    "bad-rules:why=gate-without-lay-off": "Nobody may lay off, so “{other}” decides nothing.",
    "bad-rules:why=went-out-first": "Only a tie at the target can go to the player who went "
    "out.",
    "bad-option": "“{one}” cannot be set so.",
    "bad-option:low": "“{one}” has to be from {low} to {high}.",
    "bad-option:one=password": "A password has up to {high} characters.",
    "bad-option:one=bots": "There can be up to {high} bots at this table.",
    "bad-option:one=level": "There is no bot of that kind: choose easy, steady or sharp.",
    "bad-option:one=seats": "A table has {low} to {high} seats.",
    "bad-option:one=turn_seconds": "The time for a turn is {low} to {high} seconds; 0 for no "
    "clock.",
    "bad-option:one=hold_seconds": "A seat is held for {low} to {high} seconds.",
    "no-spectators": "This table does not want spectators.",
    "spectator": "You are watching; only players can do that.",
    "not-seated": "You are not at a table.",
    "already-seated": "You are at a table already. Leave it first.",
    "not-the-host": "Only the host of the table can do that.",
    "not-ready": "Not everybody is ready.",
    "too-few-players": "There are too few players to begin.",
    "too-few-players:low": "It takes at least {low} players to begin.",
    "already-started": "The match has begun. You can watch it.",
    "not-started": "The match has not begun.",
    "not-over": "The match is not over.",
    "no-such-seat": "There is no such seat, or it is not free for that.",
    "seat-lost": "Your seat is no longer held here. Join a table again.",
    "too-many-tables": "There is no room for another table. Join one that is open.",
    "too-many-guesses": "That was wrong too often. Wait a minute and try again.",
    "empty-text": "There was nothing to say in it.",
}

_GOODBYES: Final = {
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
    "shutdown": "The server was shut down by its host.",
    "fault": "Something went wrong in the server, which has noted it. Connect again.",
    "bye": "Goodbye.",
}

_ENTRIES: Final = {
    "dealt": "{who} dealt {each} cards to each player; the {card} was turned up.",
    "dealt:up=none": "{who} dealt {each} cards to each player.",
    "drew": "{who} drew a card.",
    "took": "{who} took the {cards}.",
    "took:known=no": "{who} took the discard.",
    "melded": "{who} melded {cards}.",
    "laid-off": "{who} laid off {cards} on meld {meld}.",
    "took-back": "{who} took back {cards}.",
    "discarded": "{who} discarded the {card}.",
    "discarded:known=no": "{who} discarded a card.",
    "restocked": "The stock was empty: the discard pile became the new stock, {stock} cards.",
    "restocked:left=0": "The stock was empty: the discard pile became the new stock, {stock} "
    "cards, for the last time.",
    "restocked:how=shuffled": "The stock was empty: the discard pile was shuffled, {stock} "
    "cards.",
    "restocked:how=turned": "The stock was empty: the discard pile was turned over, {stock} "
    "cards.",
    "went-out": "{who} went out.",
    "went-out:rummy=yes": "{who} went rummy: out in one turn, with nothing laid before.",
    "blocked": "The deal ended and nobody went out.",
    "blocked:why=declined": "{who} declined the discard with the stock empty: nobody went out.",
    "blocked:why=nothing-to-draw": "Nothing was left to draw: nobody went out.",
    "blocked:why=turn-cap": "The deal had taken too many turns: nobody went out.",
}

_SHEET: Final = {
    "hand": "{who}: {cards} = {held}",
    "no-cards": "{who}: no cards",
    "out:scoring=winner_takes_sum": "{who} went out and scored what the others held: {sum}.",
    "out:scoring=penalties": "{who} went out; everybody else scored what they held.",
    "out:scoring=payment": "{who} went out; everybody else paid what they held: {sum}.",
    "rummy:bonus=double": "{who} went rummy: it counts double.",
    "rummy:bonus=add_ten": "{who} went rummy: it counts 10 more.",
    "rummy": "{who} went rummy.",
    "blocked": "Nobody went out.",
    "blocked:why=declined": "Nobody went out: the stock was empty and the discard declined.",
    "blocked:why=nothing-to-draw": "Nobody went out: nothing was left to draw.",
    "blocked:why=turn-cap": "Nobody went out: the deal had taken too many turns.",
    "blocked-lowest_takes_differences": "{who} held the lowest hand, {lowest}, and scored the "
    "differences to the others: {sum}.",
    "blocked-lowest_takes_differences:shared=yes": "{who} held the lowest hand, {lowest}, and "
    "shared the differences to the others: {sum}, by {count}.",
    "blocked-payment": "{who} held the lowest hand, {lowest}; the others paid the differences "
    "to it: {sum}.",
    "blocked-payment:shared=yes": "{who} held the lowest hand, {lowest}; the others paid the "
    "differences to it, to be shared: {sum}, by {count}.",
    "blocked-all_penalised": "Everybody scored what they held.",
    "blocked-no_score": "A blocked deal scores nothing.",
    "total": "{who}: {points}, in all {total}",
}

ENGLISH: Final = Language(
    code="en",
    refusals=_REFUSALS,
    goodbyes=_GOODBYES,
    unknown_refusal="That was refused: {code}.",
    unknown_goodbye="The connection was closed: {code}.",
    entries=_ENTRIES,
    you="You",
    nobody="Seat {seat}",
    both=" and ",
    either=" or ",
    actions={
        "draw": "draw from the stock",
        "take": "take the discard",
        "meld": "meld",
        "lay-off": "lay off",
        "discard": "discard",
        "take-back": "take back",
        "end-deal": "end the deal",
    },
    may="You may {actions}.",
    may_nothing="There is nothing for you to do now.",
    duties={
        "": "",
        "go-out": "You are going out in one turn: play every card, or take back.",
    },
    stages={
        "gathering": "waiting for players",
        "playing": "playing",
        "scoring": "between deals",
        "over": "match over",
        "closed": "closed",
    },
    presences={
        "here": "",
        "lost": "connection lost",
        "lost:hold": "connection lost, seat held for {hold} s",
        "bot": "away, a bot plays on",
        "left": "left, a bot plays on",
        "asleep": "away, the table waits",
    },
    absences={
        "wait": "the table waits for whoever is away",
        "bot": "a bot plays on for whoever is away",
        "end": "the match ends when somebody stays away",
    },
    ranks=(
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "jack", "queen", "king",
    ),
    suits=("clubs", "diamonds", "hearts", "spades"),
    card="{rank} of {suit}",
    joker="joker",
    switches=SWITCHES,
    choices=CHOICES,
    deal_lines=DEAL_LINES,
    sheet=_SHEET,
    match={
        "won": "{who} won the match.",
        "shared": "{who} share the match.",
        "nobody": "Nobody won the match.",
        "why:target": "The target was reached.",
        "why:deals": "All deals were played.",
        "why:last-player": "Nobody else was left.",
        "why:ended": "It was ended because somebody stayed away.",
    },
)  # fmt: skip
