// Runs the ten tasks of `drizzle.ts` on a database, and writes the partitions that each touched to a file.

import { writeFileSync } from 'node:fs'
import { createDrizzle } from '@ydbjs/drizzle-adapter'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import * as tasks from './comparison.ts'

const db = createDrizzle({ connectionString: inject('connectionString') })

const directory = '/local/ydb_keys_examples/comparison'
const tables = ['drizzle_orders', 'drizzle_orders/by_sku/indexImplTable', 'drizzle_stock']

// For each partition, whatever is counted of it.
async function counters() {
  const all: string[] = []
  for (const table of tables) {
    const rows = await db.execute<Record<string, unknown>[]>(sql`
      SELECT PartIdx, RowUpdates, RowReads, RangeReads, RangeReadRows
      FROM \`.sys/partition_stats\` WHERE Path = ${`${directory}/${table}`} ORDER BY PartIdx`)
    all.push(...rows.map((row) => Object.values(row).join(' ')))
  }
  return all
}

async function touched(work: () => Promise<void>) {
  const before = await counters()
  await work()
  const after = await counters()
  expect(after.length).toBe(before.length)
  return after.filter((partition, i) => partition !== before[i]).length
}

function order(customerId: number, orderId: number): tasks.Order {
  const sku = `sku-${(customerId + orderId) % 50}`
  return { customerId: BigInt(customerId), orderId: BigInt(orderId), sku, amount: 9.5, status: 'new' }
}

test('ten tasks', async () => {
  const lines: string[] = []
  const report = (task: number | string, partitions: number | '-') => lines.push(`task ${task}: ${partitions}`)

  await tasks.create(db)
  await tasks.create(db)
  report(1, '-')

  const inserted = touched(async () => expect(await tasks.insert(db, order(7, 100))).toBe(true))
  report(2, await inserted)
  expect(await tasks.insert(db, order(7, 100))).toBe(false)

  const found = touched(async () => expect((await tasks.get(db, 7n, 100n))?.sku).toBe('sku-7'))
  report(3, await found)

  const ten = Array.from({ length: 10 }, (_, i) => i + 1)
  const all = Array.from({ length: 100 }, (_, i) => i + 1).flatMap((customer) => ten.map((id) => order(customer, id)))
  report(4, await touched(() => tasks.upsertAll(db, all)))

  const pages = touched(async () => {
    const [first, token] = await tasks.page(db, 7n)
    const [second] = await tasks.page(db, 7n, token)
    expect([...first, ...second].map((order) => Number(order.orderId))).toEqual([100, 10, 9, 8, 7, 6, 5, 4])
  })
  report(5, await pages)

  report(6, await touched(async () => expect(await tasks.pay(db, 7n, 100n)).toBe(true)))
  expect(await tasks.pay(db, 7n, 100n)).toBe(false)

  await tasks.stockUp(db, 'sku-8', 1n)
  report(7, await touched(async () => expect(await tasks.place(db, order(7, 101))).toBe(true)))
  expect(await tasks.place(db, order(7, 151))).toBe(false)
  expect(await tasks.get(db, 7n, 151n)).toBeUndefined()

  const indexed = touched(async () => {
    const orders = await tasks.bySku(db, 'sku-3')
    expect(orders.map((order) => order.sku)).toEqual(Array.from({ length: 20 }, () => 'sku-3'))
  })
  report(8, await indexed)

  await tasks.addNote(db)
  await tasks.addNote(db)
  report(9, '-')

  expect(await tasks.skew(db)).toBeGreaterThanOrEqual(1)
  report(10, '-')

  const forgotten = touched(async () => expect((await tasks.getWithoutHash(db, 7n, 100n))?.sku).toBe('sku-7'))
  report('3 without the hash', await forgotten)

  writeFileSync(process.env['COMPARISON_OUT'] ?? 'comparison.txt', `${lines.join('\n')}\n`)
  db.$client.close?.()
})
