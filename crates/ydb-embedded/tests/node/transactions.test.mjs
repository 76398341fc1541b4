// Transactions: commit, rollback, modes, conflicts and their retries.

import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import { test } from 'node:test'
import { client, refused, row } from './server.mjs'

const sql = await client()
// The SDK sends every query that is made within a transaction's function to that transaction, unless it comes from
// here.
const elsewhere = new AsyncResource('elsewhere')
const outside = (work) => elsewhere.runInAsyncScope(async () => await work())

await sql`CREATE TABLE counters (id Int32 NOT NULL, n Int64 NOT NULL, PRIMARY KEY (id))`

async function reset() {
  await sql`DELETE FROM counters`
  await sql`UPSERT INTO counters (id, n) VALUES (1, 0), (2, 0)`
}

async function count(id) {
  return (await row(sql`SELECT n FROM counters WHERE id = ${id}`)).n
}

test('what is written is seen within the transaction, and after it by all', async () => {
  await reset()
  const seen = await sql.begin(async (tx) => {
    await tx`UPDATE counters SET n = 5 WHERE id = 1`
    return (await row(tx`SELECT n FROM counters WHERE id = 1`)).n
  })
  assert.deepEqual([seen, await count(1)], [5n, 5n])
})

test('nobody sees it before the commit', async () => {
  await reset()
  await sql.begin(async (tx) => {
    await tx`UPDATE counters SET n = 5 WHERE id = 1`
    // Outside of the transaction's context.
    const [[{ n }]] = await outside(() => sql`SELECT n FROM counters WHERE id = 1`)
    assert.equal(n, 0n)
  })
  assert.equal(await count(1), 5n)
})

test('an error rolls all back', async () => {
  await reset()
  const failed = sql.begin(async (tx) => {
    await tx`UPDATE counters SET n = 5 WHERE id = 1`
    throw new Error('no')
  })
  await assert.rejects(failed, (error) => error.cause.message === 'no')
  assert.equal(await count(1), 0n)
})

test('a refused statement rolls all back', async () => {
  await reset()
  const failed = sql.begin(async (tx) => {
    await tx`UPDATE counters SET n = 5 WHERE id = 1`
    await tx`SELECT * FROM nowhere`
  })
  await refused(failed, 'SCHEME_ERROR', 'nowhere')
  assert.equal(await count(1), 0n)
})

test('a snapshot does not change, and does not write', async () => {
  await reset()
  await sql.begin({ isolation: 'snapshotReadOnly' }, async (tx) => {
    assert.equal((await row(tx`SELECT n FROM counters WHERE id = 1`)).n, 0n)
    await outside(() => sql`UPDATE counters SET n = 9 WHERE id = 1`)
    assert.equal((await row(tx`SELECT n FROM counters WHERE id = 1`)).n, 0n)
  })
  assert.equal(await count(1), 9n)
  const writes = sql.begin({ isolation: 'snapshotReadOnly' }, async (tx) => {
    await tx`UPDATE counters SET n = 1 WHERE id = 1`
  })
  await refused(writes, 'GENERIC_ERROR', 'read only')
})

test('a conflict is repeated until it is gone', async () => {
  await reset()
  let attempts = 0
  await sql.begin({ idempotent: true }, async (tx) => {
    attempts += 1
    const { n } = await row(tx`SELECT n FROM counters WHERE id = 1`)
    if (attempts === 1) await outside(() => sql`UPDATE counters SET n = 10 WHERE id = 1`)
    await tx`UPDATE counters SET n = ${n + 1n} WHERE id = 1`
  })
  assert.deepEqual([attempts, await count(1)], [2, 11n])
})

test('eight transactions at once lose no increment', async () => {
  await reset()
  const increment = () =>
    sql.begin({ idempotent: true }, async (tx) => {
      const { n } = await row(tx`SELECT n FROM counters WHERE id = 2`)
      await tx`UPDATE counters SET n = ${n + 1n} WHERE id = 2`
    })
  await Promise.all(Array.from({ length: 8 }, increment))
  assert.equal(await count(2), 8n)
})

test('hooks tell how it ended', async () => {
  await reset()
  const ends = []
  const hear = (tx) => {
    tx.onCommit(() => void ends.push('commit'))
    tx.onRollback(() => void ends.push('rollback'))
    tx.onClose((committed) => void ends.push(committed))
  }
  await sql.begin(async (tx) => hear(tx))
  await assert.rejects(sql.begin(async (tx) => {
    hear(tx)
    throw new Error('no')
  }))
  assert.deepEqual(ends, ['commit', true, 'rollback', false])
})
