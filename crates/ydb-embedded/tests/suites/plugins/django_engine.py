"""Settings and runner for Django's own tests on the engine, as the backend's `conformance` runs them."""

import os
import signal
import unittest

from django.test.runner import DiscoverRunner
from ydb_backend.backend.features import DatabaseFeatures

TIMEOUT = int(os.environ["SUITE_TIMEOUT"])


def database(name):
    return {
        "ENGINE": "ydb_backend.backend",
        "NAME": name,
        "HOST": "localhost",
        "PORT": os.environ["SUITE_PORT"],
        "DATABASE": "/local",
        "OPTIONS": {"credentials": None},
    }


DATABASES = {"default": database("ydb_conformance"), "other": database("ydb_conformance_other")}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
SECRET_KEY = "tests"
USE_TZ = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
TEST_RUNNER = "django_engine.Runner"

# Without savepoints a TestCase cannot undo one test: tests empty the tables instead, as in the backend's own run.
DatabaseFeatures.supports_transactions = False


class Timeout(Exception):
    pass


def too_long(_signal, _frame):
    raise Timeout(f"no end after {TIMEOUT} s")


class Result(unittest.TextTestResult):
    """Limits the time of each test and writes its result to the list."""

    outcomes = {}

    def _set(self, test, outcome, error=None):
        # A failed subtest fails the test.
        name = test.test_case.id() if hasattr(test, "test_case") else test.id()
        if self.outcomes.get(name, [""])[0] != "failed":
            text = f"{error[0].__name__}: {error[1]}" if error else ""
            self.outcomes[name] = [outcome, " ".join(text.split())]

    def startTest(self, test):
        super().startTest(test)
        signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, TIMEOUT, 1)

    def stopTest(self, test):
        signal.setitimer(signal.ITIMER_REAL, 0)
        super().stopTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._set(test, "passed")

    def addError(self, test, err):
        super().addError(test, err)
        self._set(test, "failed", err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._set(test, "failed", err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self._set(test, "failed", err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._set(test, "skipped")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._set(test, "skipped")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._set(test, "failed")


class Runner(DiscoverRunner):
    def get_resultclass(self):
        return Result

    def run_suite(self, suite, **kwargs):
        result = super().run_suite(suite, **kwargs)
        with open(os.environ["SUITE_RESULTS"], "a") as out:
            lines = (f"{outcome}\t{name}\t{text}\n" for name, (outcome, text) in Result.outcomes.items())
            out.writelines(lines)
        return result
