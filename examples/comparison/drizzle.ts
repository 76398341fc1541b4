// The ten tasks with the Drizzle adapter. The lines between the marks `[task n]` and `[end]` are counted.

import { type YdbDrizzleDatabase, YdbUniqueConstraintViolationError } from '@ydbjs/drizzle-adapter'
import { type YdbInlineMigration, migrate } from '@ydbjs/drizzle-adapter/migrator'
import * as ydb from '@ydbjs/drizzle-adapter/schema'
import { numericHash } from '@ydbjs/drizzle-adapter/sql'
import { and, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'

type Db = YdbDrizzleDatabase

// [task 1]
const columns = {
  customerHash: ydb.uint64('customer_hash').notNull(),
  customerId: ydb.uint64('customer_id').notNull(),
  orderId: ydb.uint64('order_id').notNull(),
  sku: ydb.text('sku').notNull(),
  amount: ydb.double('amount').notNull(),
  status: ydb.text('status').notNull(),
}

export const orders = ydb.ydbTable('ydb_keys_examples/comparison/drizzle_orders', columns, (t) => [
  ydb.primaryKey(t.customerHash, t.customerId, t.orderId),
  ydb.index('by_sku').on(t.sku),
  ydb.tableOptions({ UNIFORM_PARTITIONS: 16 }),
])

export interface Order {
  customerId: bigint
  orderId: bigint
  sku: string
  amount: number
  status: string
}

export const stock = ydb.ydbTable(
  'ydb_keys_examples/comparison/drizzle_stock',
  {
    skuHash: ydb.uint64('sku_hash').notNull(),
    sku: ydb.text('sku').notNull(),
    left: ydb.bigint('left').notNull(),
  },
  (t) => [ydb.primaryKey(t.skuHash, t.sku), ydb.tableOptions({ UNIFORM_PARTITIONS: 4 })],
)

const migrations: YdbInlineMigration[] = [
  {
    name: '0001_create',
    operations: [
      { kind: 'create_table', table: orders, ifNotExists: true },
      { kind: 'create_table', table: stock, ifNotExists: true },
    ],
  },
]

export async function create(db: Db) {
  await migrate(db, { migrations })
}
// [end]

// [task 2]
// Returns whether the order is new.
export async function insert(db: Db, order: Order) {
  try {
    await db.insert(orders).values({ ...order, customerHash: numericHash(order.customerId) })
    return true
  } catch (error) {
    if (error instanceof YdbUniqueConstraintViolationError) return false
    throw error
  }
}
// [end]

// [task 3]
function ofCustomer(customerId: bigint) {
  return and(eq(orders.customerHash, numericHash(customerId)), eq(orders.customerId, customerId))
}

export async function get(db: Db, customerId: bigint, orderId: bigint) {
  const order = and(ofCustomer(customerId), eq(orders.orderId, orderId))
  return (await db.select().from(orders).where(order))[0] as Order | undefined
}
// [end]

// [task 4]
// The text of a statement grows with its rows, and YDB takes 10 KB.
export async function upsertAll(db: Db, all: Order[]) {
  const rows = all.map((order) => ({ ...order, customerHash: numericHash(order.customerId) }))
  for (let first = 0; first < rows.length; first += 50) {
    await db.upsert(orders).values(rows.slice(first, first + 50))
  }
}
// [end]

// [task 5]
// One page of a customer's orders, the newest first, and the token of the next page.
export async function page(db: Db, customerId: bigint, token?: string): Promise<[Order[], string | undefined]> {
  const after = token === undefined ? undefined : lt(orders.orderId, BigInt(token))
  const newestFirst = [desc(orders.customerHash), desc(orders.customerId), desc(orders.orderId)]
  const query = db.select().from(orders).where(and(ofCustomer(customerId), after))
  const found = (await query.orderBy(...newestFirst).limit(5)) as Order[]
  const rows = found.slice(0, 4)
  return [rows, found.length > 4 ? String(rows.at(-1)?.orderId) : undefined]
}
// [end]

// [task 6]
// Marks a new order as paid; returns whether it was new.
export async function pay(db: Db, customerId: bigint, orderId: bigint) {
  const order = and(ofCustomer(customerId), eq(orders.orderId, orderId))
  const update = db.update(orders).set({ status: 'paid' }).where(and(order, eq(orders.status, 'new')))
  const paid = (await update.returning({ orderId: orders.orderId })) as unknown[]
  return paid.length === 1
}
// [end]

// [task 7]
// Instead of the adapter's `xxHash`: it unwraps a value that is not optional, which is an error of types in YQL.
const skuHash = (sku: string) => sql<bigint>`Digest::XXH3(${sku})`

// Takes an item from the stock and inserts the order; returns whether there was one.
export async function place(db: Db, order: Order) {
  const work = async (tx: Pick<Db, 'insert' | 'update'>) => {
    const there = and(eq(stock.skuHash, skuHash(order.sku)), eq(stock.sku, order.sku), gt(stock.left, 0n))
    const update = tx.update(stock).set({ left: sql`${stock.left} - 1` }).where(there)
    const taken = (await update.returning({ sku: stock.sku })) as unknown[]
    if (taken.length === 0) return false
    await tx.insert(orders).values({ ...order, customerHash: numericHash(order.customerId) })
    return true
  }
  return await db.transaction(work, { idempotent: true })
}
// [end]

// [task 8]
export async function bySku(db: Db, sku: string) {
  const view = ydb.indexView(orders, 'by_sku')
  const query = db.select(getTableColumns(orders)).from(view).where(eq(orders.sku, sku))
  return (await query.limit(20)) as Order[]
}
// [end]

// [task 9]
const note = ydb.ydbTable('ydb_keys_examples/comparison/drizzle_orders', { ...columns, note: ydb.text('note') }).note

const addsNote: YdbInlineMigration = {
  name: '0002_note',
  operations: [{ kind: 'add_columns', table: orders, columns: [note] }],
}

export async function addNote(db: Db) {
  await migrate(db, { migrations: [...migrations, addsNote] })
}
// [end]

// [task 10]
// The writes of the busiest partition divided by the mean: after a load, of a good key about 1.
export async function skew(db: Db) {
  const path = '/local/ydb_keys_examples/comparison/drizzle_orders'
  const [row] = await db.execute<{ skew: number }[]>(sql`
    SELECT CAST(MAX(RowUpdates) AS Double) / AVG(RowUpdates) AS skew
    FROM \`.sys/partition_stats\`
    WHERE Path = ${path}`)
  return row?.skew
}
// [end]

// The read of task 3 by somebody who forgot the hash. It finds the row, so no test of the result fails.
export async function getWithoutHash(db: Db, customerId: bigint, orderId: bigint) {
  const order = and(eq(orders.customerId, customerId), eq(orders.orderId, orderId))
  return (await db.select().from(orders).where(order))[0] as Order | undefined
}

export async function stockUp(db: Db, sku: string, left: bigint) {
  await db.upsert(stock).values({ sku, skuHash: skuHash(sku), left })
}
