"""How a command of ours ends: one line that says what is wrong and what to run next, and a status.

offers   StepError       an expected failure, in words
         run(main)       0 done; 1 an expected failure or nowhere to print; a signal as such, which
                         a shell shows as 130 (Ctrl-C) or 143 (SIGTERM)
         one_line(text)  text of a model, a server or a caller, fit for a terminal
         summary(doc)    the first line of a doc string, for --help
"""

import contextlib
import os
import re
import signal
import sys
import threading
from pathlib import Path

AGAIN = 0.01  # seconds
STRUCK = []  # signals that came, in their order
SIGNALS = (signal.SIGTERM, signal.SIGINT)
SIGNALLED = 128  # and the number of a signal are a shell's status of it
STOPPED = "stopped; every file is whole, the earlier one or the new one; run it again"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")  # a terminal obeys some


class StepError(Exception):
    """An expected failure: the message says what is wrong, where, and what to run next."""


class Terminated(BaseException):
    """SIGTERM, so that it ends a step like Ctrl-C."""


def summary(doc):
    """Return the first line of a doc string, for --help; python -OO takes doc strings away."""
    return (doc or "").partition("\n")[0]


def one_line(text):
    r"""'two\nlines\x1b[2J' -> 'two lines [2J'"""
    return " ".join(CONTROLS.sub(" ", str(text)).split())


def end(line):
    """Say a line on standard error, where somebody reads it; return 1."""
    with contextlib.suppress(OSError, AttributeError):
        print(f"{Path(sys.argv[0]).name}: {one_line(line)}", file=sys.stderr, flush=True)
    return 1


def status(main):
    """Call main() and return the exit status; whatever can be expected is said in one line."""
    try:
        main()
        if sys.stdout:
            sys.stdout.flush()
    except StepError as error:
        return end(error)
    except BrokenPipeError:  # `python search.py ... | head -1` is no fault
        return 0
    except MemoryError:
        return end("out of memory; give it less at a time")
    except OSError as error:  # a terminal or a device that went away
        return end(f"{error.filename or 'standard output'}: {error.strerror or error}")
    finally:
        for number in SIGNALS:
            if signal.getsignal(number) == struck:  # all is tidy: the next one ends it at once
                signal.signal(number, signal.SIG_DFL)
    return 0


def settle():
    """Print what is left to print; where nobody takes it, let it go."""
    try:
        sys.stdout.flush()
    except AttributeError:  # there is none
        pass
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def struck(number, frame):
    """Handle a signal: note it, for an import may turn the exception into another, and raise."""
    STRUCK.append(number)
    raise Terminated if number == signal.SIGTERM else KeyboardInterrupt


def once_more(lost):
    """Send a signal again that struck where Python drops exceptions, as in an import's callback."""
    if lost.exc_type in (Terminated, KeyboardInterrupt) and STRUCK:
        threading.Timer(AGAIN, os.kill, (os.getpid(), STRUCK[-1])).start()
    else:
        sys.__unraisablehook__(lost)


def stopped():
    """Say that a signal ended the step, and let it end the process, as whoever waits expects."""
    end(STOPPED)
    settle()
    number = (STRUCK or [signal.SIGINT])[0]
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return SIGNALLED + number  # the first process of a container outlives a signal


def run(main):
    """Call main(); print an expected failure as one line and exit with status 1."""
    try:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup, or `... &` in a script
                signal.signal(number, struck)
        sys.unraisablehook = once_more
        for stream in filter(None, (sys.stdout, sys.stderr)):  # None: closed by the shell
            stream.reconfigure(errors="backslashreplace")  # a terminal lacks a letter: no fault
        code = status(main)
    except BaseException as error:
        if not STRUCK and not isinstance(error, KeyboardInterrupt):
            raise
        code = stopped()
    settle()
    if code:
        raise SystemExit(code)
