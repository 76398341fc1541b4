// Starts the engine as a program, on a port of its own, and stops it after the file's tests.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Driver } from '@ydbjs/core'
import { query } from '@ydbjs/query'
import { YDBError } from '@ydbjs/error'

const servers = []
const drivers = []

after(async () => {
  // The client deletes its sessions without waiting for the answers, and fails if the server is gone by then.
  await setTimeout(300)
  drivers.forEach((driver) => driver.close())
  servers.forEach((server) => server.kill())
})

/** Starts a server; the variable YDB_EMBEDDED names the program. Returns its connection string. */
export async function start(...options) {
  const stdio = ['ignore', 'pipe', 'ignore']
  const server = spawn(process.env.YDB_EMBEDDED, ['--port', '0', ...options], { stdio })
  servers.push(server)
  // It prints one line when its port is open.
  const [address] = await once(createInterface({ input: server.stdout }), 'line')
  assert.match(address, /^grpc:\/\//)
  return address
}

/** A driver for a server, closed after the file's tests. */
export async function connect(address, options) {
  const driver = new Driver(address, options)
  drivers.push(driver)
  await driver.ready(AbortSignal.timeout(5_000))
  return driver
}

/** A query client for a new server. */
export async function client() {
  return query(await connect(await start()))
}

/** The only row of the only result. */
export async function row(statement) {
  const [[only, ...more]] = await statement
  assert.deepEqual(more, [])
  return only
}

/** Checks that a promise fails with this status of YDB's, and that its messages contain the text. */
export async function refused(promise, status, text) {
  await assert.rejects(async () => await promise, (error) => {
    // A transaction wraps the error of its body.
    const cause = error instanceof YDBError ? error : (error.cause ?? error)
    assert.ok(cause instanceof YDBError, `${cause}`)
    assert.equal(YDBError.codes[cause.code], status)
    assert.ok(JSON.stringify(cause.issues).includes(text), `no ${text} in ${JSON.stringify(cause.issues)}`)
    return true
  })
}
