"""Two loops in one thread: what one of them does to the other, in both directions."""

from __future__ import annotations

import asyncio
import signal

import pytest
import trio
import trio.lowlevel

from rummy_client.terminal import guest


def test_it_runs_a_program_as_trio_does() -> None:
    async def main(one, two):
        await trio.lowlevel.checkpoint()
        return one + two

    assert guest.run(main, 1, 2) == 3


def test_what_goes_wrong_comes_out() -> None:
    async def main():
        raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        guest.run(main)


def test_something_on_asyncio_is_waited_for_and_its_result_is_given() -> None:
    async def slow():
        await asyncio.sleep(0)
        return "done"

    async def main():
        return await guest.aio(slow())

    assert guest.run(main) == "done"


def test_an_error_on_asyncio_comes_out_where_it_was_waited_for() -> None:
    async def broken():
        raise KeyError("there")

    async def main():
        with pytest.raises(KeyError):
            await guest.aio(broken())
        return "went on"

    assert guest.run(main) == "went on"


def test_cancelling_the_waiting_cancels_and_cleans_up_over_there() -> None:
    steps = []

    async def there():
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0)
            steps.append("cleaned up")

    async def main():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.aio, there())
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        steps.append("went on")

    guest.run(main)

    assert steps == ["cleaned up", "went on"]


def test_a_task_that_finishes_in_spite_of_being_cancelled_keeps_its_result() -> None:
    async def stubborn():
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            return "kept"

    async def main():
        async with trio.open_nursery() as nursery:

            async def wait():
                kept.append(await guest.aio(stubborn()))

            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

    kept = []
    guest.run(main)

    assert kept == ["kept"]


def test_a_task_that_somebody_else_cancels_is_an_error() -> None:
    tasks = []

    async def there():
        tasks.append(asyncio.current_task())
        await asyncio.sleep(3600)

    async def cancel():
        await trio.testing.wait_all_tasks_blocked()
        tasks[0].cancel()

    async def main():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(cancel)
            await guest.aio(there())

    with pytest.raises(ExceptionGroup) as caught:
        guest.run(main)
    assert caught.group_contains(RuntimeError, match="somebody else")


def test_plain_functions_of_one_loop_may_be_called_from_the_other() -> None:
    async def main():
        send, receive = trio.open_memory_channel[str](1)

        async def host():
            asyncio.get_running_loop().call_soon(send.send_nowait, "from the host")

        await guest.aio(host())
        return await receive.receive()

    assert guest.run(main) == "from the host"


@pytest.fixture
def interruptible():
    """The interrupt means what it means when a program starts, whatever ran before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_program_after_it_has_cleaned_up() -> None:
    steps = []

    async def main():
        try:
            signal.raise_signal(signal.SIGINT)
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.lowlevel.checkpoint()
            steps.append("cleaned up")

    with pytest.raises(KeyboardInterrupt):
        guest.run(main)
    assert steps == ["cleaned up"]


def test_what_goes_wrong_in_a_callback_is_reported() -> None:
    reports = []

    async def main():
        happened = trio.Event()

        def report(error):
            reports.append(error)
            happened.set()

        async def host():
            guest.on_loop_error(report)
            asyncio.get_running_loop().call_soon(lambda: 1 / 0)

        await guest.aio(host())
        await happened.wait()

    guest.run(main)

    assert isinstance(reports[0], ZeroDivisionError)


def test_there_may_be_one_run_after_the_other() -> None:
    async def main(number):
        return number

    assert [guest.run(main, number) for number in range(3)] == [0, 1, 2]
