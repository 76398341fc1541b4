"""Shared by all tests: one server, one driver, one pool of sessions, and a few helpers."""

import contextlib
import itertools
import unittest

import ydb

from server import Server

_numbers = itertools.count()


def rows(stream):
    """All rows of an answer. Whether it succeeded shows only at its end."""
    with stream as results:
        return [row for result in results for row in result.rows]


class Case(unittest.TestCase):
    """Tests that share a server. Their tables have different names."""

    @classmethod
    def setUpClass(cls):
        server = cls.enterClassContext(Server())
        cls.driver = cls.enterClassContext(ydb.Driver(server.config()))
        cls.driver.wait(timeout=5, fail_fast=True)
        cls.pool = cls.enterClassContext(ydb.QuerySessionPool(cls.driver))

    def ask(self, query, parameters=None):
        """The rows of the only result."""
        (result,) = self.pool.execute_with_retries(query, parameters)
        return result.rows

    def run_query(self, query, parameters=None):
        """A query without a result."""
        self.assertEqual(self.pool.execute_with_retries(query, parameters), [])

    def table(self, columns):
        """Creates a table and returns its name."""
        name = f"table{next(_numbers)}"
        self.run_query(f"CREATE TABLE {name} ({columns})")
        return name

    @staticmethod
    def path(name):
        return f"/local/{name}"

    @contextlib.contextmanager
    def refused(self, error, message):
        """Checks that the block fails with this error, and that it contains the message."""
        with self.assertRaises(error) as caught:
            yield
        self.assertIn(message, caught.exception.message.replace("\\'", "'"))
