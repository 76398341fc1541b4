// Orders, events and messages by the keys of keys.ts. Argument: the connection string.

import { Driver } from '@ydbjs/core'
import { query } from '@ydbjs/query'
import { Double } from '@ydbjs/value/primitive'
import { MessagesKey, OrdersKey, UserEventsKey, bind, check } from './keys.js'

const hour = 3_600_000
const driver = new Driver(process.argv[2])
await driver.ready(AbortSignal.timeout(5_000))
const sql = query(driver)
await check(driver, driver.database)

const key = new OrdersKey(1001n)
const { COLUMNS, VALUES } = OrdersKey
await bind(sql`UPSERT INTO orders (${sql.unsafe(COLUMNS)}, amount) VALUES (${sql.unsafe(VALUES)}, $amount)`, {
  ...key.parameters(),
  $amount: new Double(9.5),
})

const one = new OrdersKey(1001n).point()
const [[found]] = await bind(sql`SELECT amount FROM orders WHERE ${sql.unsafe(one.text)}`, one.parameters)
console.log(found.amount)

const event = new UserEventsKey(42n, 'example.com', new Date())
const table = sql.unsafe(UserEventsKey.TABLE)
await bind(
  sql`UPSERT INTO ${table} (${sql.unsafe(UserEventsKey.COLUMNS)}) VALUES (${sql.unsafe(UserEventsKey.VALUES)})`,
  event.parameters(),
)
const day = UserEventsKey.rangeTimestamp(42n, 'example.com', { atLeast: new Date(Date.now() - 24 * hour) })
const [events] = await bind(
  sql`SELECT timestamp FROM ${table} WHERE ${sql.unsafe(day.text)} ORDER BY timestamp LIMIT 100`,
  day.parameters,
)
console.log(events.length)

const message = new MessagesKey(new Date(), 7n)
await bind(
  sql`UPSERT INTO messages (${sql.unsafe(MessagesKey.COLUMNS)}, size) VALUES (${sql.unsafe(MessagesKey.VALUES)}, 10u)`,
  message.parameters(),
)
const latest = MessagesKey.rangeAt({ atLeast: new Date(Date.now() - hour) })
const [messages] = await bind(
  sql`SELECT message_id FROM messages WHERE ${sql.unsafe(latest.text)} ORDER BY at, message_id LIMIT 100`,
  latest.parameters,
)
console.log(messages.length)

// The client deletes its sessions without waiting for the answers.
process.exit(0)
