"""Starts the engine as a program, on a port of its own, for the duration of a `with` block."""

import os
import subprocess

import ydb


class Server:
    """A running `ydb-embedded`; the variable YDB_EMBEDDED names the program."""

    def __init__(self, *options):
        self._options = options

    def __enter__(self):
        command = [os.environ["YDB_EMBEDDED"], "--port", "0", *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # It prints one line when its port is open.
        connection_string = self._process.stdout.readline().strip()
        assert connection_string.startswith("grpc://"), "the server did not start"
        self.endpoint, slash, database = connection_string.removeprefix("grpc://").partition("/")
        self.database = slash + database
        return self

    def config(self, credentials=None):
        """The settings of a driver."""
        return ydb.DriverConfig(self.endpoint, self.database, credentials=credentials or ydb.AnonymousCredentials())

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(timeout=10)
        self._process.stdout.close()
