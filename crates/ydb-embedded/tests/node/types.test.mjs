// Every type that the client knows, to the server and back: as a parameter, in an Optional, in a List, in a column.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TZDate } from '@date-fns/tz'
import { Type_PrimitiveTypeId as Id } from '@ydbjs/api/value'
import { Dict } from '@ydbjs/value/dict'
import { List } from '@ydbjs/value/list'
import { Optional } from '@ydbjs/value/optional'
import * as p from '@ydbjs/value/primitive'
import { typeToString } from '@ydbjs/value/print'
import { Struct } from '@ydbjs/value/struct'
import { Tuple } from '@ydbjs/value/tuple'
import { client, refused, row } from './server.mjs'

const sql = await client()
const bytes = (text) => new Uint8Array(Buffer.from(text))
const day = new Date('2024-02-29T00:00:00Z')
const second = new Date('2024-02-29T12:34:56Z')
const moment = new Date('2024-02-29T12:34:56.789Z')

// Each value with what comes back.
const primitives = [
  [new p.Bool(true), true],
  [new p.Bool(false), false],
  [new p.Int8(-128), -128],
  [new p.Uint8(255), 255],
  [new p.Int16(-32_768), -32_768],
  [new p.Uint16(65_535), 65_535],
  [new p.Int32(-2_147_483_648), -2_147_483_648],
  [new p.Uint32(4_294_967_295), 4_294_967_295],
  [new p.Int64(-(2n ** 63n)), -(2n ** 63n)],
  [new p.Uint64(2n ** 64n - 1n), 2n ** 64n - 1n],
  [new p.Float(1.5), 1.5],
  [new p.Double(Math.PI), Math.PI],
  [new p.Bytes(new Uint8Array([0, 255, 10])), new Uint8Array([0, 255, 10])],
  [new p.Text('Grüße, 🐍'), 'Grüße, 🐍'],
  [new p.Utf8(''), ''],
  [new p.Json('{"a": [1, null]}'), { a: [1, null] }],
  [new p.JsonDocument('{"b": 2, "a": [1.5, null, "x"]}'), { a: [1.5, null, 'x'], b: 2 }],
  [new p.Yson(bytes('{a=1}')), bytes('{a=1}')],
  [new p.Uuid('6e73b41c-4ede-4d08-9cfb-b7462d9e498b'), '6e73b41c-4ede-4d08-9cfb-b7462d9e498b'],
  [new p.Date(day), day],
  [new p.Datetime(second), second],
  [new p.Timestamp(moment), moment],
]

/** The bytes of a result compare as plain arrays, whichever class the client chose for them. */
function plain(value) {
  return value instanceof Uint8Array ? [...value] : value
}

for (const [value, expected] of primitives) {
  const type = typeToString(value.type)
  test(`${type} ${JSON.stringify(plain(expected), (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`, async () => {
    const back = await row(sql`
      SELECT ${value} AS bare, ${new Optional(value)} AS present, ${new Optional(null, value.type)} AS absent,
             ${new List(value, value)} AS list`)
    assert.deepEqual(plain(back.bare), plain(expected))
    assert.deepEqual(plain(back.present), plain(expected))
    assert.equal(back.absent, null)
    assert.deepEqual(back.list.map(plain), [plain(expected), plain(expected)])
    await sql`CREATE TABLE stored (id Int32 NOT NULL, v ${sql.unsafe(type)}, PRIMARY KEY (id))`
    await sql`UPSERT INTO stored (id, v) VALUES (1, ${value}), (2, NULL)`
    const [rows] = await sql`SELECT v FROM stored ORDER BY id`
    assert.deepEqual(rows.map((each) => plain(each.v)), [plain(expected), null])
    await sql`DROP TABLE stored`
  })
}

const moscow = (...parts) => new TZDate(...parts, 'Europe/Moscow')

for (const value of [
  new p.TzDate(moscow(2019, 8, 17)),
  new p.TzDatetime(moscow(2019, 8, 16, 18, 24, 5)),
  new p.TzTimestamp(moscow(2019, 8, 16, 18, 24, 5, 123)),
]) {
  test(typeToString(value.type), async () => {
    const sent = value.encode().value.value
    const [[{ v }]] = await sql`SELECT ${value} AS v`.raw()
    assert.equal(v.value.value, sent)
  })
}

test('Interval goes as Int64, which the client does not', async () => {
  const interval = new p.Primitive({ value: { case: 'int64Value', value: -100n } }, new p.IntervalType())
  const [[{ v }]] = await sql`SELECT ${interval} AS v`.raw()
  assert.deepEqual([v.value.case, v.value.value], ['int64Value', -100n])
  await refused(sql`SELECT ${new p.Interval(5)} AS v`, 'BAD_REQUEST', 'Interval')
})

test('DyNumber', async () => {
  const number = new p.Primitive({ value: { case: 'textValue', value: '3.1415' } }, new p.PrimitiveType(Id.DYNUMBER))
  const [[{ v }]] = await sql`SELECT ${number} AS v`.raw()
  assert.equal(v.value.value, '.31415e1')
})

test('Decimal', async () => {
  const [[{ v }]] = await sql`SELECT CAST('-1.25' AS Decimal(22, 9)) AS v`.raw()
  // A value is the optional's item; 128 bits in two halves.
  assert.equal(BigInt.asIntN(128, (v.high128 << 64n) | v.value.value), -1_250_000_000n)
})

test('containers of containers', async () => {
  const value = new Struct({
    lists: new List(new List(new p.Int32(1)), new List(new p.Int32(2), new p.Int32(3))),
    names: new Dict([new p.Text('k'), new List(new p.Uint8(1))]),
    pair: new Tuple(new p.Text('a'), new p.Int64(5n), new Optional(null, new p.BoolType())),
  })
  assert.deepEqual(await row(sql`SELECT ${value} AS v`), {
    v: { lists: [[1], [2, 3]], names: new Map([['k', [1]]]), pair: ['a', 5n, null] },
  })
})

test('an empty list', async () => {
  assert.deepEqual(await row(sql`SELECT ListCreate(Int32) AS v`), { v: [] })
})

test('a set is a dict of nothing', async () => {
  const [[{ v }]] = await sql`SELECT ToSet(AsList(1, 2)) AS v`.raw()
  assert.deepEqual(v.pairs.map((pair) => [pair.key.value.value, pair.payload.value.case]).sort(), [
    [1, undefined],
    [2, undefined],
  ])
})

test('NULL alone', async () => {
  assert.deepEqual(await row(sql`SELECT NULL AS v`), { v: null })
})
