"""Runs a command while the engine runs: engine.py COMMAND ARGUMENT.. Variables tell the command where the engine is."""

import os
import signal
import subprocess
import sys


def start(port=0):
    """Starts the engine and returns its process and its connection string."""
    command = [os.environ["YDB_EMBEDDED"], "--port", str(port)]
    command += ["--user", "root", "--password", "1234", "--anonymous"]
    with open(os.environ["SUITE_ENGINE_LOG"], "a") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    # It prints one line when its port is open.
    connection_string = process.stdout.readline().strip()
    if not connection_string.startswith("grpc://"):
        raise RuntimeError("the engine did not start")
    return process, connection_string


def main():
    open(os.environ["SUITE_ENGINE_LOG"], "w").close()
    # So that the engine ends with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    process, connection_string = start()
    port = connection_string.removeprefix("grpc://").partition("/")[0].rpartition(":")[2]
    # By name, because some suites compare the address with what discovery returns.
    endpoint = f"grpc://localhost:{port}"
    environment = os.environ | {
        "YDB_CONNECTION_STRING": f"{endpoint}/local",
        "YDB_STATIC_CREDENTIALS_USER": "root",
        "YDB_STATIC_CREDENTIALS_PASSWORD": "1234",
        "YDB_STATIC_CREDENTIALS_ENDPOINT": endpoint,
        "SUITE_PORT": port,
        "SUITE_ENGINE_PID": str(process.pid),
    }
    try:
        return subprocess.run(sys.argv[1:], env=environment).returncode
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
