"""Write files whole or not at all, and those that belong together one right after the other.

offers   together() -> a context; its .open(path) and .write(path, data) write beside the path, and
         when the block ends well every file takes its place, in the order of the calls
         alone(folder) -> a context in which nobody else changes what is read and written there
         inputs(folder, ending) -> the files of a folder, in name order
         stamp(path) -> what changes when a file is replaced

Whoever reads meanwhile, or after a crash, finds the earlier file or the new one. A crash between
two of the renames leaves files of two builds: each reader compares SHA-256 and says what to run.
"""

import contextlib
import fcntl
import glob
import os
import re
import stat
from pathlib import Path

PART = re.compile(r"\.(\d+)\.part$")


class Together:
    """The files of one step, beside where they belong until all of them are complete."""

    def __init__(self):
        self.files = {}  # path -> file that is written beside it
        self.path = None  # the one at work, for whoever reports an error

    def open(self, path):
        """Return a binary file that will take the place of `path`."""
        self.path = path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")  # two builds never share one
        self.files[path] = open(part, "w+b")
        return self.files[path]

    def write(self, path, data):
        self.open(path).write(data)

    def commit(self):
        """Put every file into its place; all bytes are on the disk before the first rename."""
        for path, file in self.files.items():
            self.path = path
            file.flush()
            os.fsync(file.fileno())
        for path, file in self.files.items():
            self.path = path
            os.replace(file.name, path)

    def close(self):
        """Remove what did not take its place."""
        for file in self.files.values():
            with contextlib.suppress(OSError):  # a full disk shows once more when it is closed
                file.close()
            with contextlib.suppress(OSError):
                os.unlink(file.name)


def stamp(path):
    """Return what changes when a file is replaced, None where there is none."""
    try:
        now = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(now.st_mode):
        return None  # a copy may keep size and time of change, but not all four
    return now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino


@contextlib.contextmanager
def together():
    """Yield a Together; an error within the block leaves every earlier file as it was."""
    files = Together()
    try:
        yield files
        files.commit()
    finally:
        files.close()


@contextlib.contextmanager
def alone(folder):
    """Hold the others who ask for it until the block ends; a crash lets go."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # no folder yet, or a network disk that locks none
            number = os.open(folder, os.O_RDONLY)
            held.callback(os.close, number)
            fcntl.flock(number, fcntl.LOCK_EX)
        yield


def alive(pid):
    """Return whether a process with this number may still run."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # another user's
        pass
    return True


def sweep(path):
    """Remove what killed processes left beside a path; nobody ever reads it."""
    for part in path.parent.glob(f"{glob.escape(path.name)}.*.part"):
        found = PART.search(part.name)
        if found and not alive(int(found[1])):
            with contextlib.suppress(OSError):
                removed(part)


def removed(part):
    """Remove a file or a folder."""
    if not part.is_dir():
        return part.unlink()
    import shutil  # 5 ms, and hardly ever needed

    shutil.rmtree(part)


def inputs(folder, ending):
    """Return ([files], [what has the ending and is no file]) of a folder; hidden ones are neither.

    Editors and file managers leave hidden files (.#a.md, ._a.md) that are no documents.
    """
    shown = sorted(path for path in folder.glob(f"*{ending}") if not path.name.startswith("."))
    files = {path: path.is_file() for path in shown}
    return [path for path in shown if files[path]], [path for path in shown if not files[path]]
