"""Trio as a guest of asyncio, because the terminal library lives on asyncio.

The two loops share one thread and start and stop together: each calls only plain functions of
the other, so there is one order of things and no lock. Trio is the main program; what runs on
asyncio is one of its children. This is the one module that knows of the other loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple, Unpack

import outcome
import trio

__all__ = ["aio", "on_loop_error", "run", "soon"]

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def run(main: Callable[[Unpack[Ts]], Awaitable[T]], *args: *Ts, **options: Any) -> T:
    """Run *main* as `trio.run` would, with an asyncio loop beneath it.

    One such run may be under way in a thread. An interrupt that comes while nobody reads the
    keyboard cancels *main* and is raised as `KeyboardInterrupt`.
    """
    return asyncio.run(_host(main, args, options))


async def _host(
    main: Callable[..., Awaitable[T]], args: tuple[Any, ...], options: dict[str, Any]
) -> T:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[outcome.Outcome[Any]] = loop.create_future()
    root, interrupted = trio.CancelScope(), False

    async def guest() -> T | None:
        with root:
            return await main(*args)
        return None

    trio.lowlevel.start_guest_run(
        guest,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=done.set_result,
        host_uses_signal_set_wakeup_fd=True,
        **options,
    )
    while not done.done():
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:
            # asyncio cancels its main task when it is interrupted. The guest is told, and
            # has the time that it needs to put its things in order.
            interrupted = True
            root.cancel()
    result: T = done.result().unwrap()
    if interrupted and root.cancelled_caught:
        raise asyncio.CancelledError
    return result


async def aio(awaitable: Awaitable[T]) -> T:
    """Wait, in a Trio task, for something that runs on asyncio.

    When the Trio task is cancelled, so is what it waits for; its clean-up is waited for too.
    """
    task = asyncio.ensure_future(awaitable)
    waiter = trio.lowlevel.current_task()
    cancelled: list[Callable[[], Any]] = []

    def abort(raise_cancel: Callable[[], Any]) -> trio.lowlevel.Abort:
        cancelled.append(raise_cancel)
        task.cancel()
        return trio.lowlevel.Abort.FAILED  # `settle` wakes the task

    def settle(_: asyncio.Future[T]) -> None:
        if task.cancelled() and cancelled:
            result: outcome.Outcome[T] = outcome.capture(cancelled[0])
        elif task.cancelled():
            result = outcome.Error(RuntimeError("somebody else cancelled the asyncio task"))
        elif (error := task.exception()) is not None:
            result = outcome.Error(error)
        else:
            result = outcome.Value(task.result())
        trio.lowlevel.reschedule(waiter, result)

    task.add_done_callback(settle)
    result: T = await trio.lowlevel.wait_task_rescheduled(abort)
    return result


def soon(call: Callable[[], None], context: Context | None = None) -> None:
    """Have the asyncio loop *call*, in *context*, after what it has to do already."""
    asyncio.get_running_loop().call_soon(call, context=context)


def on_loop_error(report: Callable[[BaseException], None]) -> None:
    """Have *report* called with what goes wrong in callbacks of the running asyncio loop.

    Bugs in key bindings and in drawing end there, far from any task that could raise them.
    *report* is called in the context in which it went wrong, so that it can tell to whom of
    several it belongs.
    """

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception") or RuntimeError(str(context.get("message")))
        where = getattr(context.get("handle"), "_context", None)
        if where is None:
            report(error)
        else:
            where.run(report, error)

    asyncio.get_running_loop().set_exception_handler(failed)
