"""Connecting: discovery, and databases with other names."""

import unittest

import ydb

from server import Server


class Connection(unittest.TestCase):
    def test_discovery(self):
        with Server() as server, ydb.Driver(server.config()) as driver:
            driver.wait(timeout=5, fail_fast=True)
            resolved = ydb.DiscoveryEndpointsResolver(server.config()).resolve()
            self.assertEqual([found.endpoint for found in resolved.endpoints], [server.endpoint])

    def test_a_database_of_another_name(self):
        with Server("--database", "/Root/test") as server, ydb.Driver(server.config()) as driver:
            self.assertEqual(server.database, "/Root/test")
            driver.wait(timeout=5, fail_fast=True)
            with ydb.QuerySessionPool(driver) as pool:
                pool.execute_with_retries("CREATE TABLE t (id Int32 NOT NULL, PRIMARY KEY (id))")
            listed = driver.scheme_client.list_directory("/Root/test")
            self.assertIn("t", [child.name for child in listed.children])

    def test_an_unknown_database(self):
        with Server() as server:
            config = ydb.DriverConfig(server.endpoint, "/other", credentials=ydb.AnonymousCredentials())
            with ydb.Driver(config) as driver, self.assertRaises(ydb.Error):
                driver.wait(timeout=5, fail_fast=True)
