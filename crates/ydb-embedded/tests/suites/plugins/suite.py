"""Plugin of pytest: the engine in place of a container, a time limit for each test, and the list of results."""

import os
import signal

import pytest

import engine

PORT = int(os.environ["SUITE_PORT"])
TIMEOUT = int(os.environ["SUITE_TIMEOUT"])
# Later phases of a test override what earlier ones reported.
RANK = {"skipped": 0, "passed": 1, "failed": 2}
results = {}


class Container:
    """Stands for the container that tests stop and start again."""

    def __init__(self):
        self.pid = int(os.environ["SUITE_ENGINE_PID"])
        self.process = None

    def stop(self):
        os.kill(self.pid, signal.SIGKILL)
        if self.process:
            self.process.wait()

    def start(self):
        self.process, _ = engine.start(PORT)
        self.pid = self.process.pid


container = Container()
# Fixtures of the Python SDK's tests.
FIXTURES = {"docker_services": None, "docker_project": container, "endpoint": f"localhost:{PORT}"}


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef, request):
    # An argument of `parametrize` may have the same name.
    if fixturedef.argname not in FIXTURES or hasattr(request, "param"):
        return None
    value = FIXTURES[fixturedef.argname]
    fixturedef.cached_result = (value, fixturedef.cache_key(request), None)
    return (value,)


class Timeout(Exception):
    pass


def too_long(_signal, _frame):
    raise Timeout(f"no end after {TIMEOUT} s")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    signal.signal(signal.SIGALRM, too_long)
    # Again every second: a test may catch the first.
    signal.setitimer(signal.ITIMER_REAL, TIMEOUT, 1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report):
    outcome = "skipped" if hasattr(report, "wasxfail") else report.outcome
    if report.when != "call" and outcome == "passed":
        return
    if RANK[outcome] >= RANK[results.get(report.nodeid, ["skipped"])[0]]:
        results[report.nodeid] = [outcome, message(report) if outcome == "failed" else ""]


def pytest_collectreport(report):
    if report.failed:
        results[report.nodeid] = ["failed", message(report)]


def message(report):
    """The line of a failure that says what went wrong: the engine's own words where they are there."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else str(report.longrepr)).splitlines()
    said = [line for line in str(report.longrepr).splitlines() if line.strip().startswith("details = ")]
    return (said or [line for line in lines if ": " in line] or lines)[0].strip()


def pytest_sessionfinish():
    with open(os.environ["SUITE_RESULTS"], "w") as out:
        out.writelines(f"{outcome}\t{name}\t{message}\n" for name, (outcome, message) in results.items())
    if container.process:
        container.process.terminate()
        container.process.wait()
