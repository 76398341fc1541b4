// Errors: each with YDB's status and message; what is repeated and what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { YDBError } from '@ydbjs/error'
import { isRetryableError } from '@ydbjs/retry'
import { client, refused, row } from './server.mjs'

const sql = await client()
await sql`CREATE TABLE t (id Int32 NOT NULL, v Utf8 NOT NULL, PRIMARY KEY (id))`
await sql`INSERT INTO t (id, v) VALUES (1, 'a'u)`

const refusals = [
  ['bad syntax', 'select 1 form Wat', 'GENERIC_ERROR', 'extraneous input'],
  ['an unknown table', 'SELECT * FROM nowhere', 'SCHEME_ERROR', "Cannot find table 'db.[/local/nowhere]'"],
  ['an unknown column', 'SELECT x FROM t', 'GENERIC_ERROR', 'x'],
  ['an unknown function', 'SELECT NoSuchFunction(1)', 'GENERIC_ERROR', 'NoSuchFunction'],
  ['a second row of a key', "INSERT INTO t (id, v) VALUES (1, 'b'u)", 'PRECONDITION_FAILED', 'existing key'],
  ['a missing column', 'UPSERT INTO t (id) VALUES (2)', 'BAD_REQUEST', 'Missing not null column in input: v'],
  ['what the engine lacks', 'CREATE VIEW w WITH (security_invoker = TRUE) AS SELECT 1', 'UNSUPPORTED', 'VIEW'],
]

for (const [name, text, status, message] of refusals) {
  test(`${name} is refused`, async () => {
    const statement = sql(text)
    let repeated = 0
    statement.on('retry', () => (repeated += 1))
    await refused(statement, status, message)
    assert.equal(repeated, 0)
  })
}

test('an error has codes and positions', async () => {
  const error = await sql`SELECT 1 +`.then(
    () => assert.fail('is not refused'),
    (error) => error,
  )
  assert.ok(error instanceof YDBError)
  assert.equal(isRetryableError(error), false)
  assert.ok(error.issues[0].position.row >= 1)
})

test('a refusal leaves the client usable', async () => {
  await refused(sql`SELECT`, 'GENERIC_ERROR', '')
  assert.deepEqual(await row(sql`SELECT v FROM t`), { v: 'a' })
})

test('a table that exists is not created again', async () => {
  await assert.rejects(async () => await sql`CREATE TABLE t (id Int32 NOT NULL, PRIMARY KEY (id))`, YDBError)
})
