"""Changefeeds are read by the SDK's reader while rows are written, by readers that come and go."""

import json
import threading

import ydb

from base import Case

KEYS, LAST = 20, 6


class Changefeeds(Case):
    def feed(self, settings="MODE = 'UPDATES', FORMAT = 'JSON'"):
        """Creates a table with a changefeed and a consumer; returns the paths of table and topic."""
        table = self.table("k Uint64 NOT NULL, v Uint64, PRIMARY KEY (k)")
        self.run_query(f"ALTER TABLE {table} ADD CHANGEFEED feed WITH ({settings})")
        topic = f"{table}/feed"
        self.driver.topic_client.alter_topic(topic, add_consumers=["c"])
        return table, topic

    def write(self, table, values):
        for v in values:
            for k in range(KEYS):
                self.run_query(f"UPSERT INTO {table} (k, v) VALUES ({k}, {v})")

    def test_every_change_is_seen_in_order(self):
        table, topic = self.feed()
        writer = threading.Thread(target=self.write, args=(table, range(1, LAST + 1)))
        writer.start()
        seen = {}

        def missing():
            return len(seen) < KEYS or min(seen.values()) < LAST

        while missing():
            # Every reader dies without the commit of its last batch.
            with self.driver.topic_client.reader(topic, "c") as reader:
                for commits in (True, True, False):
                    if not missing():
                        break
                    batch = reader.receive_batch(timeout=30)
                    for message in batch.messages:
                        change = json.loads(message.data.decode())
                        (k,), v = change["key"], change["update"]["v"]
                        # The next change of this key, or one that was not committed.
                        self.assertLessEqual(v, seen.get(k, 0) + 1)
                        seen[k] = max(v, seen.get(k, 0))
                    if commits:
                        reader.commit_with_ack(batch)
        writer.join()

    def test_two_readers_share_a_topic(self):
        table, topic = self.feed("MODE = 'KEYS_ONLY', FORMAT = 'JSON', TOPIC_MIN_ACTIVE_PARTITIONS = 2")
        with self.driver.topic_client.reader(topic, "c") as one, self.driver.topic_client.reader(topic, "c") as two:
            for reader in (one, two):
                # Records are written until this reader has its share.
                while True:
                    self.write(table, [1])
                    try:
                        self.assertTrue(reader.receive_batch(timeout=0.2).messages)
                        break
                    except TimeoutError:
                        continue

    def test_consumers(self):
        table, topic = self.feed()
        self.run_query(f"ALTER TOPIC `{topic}` ADD CONSUMER d WITH (important = true)")
        described = self.driver.topic_client.describe_topic(topic, include_stats=True)
        consumers = [(consumer.name, consumer.important) for consumer in described.consumers]
        self.assertEqual(consumers, [("c", False), ("d", True)])
        self.assertEqual(len(described.partitions), 1)
        self.write(table, [1])
        self.driver.topic_client.commit_offset(topic, "c", 0, 5)
        with self.driver.topic_client.reader(topic, "c") as reader:
            self.assertEqual(reader.receive_message(timeout=30).offset, 5)
        self.driver.topic_client.alter_topic(topic, drop_consumers=["d"])
        with self.refused(ydb.issues.NotFound, "some consumers in drop_consumers are missing already"):
            self.driver.topic_client.alter_topic(topic, drop_consumers=["d"])
        with self.refused(ydb.issues.SchemeError, "does not exist"):
            self.driver.topic_client.describe_topic("nowhere/feed")

    def test_a_dropped_changefeed_takes_its_partitions_away(self):
        table, topic = self.feed()
        with self.driver.topic_client.reader(topic, "c") as reader:
            self.write(table, [1])
            batch = reader.receive_batch(timeout=30)
            self.run_query(f"ALTER TABLE {table} DROP CHANGEFEED feed")
            # The stream stays open for a while, and says that the partition is gone.
            while batch.alive:
                try:
                    reader.receive_batch(timeout=0.2)
                except TimeoutError:
                    continue
            with self.assertRaises(ydb.TopicReaderPartitionExpiredError):
                reader.commit_with_ack(batch)
