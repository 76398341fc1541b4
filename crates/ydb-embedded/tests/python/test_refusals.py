"""Errors arrive as the exceptions that the SDK has for them."""

import unittest

import grpc
import ydb

from base import Case, rows
from server import Server


class Refusals(Case):
    def setUp(self):
        self.name = self.table("id Int32 NOT NULL, v Utf8 NOT NULL, PRIMARY KEY (id)")
        self.run_query(f"INSERT INTO {self.name} (id, v) VALUES (1, 'a'u)")

    def test_a_second_row_of_the_same_key(self):
        with self.refused(ydb.PreconditionFailed, "Conflict with existing key"):
            self.ask(f"INSERT INTO {self.name} (id, v) VALUES (1, 'b'u)")

    def test_an_unknown_table(self):
        with self.refused(ydb.SchemeError, "Cannot find table 'db.[/local/nowhere]'"):
            self.ask("SELECT * FROM nowhere")

    def test_an_unknown_path(self):
        with self.assertRaises(ydb.SchemeError):
            self.driver.scheme_client.describe_path("/local/nowhere")

    def test_bad_syntax(self):
        with self.refused(ydb.GenericError, "extraneous input"):
            self.ask("select 1 form Wat")

    def test_a_missing_column(self):
        with self.refused(ydb.BadRequest, "Missing not null column in input: v"):
            self.ask(f"UPSERT INTO {self.name} (id) VALUES (2)")

    def test_broken_locks(self):
        with self.pool.checkout() as session:
            tx = session.transaction()
            tx.begin()
            self.assertEqual(len(rows(tx.execute(f"SELECT v FROM {self.name} WHERE id = 1"))), 1)
            self.run_query(f"UPDATE {self.name} SET v = 'other'u WHERE id = 1")
            with self.refused(ydb.Aborted, "Transaction locks invalidated"):
                rows(tx.execute(f"UPDATE {self.name} SET v = 'mine'u WHERE id = 1"))
                tx.commit()
        self.assertEqual(self.ask(f"SELECT v FROM {self.name}")[0].v, "other")

    def test_a_transaction_that_is_over(self):
        with self.pool.checkout() as session:
            over = session.transaction()
            over.begin()
            tx_id = over.tx_id
            over.rollback()
            tx = session.transaction()
            tx.begin()
            tx._tx_state.tx_id = tx_id
            with self.refused(ydb.NotFound, "Transaction not found"):
                rows(tx.execute("SELECT 1"))

    def test_a_table_that_exists(self):
        with self.assertRaises(ydb.Error):
            self.ask(f"CREATE TABLE {self.name} (id Int32 NOT NULL, PRIMARY KEY (id))")

    def test_a_failed_query_leaves_the_session_alive(self):
        with self.pool.checkout() as session:
            with self.assertRaises(ydb.GenericError):
                rows(session.execute("SELECT"))
            self.assertEqual([row.one for row in rows(session.execute("SELECT 1 AS one"))], [1])


class Passwords(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--user", "root", "--password", "1234"))

    def connect(self, credentials):
        return self.enterContext(ydb.Driver(self.server.config(credentials)))

    def login(self, password):
        return ydb.StaticCredentials(self.server.config(), "root", password)

    def test_the_right_one(self):
        driver = self.connect(self.login("1234"))
        driver.wait(timeout=5, fail_fast=True)
        with ydb.QuerySessionPool(driver) as pool:
            self.assertEqual(pool.execute_with_retries("SELECT 1 AS one")[0].rows[0].one, 1)

    def test_a_wrong_one(self):
        with self.assertRaisesRegex(ydb.Error, "Invalid password"):
            self.connect(self.login("4321")).wait(timeout=5, fail_fast=True)

    def test_none(self):
        # Discovery reports every failure like this, followed by the server's message.
        with self.assertRaisesRegex(ydb.ConnectionFailure, "Access denied without user token"):
            self.connect(None).wait(timeout=5, fail_fast=True)

    def test_an_unknown_token(self):
        channel = grpc.insecure_channel(self.server.endpoint)
        call = channel.unary_unary("/Ydb.Scheme.V1.SchemeService/ListDirectory")
        with channel, self.assertRaises(grpc.RpcError) as caught:
            call(b"", metadata=[("x-ydb-database", "/local"), ("x-ydb-auth-ticket", "forged")])
        self.assertEqual(caught.exception.code(), grpc.StatusCode.UNAUTHENTICATED)
