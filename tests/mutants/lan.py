"""What a house that is found on its network, and whoever looks for one, must not do."""

from __future__ import annotations

from registry import Mutant

__all__ = ["MUTANTS"]

HOUSE = "tests/server/test_lan.py"
LISTED = "tests/client/link/test_found.py"
MEANT = "tests/client/cli/test_whereabouts.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="a-short-question-is-answered-at-length",
        promise="P18",
        file="protocol/rummy_protocol/lan.py",
        before="    if len(data) != QUESTION_BYTES or not data.startswith(_ASKS):\n",
        after="    if not data.startswith(_ASKS):\n",
        test="tests/protocol/test_lan.py::test_only_a_whole_question_is_one",
        why="With a forged sender a house would send a victim ten times what it was sent.",
    ),
    Mutant(
        name="every-question-is-answered",
        promise="P21",
        file="server/rummy_server/lan/beacon.py",
        before=" and answers.take()",
        after="",
        test=f"{HOUSE}::test_a_flood_of_questions_is_answered_at_a_steady_pace",
        why="Whoever floods the port would have the house flood the network.",
    ),
    Mutant(
        name="a-fault-of-announcing-ends-the-house",
        promise="P22",
        file="server/rummy_server/lan/announcing.py",
        before="    except Exception as exc:  # noqa: BLE001 the barrier: a house lives without",
        after="    except KeyError as exc:  # a house lives without",
        test=f"{HOUSE}::test_whatever_goes_wrong_with_announcing_the_house_goes_on",
        why="A strange interface would close a house with all its games.",
    ),
    Mutant(
        name="an-announced-code-is-believed",
        promise="P27",
        file="client/rummy_client/houses/found.py",
        before="    if looked.code and house.code and looked.code != house.code:\n",
        after="    if False:\n",
        test=f"{LISTED}::test_who_has_another_key_than_was_announced_is_not_that_house",
        why="Whoever announces the code of a house would be taken for it.",
    ),
    Mutant(
        name="the-key-of-a-stranger-on-the-list-is-taken-unasked",
        promise="P27",
        file="client/rummy_client/cli/found.py",
        before='pin = house.pin if house.pin and is_known(house.pin) else ""',
        after="pin = house.pin",
        test=f"{MEANT}::test_by_lines_one_types_a_number_a_code_or_an_address",
        why="Nobody would be asked about a new house as long as it is on the list.",
    ),
    Mutant(
        name="a-flood-of-houses-is-listed",
        promise="P33",
        file="client/rummy_client/houses/found.py",
        before="        if len(found.houses) >= MOST_HOUSES:\n            return found\n",
        after="",
        test=f"{LISTED}::test_whoever_floods_the_network_fills_neither_list_nor_memory",
        why="A thousand houses that are none would fill the list and the memory.",
    ),
    Mutant(
        name="the-name-of-a-house-is-shown-as-it-came",
        promise="P31",
        file="client/rummy_client/houses/found.py",
        before="else clean(notice.name, NAME_CELLS),",
        after="else notice.name,",
        test=f"{LISTED}::test_what_others_are_called_is_cleaned",
        why="Whoever is on the network could write to the terminals of all who look.",
    ),
)
