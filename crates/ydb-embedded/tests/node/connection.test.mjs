// Drivers: discovery, passwords, what a wrong address or name is answered with.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StaticCredentialsProvider } from '@ydbjs/auth/static'
import { Driver } from '@ydbjs/core'
import { query } from '@ydbjs/query'
import { connect, row, start } from './server.mjs'

const open = await start()
const closed = await start('--user', 'root', '--password', '1234')

function login(password) {
  return { credentialsProvider: new StaticCredentialsProvider({ username: 'root', password }, closed) }
}

test('a driver finds the server by discovery', async () => {
  const sql = query(await connect(open))
  assert.deepEqual(await row(sql`SELECT 1 AS one`), { one: 1 })
})

test('a driver works without discovery', async () => {
  const sql = query(await connect(open, { 'ydb.sdk.enable_discovery': false }))
  assert.deepEqual(await row(sql`SELECT 1 AS one`), { one: 1 })
})

test('the path of the database is the one that was asked for', async () => {
  const driver = await connect(await start('--database', '/Root/tests'))
  assert.equal(driver.database, '/Root/tests')
  assert.deepEqual(await row(query(driver)`SELECT 2 AS two`), { two: 2 })
})

test('an unknown database is refused', async () => {
  const driver = new Driver(open.replace('/local', '/other'), { 'ydb.sdk.ready_timeout_ms': 2_000 })
  await assert.rejects(driver.ready(AbortSignal.timeout(2_000)))
  driver.close()
})

test('the right password is accepted', async () => {
  const sql = query(await connect(closed, login('1234')))
  assert.deepEqual(await row(sql`SELECT 1 AS one`), { one: 1 })
})

test('a wrong password is refused', async () => {
  const driver = new Driver(closed, login('4321'))
  await assert.rejects(async () => await driver.ready(AbortSignal.timeout(2_000)))
  driver.close()
})

test('without a password nothing is answered', async () => {
  const driver = new Driver(closed)
  await assert.rejects(driver.ready(AbortSignal.timeout(2_000)))
  driver.close()
})
