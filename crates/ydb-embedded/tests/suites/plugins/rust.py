"""Runs each ignored test of a Rust binary, for those need a server, in its own process: rust.py BINARY [PART]..

With PARTs, it runs only tests whose names contain one of them.
"""

import os
import subprocess
import sys


def main(binary, *parts):
    command = [binary, "--list", "--format=terse", "--ignored"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    names = [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]
    logs = os.path.join(os.path.dirname(os.environ["SUITE_RESULTS"]), "log")
    with open(os.environ["SUITE_RESULTS"], "w") as out, open(logs, "w") as log:
        for name in names:
            if parts and not any(part in name for part in parts):
                continue
            log.write(f"== {name}\n")
            log.flush()
            command = [binary, "--exact", name, "--ignored", "--nocapture"]
            try:
                timeout = int(os.environ["SUITE_TIMEOUT"])
                code = subprocess.run(command, stdout=log, stderr=log, timeout=timeout).returncode
            except subprocess.TimeoutExpired:
                log.write(f"no end after {timeout} s\n")
                code = 1
            out.write(f"{'failed' if code else 'passed'}\t{name}\n")
            out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
