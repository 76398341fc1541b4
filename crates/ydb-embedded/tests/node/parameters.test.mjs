// Parameters: by place and by name, plain values and structures, tables, what does not fit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromJs } from '@ydbjs/value'
import { List } from '@ydbjs/value/list'
import { Optional } from '@ydbjs/value/optional'
import { Int32, Int32Type, Text, TextType, Uint64 } from '@ydbjs/value/primitive'
import { Struct, StructType } from '@ydbjs/value/struct'
import { client, refused, row } from './server.mjs'

const sql = await client()

test('values are taken by their places', async () => {
  assert.deepEqual(await row(sql`SELECT ${1} + ${2} AS sum, ${'x'} AS text`), { sum: 3, text: 'x' })
})

test('values are taken by their names', async () => {
  const statement = sql`SELECT $a AS a, $b AS b`.parameter('a', new Uint64(5n)).parameter('$b', fromJs(true))
  assert.deepEqual(await row(statement), { a: 5n, b: true })
})

test('text is never part of the statement', async () => {
  const text = `'; DROP TABLE x; -- \\ " \` \0 🐍`
  assert.deepEqual(await row(sql`SELECT ${text} AS text`), { text })
})

test('an optional that is NULL', async () => {
  const none = new Optional(null, new Int32Type())
  assert.deepEqual(await row(sql`SELECT ${none} AS v, ${none} IS NULL AS empty`), { v: null, empty: true })
})

test('structures nest', async () => {
  const value = { name: 'Ann', tags: ['a', 'b'], size: { x: 1, y: 2.5 } }
  assert.deepEqual(await row(sql`SELECT ${value} AS v`), { v: value })
})

test('a map becomes a dict, a set a tuple', async () => {
  const map = new Map([['a', 1], ['b', 2]])
  const [[{ m, s }]] = await sql`SELECT ${fromJs(map)} AS m, ${fromJs(new Set([1, 'x']))} AS s`
  assert.deepEqual([[...m].sort(), s], [[...map], [1, 'x']])
})

test('a list of structs is a table', async () => {
  await sql`CREATE TABLE pairs (id Int32 NOT NULL, name Utf8, PRIMARY KEY (id))`
  const type = new StructType(['id', 'name'], [new Int32Type(), new TextType()])
  const rows = [1, 2, 3].map((id) => new Struct({ id: new Int32(id), name: new Text(`n${id}`) }, type))
  await sql`INSERT INTO pairs SELECT * FROM AS_TABLE(${new List(...rows)})`
  const [found] = await sql`SELECT id, name FROM pairs WHERE id IN ${[1, 3]} ORDER BY id`
  assert.deepEqual(found, [
    { id: 1, name: 'n1' },
    { id: 3, name: 'n3' },
  ])
})

test('a column that may not be NULL refuses an optional', async () => {
  await sql`CREATE TABLE strict (id Int32 NOT NULL, PRIMARY KEY (id))`
  await refused(sql`INSERT INTO strict SELECT * FROM AS_TABLE(${[{ id: 1 }]})`, 'BAD_REQUEST', 'not null column')
})

test('a value of another type is not converted', async () => {
  await sql`CREATE TABLE typed (id Int32 NOT NULL, at Timestamp, PRIMARY KEY (id))`
  await refused(sql`UPSERT INTO typed (id, at) VALUES (1, ${new Uint64(5n)})`, 'GENERIC_ERROR', 'at')
})

test('a parameter that was not sent', async () => {
  await refused(sql`SELECT $missing AS v`, 'GENERIC_ERROR', '$missing')
})
