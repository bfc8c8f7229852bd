"""What encryption, the house's key and its pin must not do."""

from __future__ import annotations

from registry import Mutant

TLS = "server/rummy_server/tls.py"
IDENTITY = "server/rummy_server/identity.py"
SECURE = "client/rummy_client/secure.py"
TRUST = "client/rummy_client/cli/trust.py"
HOUSES = "client/rummy_client/houses/known.py"
SERVED = "tests/server/test_tls.py"
KEYS = "tests/server/test_identity.py"
PINS = "tests/client/pins/test_pins.py"
OUTBOX = (
    f"{SERVED}::test_whatever_the_wire_takes_an_outbox_behind_tls_loses_and_repeats_nothing"
)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        name="owed-byte-encrypted-twice",
        promise="P26",
        file=TLS,
        before="        taken, self._ahead = self._ahead, 0\n",
        after="        taken, self._ahead = 0, 0\n",
        test=OUTBOX,
        why="A client on a slow line gets a byte twice, and its game breaks off.",
    ),
    Mutant(
        name="frame-on-its-way-counts-as-sent",
        promise="P26",
        file=TLS,
        before="            self._ahead = 1\n",
        after="            self._ahead = 0\n",
        test=OUTBOX,
        why="Nobody comes back for the rest of a frame: a client waits until somebody moves.",
    ),
    Mutant(
        name="encrypted-rest-dropped",
        promise="P26",
        file=TLS,
        before='            self._rest = memoryview(self._rest)[taken:] if taken < len(self._rest) else b""\n',
        after='            self._rest = b""\n',
        test=OUTBOX,
        why="What the socket does not take at once is lost, and the connection with it.",
    ),
    Mutant(
        name="all-records-encrypted-ahead",
        promise="P19",
        file=TLS,
        before="        while taken < len(rest) and not self._rest:\n",
        after="        while taken < len(rest):\n",
        test=f"{SERVED}::test_what_is_behind_the_first_record_waits_unencrypted",
        why="What waits for a slow client can no longer be replaced, and is out of all limits.",
    ),
    Mutant(
        name="farewell-in-the-clear",
        promise="P26",
        file=TLS,
        before="            return len(data)\n",
        after="            return self._pipe.send_now(data)\n",
        test=f"{SERVED}::test_before_the_handshake_nothing_is_sent",
        why="Before the handshake the server speaks unencrypted with whoever connects.",
    ),
    Mutant(
        name="cut-taken-for-a-farewell",
        promise="P26",
        file=TLS,
        before="        if isinstance(self._over, ssl.SSLZeroReturnError):\n",
        after="        if self._over is not None:\n",
        test=f"{SERVED}::test_a_client_that_only_hangs_up_was_perhaps_cut",
        why="Somebody on the network can end a connection as if the client had meant it.",
    ),
    Mutant(
        name="key-updates-pile-up",
        promise="P19",
        file=TLS,
        before="        allowed = UNASKED if self._agreed else 0\n",
        after="        allowed = 10**9\n",
        test=f"{SERVED}::"
        "test_who_asks_for_new_keys_without_end_and_takes_none_is_not_heard_further",
        why="One client that asks for keys and never reads fills the server's memory.",
    ),
    Mutant(
        name="house-lets-in-unencrypted",
        promise="P26",
        file=TLS,
        before="        return TlsPipe(pipe, self._context), address\n",
        after="        return pipe, address\n",
        test="tests/client/pins/test_wire.py::"
        "test_nothing_of_a_game_is_to_be_seen_on_the_network",
        why="Hands, names and secrets cross the network for everybody to read.",
    ),
    Mutant(
        name="older-tls-taken",
        promise="P26",
        file=IDENTITY,
        before="        context.minimum_version = ssl.TLSVersion.TLSv1_3\n",
        after="        context.minimum_version = ssl.TLSVersion.TLSv1_2\n",
        test=f"{SERVED}::test_an_older_tls_is_refused_and_told_so",
        why="Somebody in between can talk both sides down to a weaker encryption.",
    ),
    Mutant(
        name="key-open-to-others",
        promise="P26",
        file=IDENTITY,
        before="            _safe(path)\n",
        after="",
        test=f"{KEYS}::test_a_key_that_others_can_reach_is_refused",
        why="Another user of the machine can pass for the house.",
    ),
    Mutant(
        name="key-written-over",
        promise="P27",
        file=IDENTITY,
        before="            os.link(draft, path)\n",
        after="            os.replace(draft, path)\n",
        test=f"{KEYS}::test_a_key_that_another_server_has_just_made_is_taken",
        why="Of two servers that start at once one shows a key that nobody will see again.",
    ),
    Mutant(
        name="certificate-of-another-key",
        promise="P26",
        file=IDENTITY,
        before="    if key.public_key() != certified:\n",
        after="    if certified is None:\n",
        test=f"{KEYS}::test_a_spoilt_key_is_refused_in_one_line_and_left_as_it_is",
        why="The host reads out a pin that no client will ever see.",
    ),
    Mutant(
        name="any-signature-holds",
        promise="P26",
        file=IDENTITY,
        before="    except (InvalidSignature, ValueError):\n        return False\n",
        after="    except (InvalidSignature, ValueError):\n        pass\n",
        test=f"{KEYS}::test_what_the_house_has_signed_can_be_checked_and_nothing_else",
        why="A forged record of a game is taken for the house's own.",
    ),
    Mutant(
        name="pin-not-compared",
        promise="P26",
        file=SECURE,
        before="        if found != pin:\n",
        after="        if not found:\n",
        test=f"{PINS}::test_a_house_with_another_key_is_left_before_a_word_is_said",
        why="Somebody in between shows a key of their own and reads along.",
    ),
    Mutant(
        name="changed-key-learned-anew",
        promise="P27",
        file=TRUST,
        before='    if known and host.pin in ("", known):\n',
        after="    if known and host.pin == known:\n",
        test=f"{PINS}::test_a_house_whose_key_has_changed_is_refused_until_it_is_forgotten",
        why="A new key is taken without a word, which is just what an attacker needs.",
    ),
    Mutant(
        name="line-with-another-pin-taken",
        promise="P27",
        file=TRUST,
        before="        if found != host.pin:\n",
        after="        if found != host.pin and not trust.new:\n",
        test=f"{PINS}::test_a_line_with_another_pin_is_refused_and_nothing_is_kept",
        why="The pin that the host gave is worth nothing to those who say --trust-new.",
    ),
    Mutant(
        name="new-house-unasked",
        promise="P27",
        file=TRUST,
        before="    elif not trust.new and not _is_here(host.host):\n",
        after="    elif not trust.new and not host.host:\n",
        test=f"{PINS}::test_without_a_terminal_a_new_house_is_refused_in_one_line",
        why="At the first visit whoever answers is trusted, and for ever after.",
    ),
    Mutant(
        name="known-houses-open-to-others",
        promise="P27",
        file=HOUSES,
        before="            _safe(self.path)\n",
        after="",
        test=f"{PINS}::test_a_file_that_others_can_reach_is_refused_in_one_line",
        why="Another user of the machine can have us trust any key.",
    ),
    Mutant(
        name="seat-secret-for-any-house",
        promise="P26",
        file="client/rummy_client/cli/client.py",
        before="    return (pin or known_pin((seat.host, seat.port)) or seat.pin) == seat.pin\n",
        after="    return True\n",
        test=f"{PINS}::test_a_seat_is_for_the_house_where_it_was_taken_and_not_for_its_address",
        why="The secret of a seat is shown to another house that has the same address.",
    ),
    Mutant(
        name="plain-house-says-encrypted",
        promise="P26",
        file="server/rummy_server/session.py",
        before="                plain=self._pipe.plain,\n",
        after="                plain=False,\n",
        test=f"{SERVED}::test_a_house_on_a_bare_network_says_that_it_is_plain",
        why="Players believe that nobody reads along.",
    ),
    Mutant(
        name="plain-connection-unmarked",
        promise="P26",
        file="client/rummy_client/screen/frame.py",
        before="        case Online(plain=True):\n",
        after="        case Online(plain=True) if not scene.size:\n",
        test="tests/client/screen/test_mark.py::"
        "test_the_mark_is_on_every_screen_of_such_a_connection_and_on_no_other",
        why="Who has said --insecure once is not reminded that others read along.",
    ),
)
