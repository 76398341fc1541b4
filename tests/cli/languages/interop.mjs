// Reads the rows of Rust by key, writes rows for it, and looks at what each read asked.
//
// Arguments: a JSON file with the keys, the connection string.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { TableServiceDefinition } from '@ydbjs/api/table'
import { Driver } from '@ydbjs/core'
import { query } from '@ydbjs/query'
import { Text, Uint32 } from '@ydbjs/value/primitive'
import { EverythingKey, FeedKey, KEYS, NamesKey, bind, check } from './keys.js'
import { value } from './values.mjs'

const [data] = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const driver = new Driver(process.argv[3])
await driver.ready(AbortSignal.timeout(5_000))
const sql = query(driver)
const { database } = driver

// The tables of this test were created without `apply`, which stores the layout.
await assert.rejects(check(driver, database), /has no layout/)
const tables = driver.createClient(TableServiceDefinition)
async function store(key, layout) {
  const path = `${database}/${key.PATH}`
  await tables.alterTable({ path, alterAttributes: { 'ydb_keys.layout': layout } })
}
for (const key of KEYS) await store(key, key.LAYOUT)
await check(driver, database)
await store(FeedKey, 'v1: id Uint64')
await assert.rejects(check(driver, database), /v1: id Uint64/)
await store(FeedKey, FeedKey.LAYOUT)
await assert.rejects(check(driver, `${database}/nowhere`), /SCHEME_ERROR|NOT_FOUND/)

async function rows(statement) {
  const [found] = await statement
  return found
}

async function partitions() {
  const path = `${database}/${EverythingKey.PATH}`
  const found = await rows(sql`SELECT PartIdx AS part, RowReads + RangeReadRows AS n FROM ${sql.identifier('.sys/partition_stats')}
    WHERE Path = ${path} ORDER BY part`)
  assert.equal(found.length, 16)
  return found.map(({ n }) => n)
}

const everything = (texts) => new EverythingKey(...data.columns.map((type, i) => value(type, texts[i])))
const { TABLE, COLUMNS, VALUES } = EverythingKey
for (const texts of data.write) {
  const upsert = sql`UPSERT INTO ${sql.unsafe(TABLE)} (${sql.unsafe(COLUMNS)}, note) VALUES (${sql.unsafe(VALUES)}, $note)`
  await bind(upsert, { ...everything(texts).parameters(), $note: new Text('from another language') })
}
const all = [...data.read.map((texts) => [texts, 'from Rust']), ...data.write.map((texts) => [texts, 'from another language'])]
for (const [texts, note] of all) {
  const key = everything(texts)
  const { text, parameters } = key.point()
  const before = await partitions()
  const [row, ...more] = await rows(bind(sql`SELECT note, hash, utf8 FROM ${sql.unsafe(TABLE)} WHERE ${sql.unsafe(text)}`, parameters))
  assert.deepEqual([row, more], [{ note, hash: key.hash, utf8: key.utf8 }, []])
  const after = await partitions()
  const touched = after.flatMap((n, part) => (n === before[part] ? [] : [part]))
  // The first four bits of the hash are the number of the partition.
  assert.deepEqual(touched, [Number(key.hash >> 60n)])
}

const start = new Date('2024-05-06T07:08:09Z')
const micros = 1_714_979_289_000_000n
assert.equal(new FeedKey(start, 1n).at, micros)
for (let id = 20n; id < 30n; id++) {
  const key = new FeedKey(micros + id, id)
  const upsert = sql`UPSERT INTO feed (${sql.unsafe(FeedKey.COLUMNS)}, size) VALUES (${sql.unsafe(FeedKey.VALUES)}, $size)`
  await bind(upsert, { ...key.parameters(), $size: new Uint32(Number(id)) })
  const { text, parameters } = key.point()
  assert.equal((await rows(bind(sql`SELECT id FROM feed WHERE ${sql.unsafe(text)}`, parameters))).length, 1)
}

async function ids({ text, parameters }, source = 'feed') {
  const found = await rows(bind(sql`SELECT id FROM ${sql.unsafe(source)} WHERE ${sql.unsafe(text)} ORDER BY id`, parameters))
  return found.map(({ id }) => Number(id))
}
const numbers = (from, to) => Array.from({ length: to - from }, (_, n) => from + n)
assert.deepEqual(await ids(FeedKey.rangeAt({ atLeast: micros + 5n, below: micros + 25n })), numbers(5, 25))
assert.deepEqual(await ids(FeedKey.rangeAt({ below: new Date(start.getTime() + 1) })), numbers(0, 30))
assert.deepEqual(await ids(FeedKey.rangeAt({ atLeast: 0n })), numbers(0, 30))
assert.throws(() => FeedKey.rangeAt(), RangeError)
assert.deepEqual(await ids(FeedKey.rangeId(micros + 7n, { atLeast: 3n })), [7])
assert.deepEqual(await ids(FeedKey.rangeId(micros + 7n, { below: 7n })), [])
// Through the index, whose bucket is computed otherwise than that of the key.
const bySize = 'feed VIEW by_size'
assert.deepEqual(await ids(FeedKey.bySizeRangeSize({ atLeast: 5, below: 25 }), bySize), numbers(5, 25))
assert.deepEqual(await ids(FeedKey.bySizeRangeSize({ below: 3 }), bySize), [0, 1, 2])
assert.throws(() => FeedKey.bySizeRangeSize(), RangeError)
assert.deepEqual(await ids(NamesKey.rangeId(Buffer.from('bytes'), 1, 2, 3, 4, { atLeast: 5n }), 'names'), [])
assert.throws(() => FeedKey.bySizeRangeSize({ below: -1 }), RangeError)
assert.throws(() => new FeedKey(start, -1n), RangeError)
assert.throws(() => new FeedKey(start, 2n ** 64n), RangeError)
assert.throws(() => new FeedKey(start, 1), RangeError)
assert.throws(() => new FeedKey(new Date('1969-01-01'), 1n), RangeError)

// The client deletes its sessions without waiting for the answers, and fails if the driver is closed by then.
process.exit(0)
