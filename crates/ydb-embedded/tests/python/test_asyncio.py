"""One call of each kind with the asyncio driver."""

import unittest

import ydb
import ydb.aio

from server import Server


async def rows(stream):
    """All rows of an answer. Whether it succeeded shows only at its end."""
    async with stream as results:
        return [row async for result in results for row in result.rows]


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.server = self.enterContext(Server())
        self.driver = await self.enterAsyncContext(ydb.aio.Driver(self.server.config()))
        await self.driver.wait(timeout=5, fail_fast=True)
        self.pool = await self.enterAsyncContext(ydb.aio.QuerySessionPool(self.driver))

    async def ask(self, query, parameters=None):
        return [row for result in await self.pool.execute_with_retries(query, parameters) for row in result.rows]

    async def test_queries(self):
        await self.ask("CREATE TABLE t (id Int32 NOT NULL, v Utf8, PRIMARY KEY (id))")
        await self.ask(
            "DECLARE $id AS Int32; UPSERT INTO t (id, v) VALUES ($id, 'x'u)", {"$id": (1, ydb.PrimitiveType.Int32)}
        )
        self.assertEqual([(row.id, row.v) for row in await self.ask("SELECT id, v FROM t")], [(1, "x")])

        async def work(tx):
            await rows(await tx.execute("UPDATE t SET v = 'y'u WHERE id = 1"))

        await self.pool.retry_tx_async(work)
        self.assertEqual([row.v for row in await self.ask("SELECT v FROM t")], ["y"])

    async def test_a_rollback(self):
        await self.ask("CREATE TABLE t (id Int32 NOT NULL, PRIMARY KEY (id))")
        async with self.pool.checkout() as session, session.transaction() as tx:
            await tx.begin()
            await rows(await tx.execute("UPSERT INTO t (id) VALUES (1)"))
            await tx.rollback()
        self.assertEqual(await self.ask("SELECT * FROM t"), [])

    async def test_refusals(self):
        for error, query in [(ydb.SchemeError, "SELECT * FROM nowhere"), (ydb.GenericError, "SELEC 1")]:
            with self.subTest(query), self.assertRaises(error):
                await self.ask(query)

    async def test_tables(self):
        session = await self.driver.table_client.session().create()
        description = (
            ydb.TableDescription()
            .with_column(ydb.Column("id", ydb.OptionalType(ydb.PrimitiveType.Uint64)))
            .with_primary_key("id")
        )
        await session.create_table("/local/t", description)
        described = await session.describe_table("/local/t")
        self.assertEqual([str(column.type) for column in described.columns], ["Uint64?"])
        columns = ydb.BulkUpsertColumns().add_column("id", ydb.PrimitiveType.Uint64)
        await self.driver.table_client.bulk_upsert("/local/t", [{"id": 1}, {"id": 2}], columns)
        self.assertEqual([row.n for row in await self.ask("SELECT COUNT(*) AS n FROM t")], [2])
        await session.delete()
        listed = await self.driver.scheme_client.list_directory("/local")
        self.assertIn("t", [child.name for child in listed.children])

    async def test_compressed_requests(self):
        for compression in (ydb.RPCCompression.Gzip, ydb.RPCCompression.Deflate):
            with self.subTest(compression):
                config = ydb.DriverConfig(self.server.endpoint, self.server.database, compression=compression)
                async with ydb.aio.Driver(config) as driver:
                    await driver.wait(timeout=5, fail_fast=True)
                    async with ydb.aio.QuerySessionPool(driver) as pool:
                        (result,) = await pool.execute_with_retries(f"SELECT '{'x' * 5000}'u AS text")
                        self.assertEqual(result.rows[0].text, "x" * 5000)
