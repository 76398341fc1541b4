"""The query service: transactions, retries, streams, plans."""

import ydb

from base import Case, rows
from server import Server


class Queries(Case):
    def counter(self):
        """A table with one row, whose number is 1."""
        table = self.table("id Int32 NOT NULL, n Int32 NOT NULL, PRIMARY KEY (id)")
        self.run_query(f"UPSERT INTO {table} (id, n) VALUES (1, 1)")
        return table

    def number(self, table):
        return self.ask(f"SELECT n FROM {table} WHERE id = 1")[0].n

    def test_a_parameter_has_the_type_of_its_value(self):
        table = self.counter()
        text = f"SELECT n + $more AS more FROM {table} WHERE id = $id"
        parameters = {"$id": (1, ydb.PrimitiveType.Int32), "$more": (41, ydb.PrimitiveType.Int64)}
        self.assertEqual([row.more for row in self.ask(text, parameters)], [42])

    def test_a_strict_server_wants_it_declared(self):
        server = self.enterContext(Server("--strict"))
        driver = self.enterContext(ydb.Driver(server.config()))
        driver.wait(timeout=5, fail_fast=True)
        pool = self.enterContext(ydb.QuerySessionPool(driver))
        with self.refused(ydb.GenericError, "Unknown name: $a"):
            pool.execute_with_retries("SELECT $a AS a", {"$a": 1})
        (result,) = pool.execute_with_retries("DECLARE $a AS Int64; SELECT $a AS a", {"$a": 1})
        self.assertEqual(result.rows[0].a, 1)

    def test_several_results_of_one_query(self):
        text = "SELECT 1 AS a, 'x'u AS b; SELECT 2 AS c, CAST(NULL AS Int32) AS d"
        first, second = self.pool.execute_with_retries(text)
        self.assertEqual([column.name for column in first.columns], ["a", "b"])
        self.assertEqual((first.rows[0].a, first.rows[0].b), (1, "x"))
        self.assertEqual((second.rows[0].c, second.rows[0].d), (2, None))

    def test_a_commit_keeps(self):
        table = self.counter()
        with self.pool.checkout() as session:
            tx = session.transaction(ydb.QuerySerializableReadWrite())
            tx.begin()
            rows(tx.execute(f"UPDATE {table} SET n = 2 WHERE id = 1"))
            self.assertEqual([row.n for row in rows(tx.execute(f"SELECT n FROM {table}"))], [2])
            self.assertEqual(self.number(table), 1)
            tx.commit()
        self.assertEqual(self.number(table), 2)

    def test_a_commit_with_the_last_query_keeps(self):
        table = self.counter()
        with self.pool.checkout() as session, session.transaction() as tx:
            rows(tx.execute(f"UPDATE {table} SET n = 5 WHERE id = 1", commit_tx=True))
        self.assertEqual(self.number(table), 5)

    def test_a_rollback_forgets(self):
        table = self.counter()
        with self.pool.checkout() as session:
            tx = session.transaction()
            tx.begin()
            rows(tx.execute(f"DELETE FROM {table}"))
            tx.rollback()
        self.assertEqual(self.number(table), 1)

    def test_read_only_transactions_read(self):
        table = self.counter()
        modes = [
            ydb.QuerySnapshotReadOnly(),
            ydb.QueryOnlineReadOnly(),
            ydb.QueryOnlineReadOnly().with_allow_inconsistent_reads(),
            ydb.QueryStaleReadOnly(),
        ]
        for mode in modes:
            with self.subTest(mode.name), self.pool.checkout() as session:
                stream = session.transaction(mode).execute(f"SELECT n FROM {table}", commit_tx=True)
                self.assertEqual([row.n for row in rows(stream)], [1])

    def test_a_conflict_is_retried(self):
        table = self.counter()
        attempts = []

        def increment(tx):
            n = rows(tx.execute(f"SELECT n FROM {table} WHERE id = 1"))[0].n
            if not attempts:
                # Another transaction commits first, once.
                self.run_query(f"UPDATE {table} SET n = 10 WHERE id = 1")
            attempts.append(n)
            text = f"DECLARE $n AS Int32; UPDATE {table} SET n = $n WHERE id = 1"
            rows(tx.execute(text, {"$n": (n + 1, ydb.PrimitiveType.Int32)}))

        self.pool.retry_tx_sync(increment)
        self.assertEqual(attempts, [1, 10])
        self.assertEqual(self.number(table), 11)

    def test_100_000_rows_arrive_in_parts(self):
        table = self.table("id Uint32 NOT NULL, text Utf8 NOT NULL, PRIMARY KEY (id)")
        columns = ydb.BulkUpsertColumns()
        columns.add_column("id", ydb.PrimitiveType.Uint32).add_column("text", ydb.PrimitiveType.Utf8)
        count, batch = 100_000, 25_000
        for start in range(0, count, batch):
            some = [{"id": id, "text": f"row {id}"} for id in range(start, start + batch)]
            self.driver.table_client.bulk_upsert(self.path(table), some, columns)
        with self.pool.checkout() as session, session.execute(f"SELECT id, text FROM {table} ORDER BY id") as results:
            parts = 0
            expected = 0
            for part in results:
                parts += 1
                for row in part.rows:
                    self.assertEqual((row["id"], row["text"]), (expected, f"row {expected}"))
                    expected += 1
        self.assertEqual(expected, count)
        self.assertGreater(parts, 1)
        (result,) = self.pool.execute_with_retries(f"SELECT id FROM {table}")
        self.assertEqual(len(result.rows), count)

    def test_a_stream_left_early_leaves_the_session_alive(self):
        table = self.counter()
        with self.pool.checkout() as session:
            with session.execute(f"SELECT n FROM {table}"):
                pass
            self.assertEqual([row.n for row in rows(session.execute(f"SELECT n FROM {table}"))], [1])

    def test_explain_runs_nothing(self):
        table = self.counter()
        self.assertIn(self.path(table), self.pool.explain_with_retries(f"DELETE FROM {table}"))
        self.assertEqual(self.number(table), 1)

    def test_statistics(self):
        table = self.counter()
        with self.pool.checkout() as session:
            stream = session.execute(f"SELECT * FROM {table}", stats_mode=ydb.QueryStatsMode.BASIC)
            self.assertEqual(len(rows(stream)), 1)
            reads = [access for phase in session.last_query_stats.query_phases for access in phase.table_access]
            self.assertEqual([(access.name, access.reads.rows) for access in reads], [(self.path(table), 1)])

    def test_full_statistics_contain_the_plan(self):
        table = self.counter()
        with self.pool.checkout() as session:
            rows(session.execute(f"SELECT * FROM {table}", stats_mode=ydb.QueryStatsMode.FULL))
            self.assertIn(self.path(table), session.last_query_stats.query_plan)
