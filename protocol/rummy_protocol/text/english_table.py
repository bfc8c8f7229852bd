"""English for the rules as they are read aloud at a table. Templates only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .english_table_end import ENDING_RULES

__all__ = ["PARTS", "RULES"]

PARTS: Final[Mapping[str, str]] = {
    "players": "Players and cards",
    "deal": "The deal",
    "turn": "The turn",
    "draw": "The draw",
    "melds": "Melds",
    "jokers": "Jokers",
    "opening": "The opening",
    "laying": "Laying off",
    "out": "Going out",
    "stock": "When the stock runs out",
    "values": "What cards count",
    "scoring": "What a deal counts",
    "match": "The match",
    "changes": "Other rules in some deals",
}

_PLAY: Final[Mapping[str, str]] = {
    "span": "{low} to {high}",
    "span:two": "{low} or {high}",
    # --- players and cards
    "players": "This is a game for {players} players, each for himself.",
    "cards": "The cards are {deck}.",
    "deck:for": "{deck} for {players} players",
    "pack:1": "one pack of 52",
    "pack:n": "{n} packs of 52",
    "with-jokers:0": "without jokers",
    "with-jokers:1": "with one joker",
    "with-jokers:n": "with {n} jokers",
    # --- the deal
    "dealer": "The first dealer is chosen by chance; after each deal the next player to the "
    "left deals.",
    "hands": "Each player is dealt {n} cards, one at a time.",
    "hands:by-players": "Each player is dealt, one at a time, {hands}.",
    "hand:for": "{n} cards if {players} play",
    "start:upcard": "The next card is turned up and begins the discard pile; the rest, face "
    "down, is the stock.",
    "start:extra_card": "The player who begins is dealt one card more; nothing is turned up, "
    "and the rest, face down, is the stock.",
    "joker-upcard": "A joker is not turned up: the next card that is none begins the pile.",
    "starter:left_of_dealer": "The player to the dealer's left has the first turn, and turns "
    "go clockwise.",
    "starter:dealer": "The dealer has the first turn, and turns go clockwise.",
    # --- the turn
    "aim": "Whoever first gets rid of all his cards goes out, and the deal is over at once.",
    "turn": "A turn has three parts: draw; lay cards on the table, if you can and like; "
    "discard one card, face up.",
    "no-draw": "In the first turn of the deal the player who begins does not draw.",
    "take-back": "What you have laid you may take back in the same turn, the last play first.",
    "no-take-back": "A card laid is laid: no play is taken back.",
    # --- the draw
    "draw:top": "Draw one card: the top of the stock, unseen, or the top of the discard pile.",
    "draw:deep": "Draw the top card of the stock, unseen, or take any card of the discard "
    "pile together with all that lie above it.",
    "use:top:must": "A discard that you take has to go to the table in the same turn.",
    "use:deep:must": "When you take discards, the lowest of them in the pile has to go to the "
    "table in the same turn.",
    "use:deep:must_if_deep": "When you take more than the top discard, the lowest of them in "
    "the pile has to go to the table in the same turn.",
    "locked:top": "A discard that you took may not be discarded in the same turn; a card from "
    "the stock may.",
    "locked:deep": "When you take discards, the lowest of them in the pile may not be "
    "discarded in the same turn; all others may, and so may a card from the stock.",
    "free:top": "The card that you drew may be discarded at once, wherever it came from.",
    "free:deep": "Cards that you drew may be discarded at once, wherever they came from.",
    "gate:after_open": "From the discard pile only a player may take who has opened in an "
    "earlier turn.",
    "gate:when_opening": "A player who has not opened may take from the discard pile only in "
    "the turn in which he opens.",
    "gate:opening_with_it": "A player who has not opened may take from the discard pile only "
    "in the turn in which he opens, and then lays the card that he reached for.",
    "from-turn": "Nobody takes from the discard pile in his own first turn.",
    "last-from-stock": "With one card left in your hand you draw from the stock only.",
    "seen:top": "Of the discard pile only the top card is to be seen.",
    "seen:all": "The whole discard pile is to be seen.",
    "counts": "Your cards are for you alone to see; how many the stock and each hand have is "
    "open to all.",
    # --- melds
    "set:distinct:few": "A set is 3 cards of one rank, in different suits.",
    "set:distinct:four": "A set is 3 or 4 cards of one rank, in different suits.",
    "set:any:few": "A set is 3 cards of one rank, in any suits, equal cards included.",
    "set:any:four": "A set is 3 or 4 cards of one rank, in any suits, equal cards included.",
    "set:any:many": "A set is 3 to {n} cards of one rank, in any suits, equal cards included.",
    "run": "A run is {n} or more cards in a row of one suit, no rank twice.",
    "ace:low": "In a run the ace is low: A 2 3 is one, Q K A is none.",
    "ace:high": "In a run the ace is high: Q K A is one, A 2 3 is none.",
    "ace:either": "In a run the ace is low or high: A 2 3 and Q K A are runs, K A 2 is none.",
    "ace:corner": "Runs may go round the corner: A 2 3, Q K A and K A 2 are all runs.",
    "lies": "A meld is laid face up and stays as it lies: melds are not rearranged or joined.",
    "melds:one": "You may lay one new meld in a turn.",
    "melds:any": "You may lay any number of new melds in a turn.",
    "melds-waived": "Whoever laid nothing in earlier turns may lay more new melds, if all his "
    "cards go in that turn.",
    # --- jokers
    "joker": "A joker stands for any card; which one is fixed when it is laid, and that card "
    "cannot lie in the same meld as well.",
    "joker:twins": "A joker stands for any card; which one is fixed when it is laid, and no "
    "card lies in a meld more than {n} times, jokers for it included.",
    "joker:unmelded": "Jokers cannot be melded.",
    "per-meld:any": "A meld may have any number of jokers, beside one natural card at least.",
    "per-meld:1": "A meld may have one joker.",
    "per-meld:n": "A meld may have up to {n} jokers, beside one natural card at least.",
    "not-more": "A meld may not have more jokers than natural cards.",
    "no-neighbours": "Two jokers may not lie side by side in a run.",
    "swap:none": "A joker that was laid stays on the table.",
    "swap:own_turn": "In your turn, once you have drawn, you may put the card that a joker on "
    "the table stands for in its place and take the joker into your hand.",
    "swap:after_open": "Once you have opened you may, in your turn, put the card that a joker "
    "on the table stands for in its place and take the joker into your hand.",
    "swap-use:keep": "A joker that you took so may be kept.",
    "swap-use:same_turn": "A joker that you took so has to be laid again in the same turn.",
    "swap-use:new_meld": "A joker that you took so has to be laid again in the same turn, in "
    "a new meld.",
    "loose": "In a set, though, a joker is bound to no suit: a card of any suit that is "
    "missing may be added.",
    "release": "A set of 3 cards with one joker gives it only for both missing suits "
    "together; a set with more jokers gives one for any missing suit; a set of 4 with one "
    "joker keeps it.",
    "release:three": "A set with one joker keeps it; a set with more gives one for any "
    "missing suit.",
    # --- the opening
    "at-once": "Nothing is melded before all your cards can go in one turn, a last discard "
    "included where there may be one.",
    "open": "To open you lay your first melds, as many as it takes, all in one turn.",
    "open:any": "You open with your first meld.",
    "open:contract": "To open you lay, all in one turn, {melds}.",
    "S:1:short": "a set of {size}",
    "S:n:short": "{n} sets of {size}",
    "R:1:short": "a run of {size}",
    "R:n:short": "{n} runs of {size}",
    "S:1:least": "a set of at least {size} cards",
    "S:1:exact": "a set of exactly {size} cards",
    "S:n:least": "{n} sets of at least {size} cards",
    "S:n:exact": "{n} sets of exactly {size} cards",
    "R:1:least": "a run of at least {size} cards",
    "R:1:exact": "a run of exactly {size} cards",
    "R:n:least": "{n} runs of at least {size} cards",
    "R:n:exact": "{n} runs of exactly {size} cards",
    "open:points": "The melds of an opening have to count {n} points or more together.",
    "open:counted:low:plain": "In that an ace counts 11, or 1 below a two; king, queen, jack "
    "and ten 10; other cards what they show.",
    "open:counted:high:plain": "In that an ace counts 11; king, queen, jack and ten 10; other "
    "cards what they show.",
    "open:counted:low:jokers": "In that an ace counts 11, or 1 below a two; king, queen, jack "
    "and ten 10; other cards what they show; and a joker the card it stands for.",
    "open:counted:high:jokers": "In that an ace counts 11; king, queen, jack and ten 10; "
    "other cards what they show; and a joker the card it stands for.",
    "open:pure:plain": "One of the melds of an opening has to be a run.",
    "open:pure:jokers": "One of the melds of an opening has to be a run without a joker.",
    "open:no-jokers": "The melds of an opening may have no jokers.",
    "open:begun": "An opening that was begun has to be completed in the same turn.",
    "open:waived:none": "Whoever laid nothing in earlier turns and gets rid of all his cards "
    "in one turn need not open.",
    "open:waived:lays": "Whoever laid nothing in earlier turns and gets rid of all his cards "
    "in one turn need not open; after a meld of his own he may lay off in it, too.",
    "open:waived:swaps": "Whoever laid nothing in earlier turns and gets rid of all his cards "
    "in one turn need not open; after a meld of his own he may swap jokers in it, too.",
    "open:waived:both": "Whoever laid nothing in earlier turns and gets rid of all his cards "
    "in one turn need not open; after a meld of his own he may lay off and swap jokers in it, "
    "too.",
    "after:any": "After the opening you may lay other new melds, of whatever kind.",
    "after:none": "After the opening you lay no more new melds.",
    "after:one-meld": "After your first meld of a deal you lay no more new melds.",
    # --- laying off
    "lay-off:none": "Nobody lays off cards on melds that lie.",
    "lay-off:own": "You may lay off any number of cards on your own melds, and on no others.",
    "lay-off:any": "You may lay off any number of cards on melds that lie, your own and those "
    "of others.",
    "lay-off-gate:none": "For that you need not have melded yourself.",
    "lay-off-gate:own_meld": "For that a meld of your own has to lie, one of this turn "
    "included.",
    "lay-off-gate:after_open": "For that you have to have opened, in this turn or before.",
    "lay-off-gate:after_open_next_turn": "For that you have to have opened in an earlier turn.",
    "lay-off-where": "What then lies has to be a meld; where a card fits two, its player says "
    "which.",
    "ban:all": "A card that fits a meld on the table may not be discarded, unless every card "
    "that you could discard does.",
    "ban:before_open": "Before you have opened, a card that fits a meld on the table may not "
    "be discarded, unless every card that you could discard does.",
    "ban:before_meld": "Before you have melded, a card that fits a meld on the table may not "
    "be discarded, unless every card that you could discard does.",
}

RULES: Final[Mapping[str, str]] = {**_PLAY, **ENDING_RULES}
