"""English for the rules of going out, scoring and the match, as read aloud at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ENDING_RULES"]

_RUMMY: Final = "Going out in one turn, with nothing laid in earlier turns, is going rummy: "

ENDING_RULES: Final[Mapping[str, str]] = {
    # --- going out
    "out:optional:lays": "You go out with your last card, in a meld, laid off or discarded.",
    "out:optional:melds": "You go out with your last card, in a meld or discarded.",
    "out:required:lays": "You go out by discarding your last card; no play may use up the "
    "hand.",
    "out:required:melds": "You go out by discarding your last card: no meld may use up the "
    "hand.",
    "out:never:lays": "You go out by laying your last cards: a last card may not be discarded.",
    "out:never:melds": "You go out by melding your last cards: a last card may not be "
    "discarded.",
    "dead-end": "No play is allowed after which the turn could not end within the rules.",
    "earliest": "Nobody may go out in his own first turn.",
    # --- the stock
    "restock:turn_over": "If you want a card from the stock and it is empty, the discard pile "
    "is turned over, unshuffled, and is the new stock.",
    "restock:shuffle_all": "If you want a card from the stock and it is empty, the discard "
    "pile is shuffled and is the new stock.",
    "restock:shuffle_keep_top": "If you want a card from the stock and it is empty, the "
    "discard pile without its top card is shuffled and is the new stock.",
    "restocks:any": "This is done as often as it is needed.",
    "restocks:1": "This is done once in a deal.",
    "restocks:2": "This is done twice in a deal at most.",
    "restocks:n": "This is done {n} times in a deal at most.",
    "no-restock": "Once the stock is empty, no new one is made.",
    "blocked": "If there is no stock to draw from and none can be made, you take a discard, "
    "if you may, or end the deal: then nobody has gone out.",
    "cap": "After {n} turns of single players the deal ends, and nobody has gone out.",
    # --- what cards count
    "values:hand:pips": "In the hand an ace counts {ace}, king, queen, jack and ten 10, and "
    "other cards what they show.",
    "values:hand:fives": "In the hand an ace counts {ace}, king, queen, jack and ten 10, and "
    "other cards 5.",
    "values:both:pips": "In the hand and on the table an ace counts {ace}, king, queen, jack "
    "and ten 10, and other cards what they show.",
    "values:both:fives": "In the hand and on the table an ace counts {ace}, king, queen, jack "
    "and ten 10, and other cards 5.",
    "values:ace-low": "On the table an ace below a two counts {n}.",
    "values:joker:hand": "In the hand a joker counts {n}.",
    "values:joker:both": "In the hand and on the table a joker counts {n}.",
    "unopened": "The hand of a player who has not opened counts {n}, whatever it holds.",
    "unmelded": "The hand of a player who has laid no meld of his own counts {n}, whatever it "
    "holds.",
    # --- what a deal counts
    "scores:winner_takes_sum": "Whoever goes out scores what all others hold; nobody else "
    "scores.",
    "scores:penalties": "When somebody goes out, each of the others is charged what he holds, "
    "as penalty points.",
    "scores:payment": "When somebody goes out, each of the others pays him what he holds.",
    "scores:melds_minus_hand": "Everybody scores the cards that he laid, on whosesoever meld, "
    "less those that he holds; that may be less than nothing.",
    "bonus:winner_takes_sum": "Whoever goes out scores {n} more.",
    "bonus:penalties": "Whoever goes out has {n} penalty points taken off.",
    "bonus:payment": "Each of the others pays {n} more to whoever goes out.",
    "bonus:melds_minus_hand": "Whoever goes out scores {n} more.",
    "let-off": "Whoever goes out has {usual} penalty points taken off; {once}, if all his "
    "cards go in one turn with nothing laid before; and {first}, if nobody else has laid a "
    "card either.",
    "rummy:double:winner_takes_sum": _RUMMY + "then what the others hold counts double.",
    "rummy:double:penalties": _RUMMY + "then each of the others is charged double.",
    "rummy:double:payment": _RUMMY + "then each of the others pays double.",
    "rummy:double:melds_minus_hand": _RUMMY + "then the cards of that player count double.",
    "rummy:add_ten:winner_takes_sum": _RUMMY + "that scores 10 more.",
    "rummy:add_ten:penalties": _RUMMY + "then each of the others is charged 10 more.",
    "rummy:add_ten:payment": _RUMMY + "then each of the others pays 10 more.",
    "rummy:add_ten:melds_minus_hand": _RUMMY + "that scores 10 more.",
    "rummy-bonus": "The points for going out are not doubled.",
    "blocked:lowest_takes_differences": "If nobody goes out, the lowest hand scores the "
    "differences to all other hands; equal lowest hands share them exactly.",
    "blocked:lowest_takes_differences:paid": "If nobody goes out, the others pay the lowest "
    "hand the differences to it; equal lowest hands share them exactly.",
    "blocked:all_penalised": "If nobody goes out, everybody loses what he holds.",
    "blocked:all_penalised:charged": "If nobody goes out, everybody is charged what he holds.",
    "blocked:no_score": "If nobody goes out, the deal counts for nobody.",
    "blocked:same": "If nobody goes out, the lowest hand scores what the others hold; equal "
    "lowest hands share it exactly.",
    "blocked:same:laid": "If nobody goes out, the deal counts in the same way, with nothing "
    "added for anybody.",
    "shown": "When a deal is over, all hands are shown.",
    # --- the match
    "target:at_least:most": "The match ends when somebody has {n} points or more after a "
    "deal; the most points win.",
    "target:above:most": "The match ends when somebody has more than {n} points after a deal; "
    "the most points win.",
    "target:at_least:fewest": "The match ends when somebody has {n} penalty points or more "
    "after a deal; the fewest win.",
    "target:above:fewest": "The match ends when somebody has more than {n} penalty points "
    "after a deal; the fewest win.",
    "deals:1:most": "The match is one deal; the most points win.",
    "deals:1:fewest": "The match is one deal; the fewest penalty points win.",
    "deals:n:most": "The match is {n} deals; the most points win.",
    "deals:n:fewest": "The match is {n} deals; the fewest penalty points win.",
    "eliminate:at_least": "Whoever has {n} penalty points or more after a deal drops out; the "
    "last player left wins the match.",
    "eliminate:above": "Whoever has more than {n} penalty points after a deal drops out; the "
    "last player left wins the match.",
    "tie:extra_deal": "If the best are level, another deal is played.",
    "tie:share": "If the best are level, they share the match.",
    "tie:went_out_first": "If the best are level, the one of them who went out wins; if none "
    "of them did, another deal is played.",
    "all-out:share": "If nobody would be left, the fewest penalty points win, and level "
    "players share the match.",
    "all-out:extra_deal": "If nobody would be left, the fewest penalty points win, and level "
    "players play on.",
    "buy-ins:0": "Whoever has dropped out stays out.",
    "buy-ins:1": "Whoever has dropped out may come back once, between deals, with as many "
    "points as the worst of those who are left.",
    "buy-ins:n": "Whoever has dropped out may come back, {n} times at most, between deals, "
    "with as many points as the worst of those who are left.",
    # --- other rules in some deals
    "in-deal": "In deal {first}, instead of {number}: {text}",
    "in-deals": "In deals {first} to {last}, instead of {number}: {text}",
    "in-deals:on": "From deal {first} on, instead of {number}: {text}",
    "more-in-deal": "In deal {first}: {text}",
    "more-in-deals": "In deals {first} to {last}: {text}",
    "more-in-deals:on": "From deal {first} on: {text}",
    "not-in-deal": "In deal {first} sentence {number} does not hold.",
    "not-in-deals": "In deals {first} to {last} sentence {number} does not hold.",
    "not-in-deals:on": "From deal {first} on sentence {number} does not hold.",
    # --- a game in one line
    "brief": "{low}-{high} players, {deck}",
    "brief:so-many": "{low} players, {deck}",
    "brief:pack": "1 pack",
    "brief:packs": "{n} packs",
    "brief:packs-by-players": "1-2 packs",
    "brief:joker": "1 joker",
    "brief:jokers": "{n} jokers",
    "brief:deep": "any discard",
    "brief:points": "{n} to open",
    "brief:contract": "contracts",
    "brief:at-once": "all at once",
    "brief:discard": "last card discarded",
    "brief:no-restock": "no second stock",
    "brief:rummy": "rummy counts extra",
    "brief:changes": "rules change by deal",
    "brief:penalties": "penalties",
    "brief:payment": "payment",
    "brief:melds_minus_hand": "melds score",
    "brief:target": "to {n}",
    "brief:deal": "1 deal",
    "brief:deals": "{n} deals",
    "brief:eliminate": "out at {n}",
}
