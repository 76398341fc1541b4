"""Orders, events and messages by the keys of keys.py. Argument: the connection string."""

import sys
from datetime import datetime, timedelta, timezone

import keys
import ydb
from keys import MessagesKey, OrdersKey, UserEventsKey
from ydb import PrimitiveType as T

endpoint, name = sys.argv[1].removeprefix("grpc://").split("/", 1)
database = f"/{name}"
now = datetime.now(timezone.utc)
config = ydb.DriverConfig(endpoint, database, credentials=ydb.AnonymousCredentials())
with ydb.Driver(config) as driver, ydb.QuerySessionPool(driver) as pool:
    driver.wait(timeout=5, fail_fast=True)
    keys.check(driver, database)

    key = OrdersKey(1001)
    upsert = f"UPSERT INTO {key.TABLE} ({key.COLUMNS}, amount) VALUES ({key.VALUES}, $amount)"
    parameters = {**key.parameters(), "$amount": (9.5, T.Double)}
    pool.execute_with_retries(*keys.query(upsert, parameters))

    where = OrdersKey(1001).point()
    select = f"SELECT amount FROM orders WHERE {where.text}"
    (found,) = pool.execute_with_retries(*keys.query(select, where.parameters))
    print(found.rows[0].amount)

    event = UserEventsKey(42, "example.com", now)
    upsert = f"UPSERT INTO {event.TABLE} ({event.COLUMNS}) VALUES ({event.VALUES})"
    pool.execute_with_retries(*keys.query(upsert, event.parameters()))
    day = UserEventsKey.range_timestamp(42, "example.com", at_least=now - timedelta(days=1))
    select = f"SELECT timestamp FROM {UserEventsKey.TABLE} WHERE {day.text} ORDER BY timestamp LIMIT 100"
    (events,) = pool.execute_with_retries(*keys.query(select, day.parameters))
    print(len(events.rows))

    message = MessagesKey(now, 7)
    upsert = f"UPSERT INTO {message.TABLE} ({message.COLUMNS}, size) VALUES ({message.VALUES}, 10u)"
    pool.execute_with_retries(*keys.query(upsert, message.parameters()))
    latest = MessagesKey.range_at(at_least=now - timedelta(hours=1))
    select = f"SELECT message_id FROM messages WHERE {latest.text} ORDER BY at, message_id LIMIT 100"
    (messages,) = pool.execute_with_retries(*keys.query(select, latest.parameters))
    print(len(messages.rows))
