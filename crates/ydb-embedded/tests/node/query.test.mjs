// Queries: results, statements of every kind, statistics, streams of many messages, cancellation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatsMode } from '@ydbjs/api/query'
import { fromJs } from '@ydbjs/value'
import { List } from '@ydbjs/value/list'
import { Text, Uint64 } from '@ydbjs/value/primitive'
import { Struct } from '@ydbjs/value/struct'
import { client, row } from './server.mjs'

const sql = await client()

test('several statements have several results', async () => {
  assert.deepEqual(await sql`SELECT 1 AS a; SELECT 2 AS b, 3 AS c`, [[{ a: 1 }], [{ b: 2, c: 3 }]])
})

test('a result without rows is empty', async () => {
  assert.deepEqual(await sql`SELECT 1 AS a LIMIT 0`, [[]])
})

test('a statement without a result has none', async () => {
  await sql`CREATE TABLE nothing (id Int32 NOT NULL, PRIMARY KEY (id))`
  assert.deepEqual(await sql`UPSERT INTO nothing (id) VALUES (1)`, [])
})

test('values come without names', async () => {
  assert.deepEqual(await sql`SELECT 1 AS a, 'x'u AS b`.values(), [[[1, 'x']]])
})

test('a table is created, written, changed and dropped', async () => {
  const name = sql.identifier('people')
  await sql`CREATE TABLE ${name} (id Uint64 NOT NULL, name Utf8, PRIMARY KEY (id), INDEX by_name GLOBAL ON (name))`
  await sql`INSERT INTO ${name} (id, name) VALUES (1, 'Ann'u), (2, 'Bob'u), (3, NULL)`
  await sql`UPDATE ${name} SET name = 'Eve'u WHERE id = 2`
  await sql`DELETE FROM ${name} WHERE name IS NULL`
  await sql`ALTER TABLE ${name} ADD COLUMN age Int32`
  await sql`UPSERT INTO ${name} (id, age) VALUES (1, 33)`
  const [people] = await sql`SELECT * FROM ${name} ORDER BY id`
  assert.deepEqual(people, [
    { age: 33, id: 1n, name: 'Ann' },
    { age: null, id: 2n, name: 'Eve' },
  ])
  assert.deepEqual(await row(sql`SELECT id FROM ${name} VIEW by_name WHERE name = 'Eve'u`), { id: 2n })
  await sql`DROP TABLE ${name}`
})

test('joins, groups and orders', async () => {
  await sql`CREATE TABLE sales (id Int32 NOT NULL, shop Utf8, sum Int64, PRIMARY KEY (id))`
  await sql`CREATE TABLE shops (name Utf8 NOT NULL, town Utf8, PRIMARY KEY (name))`
  await sql`UPSERT INTO sales (id, shop, sum) VALUES (1, 'a'u, 10), (2, 'b'u, 5), (3, 'a'u, 7)`
  await sql`UPSERT INTO shops (name, town) VALUES ('a'u, 'Bern'u), ('b'u, 'Rome'u)`
  const [totals] = await sql`
    SELECT p.town AS town, SUM(s.sum) AS total FROM sales AS s JOIN shops AS p ON s.shop = p.name
    GROUP BY p.town ORDER BY total DESC`
  assert.deepEqual(totals, [
    { town: 'Bern', total: 17n },
    { town: 'Rome', total: 5n },
  ])
})

test('RETURNING gives the rows that were written', async () => {
  await sql`CREATE TABLE counted (id Serial NOT NULL, name Utf8, PRIMARY KEY (id))`
  const [made] = await sql`INSERT INTO counted (name) VALUES ('a'u), ('b'u) RETURNING id, name`
  assert.deepEqual(made, [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ])
})

test('ten thousand rows arrive in order and in several messages', async () => {
  await sql`CREATE TABLE many (id Uint64 NOT NULL, text Utf8, PRIMARY KEY (id))`
  const text = 'x'.repeat(300)
  const made = (_, id) => new Struct({ id: new Uint64(BigInt(id)), text: new Text(text) })
  const rows = Array.from({ length: 10_000 }, made)
  await sql`UPSERT INTO many SELECT * FROM AS_TABLE(${new List(...rows)})`
  const [found] = await sql`SELECT id, text FROM many ORDER BY id`
  assert.equal(found.length, 10_000)
  found.forEach((each, at) => assert.equal(each.id, BigInt(at)))
  assert.deepEqual(await row(sql`SELECT COUNT(*) AS n FROM many`), { n: 10_000n })
})

test('statistics come when they are asked for, with the plan in full ones', async () => {
  await sql`CREATE TABLE measured (id Int32 NOT NULL, PRIMARY KEY (id))`
  await sql`UPSERT INTO measured (id) VALUES (1), (2)`
  const basic = sql`SELECT * FROM measured`.withStats(StatsMode.BASIC)
  await basic
  const [read] = basic.stats().queryPhases.flatMap((phase) => phase.tableAccess)
  assert.deepEqual([read.name, read.reads.rows, basic.stats().queryPlan], ['/local/measured', 2n, ''])
  const full = sql`SELECT * FROM measured`.withStats(StatsMode.FULL)
  await full
  assert.match(full.stats().queryPlan, /\/local\/measured/)
  const none = sql`SELECT * FROM measured`
  await none
  assert.equal(none.stats(), undefined)
})

test('modes of reading see what is committed', async () => {
  await sql`CREATE TABLE modes (id Int32 NOT NULL, PRIMARY KEY (id))`
  await sql`UPSERT INTO modes (id) VALUES (7)`
  for (const mode of ['serializableReadWrite', 'snapshotReadOnly', 'onlineReadOnly', 'staleReadOnly']) {
    assert.deepEqual(await row(sql`SELECT id FROM modes`.isolation(mode)), { id: 7 }, mode)
  }
})

test('a query that is cancelled ends, and the next one works', async () => {
  const slow = sql`SELECT COUNT(*) AS n FROM many AS a CROSS JOIN many AS b`
  setTimeout(() => slow.cancel(), 50)
  await assert.rejects(async () => await slow)
  assert.deepEqual(await row(sql`SELECT ${fromJs(5)} AS n`), { n: 5 })
})

test('fifty queries run side by side', async () => {
  const all = Array.from({ length: 50 }, (_, n) => row(sql`SELECT ${n} AS n`))
  assert.deepEqual(await Promise.all(all), Array.from({ length: 50 }, (_, n) => ({ n })))
})
