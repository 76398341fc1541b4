"""The table and scheme services: tables described in messages, rows in bulk, directories."""

import ydb
from ydb import PrimitiveType as T

from base import Case


class Tables(Case):
    def setUp(self):
        self.name = "made_by_" + self._testMethodName
        self.session = self.enterContext(ydb.SessionPool(self.driver, size=2)).acquire()

    def create(self):
        """A table of three partitions, divided at 100 and 200."""
        description = (
            ydb.TableDescription()
            .with_column(ydb.Column("id", T.Uint64))
            .with_column(ydb.Column("name", ydb.OptionalType(T.Utf8)))
            .with_column(ydb.Column("price", ydb.OptionalType(ydb.DecimalType(22, 9))))
            .with_primary_key("id")
            .with_partition_at_keys(ydb.ExplicitPartitions((ydb.SplitPoint(100), ydb.SplitPoint(200))))
        )
        self.session.create_table(self.path(self.name), description)
        return self.path(self.name)

    def fill(self, path, ids):
        columns = ydb.BulkUpsertColumns().add_column("id", T.Uint64).add_column("name", ydb.OptionalType(T.Utf8))
        rows = [{"id": id, "name": f"name {id}" if id % 2 else None} for id in ids]
        self.driver.table_client.bulk_upsert(path, rows, columns)

    def test_a_described_table(self):
        path = self.create()
        self.fill(path, [1, 2, 150])
        settings = ydb.DescribeTableSettings().with_include_shard_key_bounds(True).with_include_table_stats(True)
        described = self.session.describe_table(path, settings)
        self.assertEqual(described.primary_key, ["id"])
        # A type without Optional is NOT NULL.
        self.assertEqual(
            [(column.name, str(column.type)) for column in described.columns],
            [("id", "Uint64"), ("name", "Utf8?"), ("price", "Decimal(22,9)?")],
        )
        self.assertEqual(
            [str(part) for part in described.shard_key_ranges],
            [
                "KeyRange(None, ExclusiveKeyBound(Tuple(100,)))",
                "KeyRange(InclusiveKeyBound(Tuple(100,)), ExclusiveKeyBound(Tuple(200,)))",
                "KeyRange(InclusiveKeyBound(Tuple(200,)), None)",
            ],
        )
        self.assertEqual(described.table_stats.partitions, 3)
        self.assertEqual(described.table_stats.rows_estimate, 3)

    def test_settings_come_back(self):
        cold = ydb.ColumnFamily().with_name("cold").with_compression(ydb.Compression.LZ4)
        partitioning = (
            ydb.PartitioningSettings()
            .with_min_partitions_count(3)
            .with_max_partitions_count(20)
            .with_partitioning_by_load(ydb.FeatureFlag.ENABLED)
            .with_partition_size_mb(100)
        )
        description = (
            ydb.TableDescription()
            .with_column(ydb.Column("id", ydb.OptionalType(T.Utf8)))
            .with_column(ydb.Column("at", ydb.OptionalType(T.Timestamp)))
            .with_column(ydb.Column("n", ydb.OptionalType(T.Int32), "cold"))
            .with_primary_key("id")
            .with_column_family(cold)
            .with_index(ydb.TableIndex("by_n").with_global_index().with_index_columns("n").with_data_columns("at"))
            .with_ttl(ydb.TtlSettings().with_date_type_column("at", 3600))
            .with_partitioning_settings(partitioning)
            .with_key_bloom_filter(ydb.FeatureFlag.ENABLED)
            .with_attributes({"owner": "tests"})
        )
        path = self.path(self.name)
        self.session.create_table(path, description)
        described = self.session.describe_table(path)
        self.assertEqual([column.family for column in described.columns][2], "cold")
        self.assertEqual([(index.name, list(index.index_columns)) for index in described.indexes], [("by_n", ["n"])])
        self.assertEqual(described.indexes[0].status, ydb.IndexStatus.READY)
        self.assertEqual(described.ttl_settings.date_type_column.column_name, "at")
        self.assertEqual(described.ttl_settings.date_type_column.expire_after_seconds, 3600)
        self.assertEqual(described.partitioning_settings.min_partitions_count, 3)
        self.assertEqual(described.partitioning_settings.max_partitions_count, 20)
        self.assertEqual(described.partitioning_settings.partition_size_mb, 100)
        self.assertEqual(described.partitioning_settings.partitioning_by_load, ydb.FeatureFlag.ENABLED)
        self.assertEqual(described.key_bloom_filter, ydb.FeatureFlag.ENABLED)
        self.assertIn("cold", [family.name for family in described.column_families])

    def test_uniform_partitions(self):
        description = (
            ydb.TableDescription()
            .with_column(ydb.Column("id", T.Uint64))
            .with_primary_key("id")
            .with_uniform_partitions(4)
        )
        path = self.path(self.name)
        self.session.create_table(path, description)
        described = self.session.describe_table(path, ydb.DescribeTableSettings().with_include_shard_key_bounds(True))
        self.assertEqual(len(described.shard_key_ranges), 4)

    def test_rows_are_read_by_their_keys(self):
        path = self.create()
        self.fill(path, range(1, 5))
        key = ydb.StructType().add_member("id", T.Uint64)
        result = self.driver.table_client.read_rows(path, [{"id": 1}, {"id": 4}, {"id": 99}], key, ["id", "name"])
        rows = sorted((row["id"], row["name"]) for row in result.rows)
        self.assertEqual(rows, [(1, "name 1"), (4, None)])

    def test_what_is_not_served_says_so(self):
        with self.assertRaises(ydb.Unimplemented):
            list(self.session.read_table(self.create()))

    def test_queries_of_the_table_service(self):
        path = self.create()
        text = f"DECLARE $id AS Uint64; UPSERT INTO {self.name} (id, name) VALUES ($id, 'x'u);"
        query = ydb.DataQuery(text, {"$id": T.Uint64.proto})
        tx = self.session.transaction(ydb.SerializableReadWrite())
        tx.begin()
        tx.execute(query, {"$id": 7})
        tx.commit()
        (result,) = self.session.transaction().execute(f"SELECT id, name FROM `{path}`", commit_tx=True)
        self.assertEqual([(row["id"], row["name"]) for row in result.rows], [(7, "x")])
        self.assertIn(path, self.session.explain(f"SELECT * FROM {self.name}").query_plan)
        self.session.keep_alive()

    def test_a_prepared_query(self):
        prepared = self.session.prepare("DECLARE $n AS Uint64; SELECT $n + 1ul AS next;")
        for number in (6, 7):
            (result,) = self.session.transaction().execute(prepared, {"$n": number}, commit_tx=True)
            self.assertEqual(result.rows[0]["next"], number + 1)

    def test_a_table_is_altered_copied_renamed_and_dropped(self):
        path = self.create()
        self.fill(path, [5])
        extra = ydb.Column("extra", ydb.OptionalType(T.Bool))
        self.session.alter_table(path, add_columns=[extra], drop_columns=["price"])
        self.assertEqual([column.name for column in self.session.describe_table(path).columns], ["id", "name", "extra"])
        self.session.copy_table(path, path + "_copy")
        self.assertEqual(len(self.ask(f"SELECT * FROM {self.name}_copy")), 1)
        self.session.rename_tables([ydb.RenameItem(path + "_copy", path + "_moved")])
        self.assertEqual(len(self.ask(f"SELECT * FROM {self.name}_moved")), 1)
        self.session.drop_table(path + "_moved")
        with self.refused(ydb.SchemeError, "_moved"):
            self.session.describe_table(path + "_moved")

    def test_directories(self):
        scheme = self.driver.scheme_client
        scheme.make_directory(self.path("dir/inner"))
        self.run_query("CREATE TABLE `dir/inner/t` (id Int32 NOT NULL, PRIMARY KEY (id))")
        self.assertTrue(scheme.describe_path(self.path("dir")).is_directory())
        entry = scheme.describe_path(self.path("dir/inner/t"))
        self.assertEqual((entry.name, entry.is_table()), ("t", True))
        children = scheme.list_directory(self.path("dir/inner")).children
        self.assertEqual([(child.name, child.is_table()) for child in children], [("t", True)])
        self.assertIn("dir", [child.name for child in scheme.list_directory("/local").children])
        self.assertTrue(scheme.list_directory("/local").is_directory_or_database())
        self.session.drop_table(self.path("dir/inner/t"))
        scheme.remove_directory(self.path("dir/inner"))
        self.assertEqual(list(scheme.list_directory(self.path("dir")).children), [])
