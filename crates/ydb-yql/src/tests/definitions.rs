//! Tests of CREATE TABLE and ALTER TABLE.

use super::assert_trees;

#[test]
fn columns() {
    assert_trees(&[
        ("CREATE TABLE t (a Uint64, PRIMARY KEY (a))", "(create t (col a Uint64) key[a])"),
        (
            "CREATE TABLE IF NOT EXISTS `d/t` (`a-b` Utf8 NOT NULL, b Int32 NULL, PRIMARY KEY (`a-b`, b),)",
            "(create if-not-exists d/t (col a-b Utf8 not-null) (col b Int32 null) key[a-b b])",
        ),
        (
            "CREATE TABLE t (a Decimal(22, 9) NOT NULL DEFAULT Decimal('1', 22, 9))",
            "(create t (col a Decimal(22,9) not-null (default (Decimal '1' 22 9))))",
        ),
        (
            "CREATE TABLE t (a Text FAMILY f NOT NULL DEFAULT 'x'u)",
            "(create t (col a Text not-null (family f) (default 'x'u)))",
        ),
        ("CREATE TABLE t (a Bool (DEFAULT false, NOT NULL))", "(create t (col a Bool not-null (default false)))"),
        ("CREATE TABLE t (a Int32 DEFAULT -5)", "(create t (col a Int32 (default (minus 5))))"),
        (
            "CREATE TABLE t (a Serial, b BigSerial, c Serial8)",
            "(create t (col a Serial) (col b BigSerial) (col c Serial8))",
        ),
        (
            "CREATE TABLE t (a Text COMPRESSION(algorithm=zstd, level=3))",
            "(create t (col a Text (compression algorithm=zstd level=3)))",
        ),
        ("CREATE TABLE t (a Uint64?)", "(create t (col a Uint64?))"),
        // A keyword is a column's name if the tokens after it do not make it an entry of another kind.
        (
            "CREATE TABLE t (index Utf8, family Decimal(22, 9), primary Int8, changefeed Date, key Uint64, select Int32)",
            "(create t (col index Utf8) (col family Decimal(22,9)) (col primary Int8) (col changefeed Date) (col key Uint64) (col select Int32))",
        ),
    ]);
}

#[test]
fn entries() {
    assert_trees(&[
        ("CREATE TABLE t (a Int32, INDEX i GLOBAL ON (a))", "(create t (col a Int32) (index i [a]))"),
        ("CREATE TABLE t (INDEX i GLOBAL SYNC ON (a, b) COVER (c, d))", "(create t (index i sync [a b] (cover c d)))"),
        ("CREATE TABLE t (INDEX i GLOBAL UNIQUE SYNC ON (a))", "(create t (index i unique sync [a]))"),
        ("CREATE TABLE t (INDEX i GLOBAL ASYNC ON (a))", "(create t (index i async [a]))"),
        (
            "CREATE TABLE t (INDEX i LOCAL USING bloom_filter ON (a))",
            "(create t (index i local (using bloom_filter) [a]))",
        ),
        (
            "CREATE TABLE t (INDEX i GLOBAL USING vector_kmeans_tree ON (a) WITH (distance=cosine, vector_type=\"float\", levels=2,))",
            "(create t (index i (using vector_kmeans_tree) [a] (with distance=cosine vector_type='float' levels=2)))",
        ),
        (
            "CREATE TABLE t (FAMILY f (DATA = \"ssd\", COMPRESSION = 'lz4', COMPRESSION_LEVEL = 3), FAMILY g ())",
            "(create t (family f DATA='ssd' COMPRESSION='lz4' COMPRESSION_LEVEL=3) (family g))",
        ),
        (
            "CREATE TABLE t (CHANGEFEED c WITH (MODE = 'UPDATES', VIRTUAL_TIMESTAMPS = TRUE))",
            "(create t (changefeed c MODE='UPDATES' VIRTUAL_TIMESTAMPS=true))",
        ),
        (
            "CREATE TABLE t (a Int32) PARTITION BY HASH (a, b) WITH (STORE = COLUMN)",
            "(create t (col a Int32) hash[a b] (with STORE=COLUMN))",
        ),
    ]);
}

#[test]
fn settings() {
    assert_trees(&[
        (
            "CREATE TABLE t (a Int32) WITH (AUTO_PARTITIONING_BY_SIZE = ENABLED, UNIFORM_PARTITIONS = 4,)",
            "(create t (col a Int32) (with AUTO_PARTITIONING_BY_SIZE=ENABLED UNIFORM_PARTITIONS=4))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (PARTITION_AT_KEYS = (10, 1000))",
            "(create t (col a Int32) (with PARTITION_AT_KEYS=[[10] [1000]]))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (PARTITION_AT_KEYS = ((10), (1000, \"abc\")))",
            "(create t (col a Int32) (with PARTITION_AT_KEYS=[[10] [1000 'abc']]))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (READ_REPLICAS_SETTINGS = 'PER_AZ:1', KEY_BLOOM_FILTER = DISABLED)",
            "(create t (col a Int32) (with READ_REPLICAS_SETTINGS='PER_AZ:1' KEY_BLOOM_FILTER=DISABLED))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (TTL = Interval('PT0S') ON a)",
            "(create t (col a Int32) (with TTL=(ttl (Interval 'PT0S') a)))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (TTL = Interval('P1D') ON a AS SECONDS)",
            "(create t (col a Int32) (with TTL=(ttl (Interval 'P1D') a SECONDS)))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (TTL = Interval('P1D') DELETE ON a)",
            "(create t (col a Int32) (with TTL=(ttl (Interval 'P1D') a)))",
        ),
        (
            "CREATE TABLE t (a Int32) WITH (TTL = Interval('P1D') TO EXTERNAL DATA SOURCE `/s`, Interval('P2D') DELETE ON a)",
            "(create t (col a Int32) (with TTL=(ttl (to (Interval 'P1D') /s) (Interval 'P2D') a)))",
        ),
    ]);
}

#[test]
fn sequences() {
    assert_trees(&[
        ("ALTER SEQUENCE `/local/t/_serial_column_k` RESTART", "(alter-sequence /local/t/_serial_column_k restart)"),
        ("alter sequence if exists s restart with 1000", "(alter-sequence if-exists s (restart 1000))"),
        ("ALTER TOPIC IF EXISTS `t/f` ADD CONSUMER c", "(alter-topic if-exists t/f (add-consumer c))"),
        (
            "ALTER TOPIC t DROP CONSUMER c, ADD CONSUMER d WITH (important = true)",
            "(alter-topic t (drop-consumer c) (add-consumer d important=true))",
        ),
        ("ALTER SEQUENCE s RESTART 5; SELECT 1", "(alter-sequence s (restart 5)); (select 1)"),
    ]);
}

#[test]
fn alterations() {
    assert_trees(&[
        (
            "ALTER TABLE t ADD COLUMN a Int32, ADD b Utf8 NOT NULL DEFAULT 'x', DROP COLUMN c, DROP d",
            "(alter t (add (col a Int32)) (add (col b Utf8 not-null (default 'x'))) (drop c) (drop d))",
        ),
        (
            "ALTER TABLE t ALTER COLUMN a SET FAMILY f, ALTER COLUMN b DROP NOT NULL, ALTER COLUMN c SET NOT NULL",
            "(alter t (set-family a f) (drop-not-null b) (set-not-null c))",
        ),
        (
            "ALTER TABLE t ALTER COLUMN a SET DEFAULT 5, ALTER COLUMN b DROP DEFAULT, ALTER COLUMN c SET COMPRESSION()",
            "(alter t (set-default a 5) (drop-default b) (set-compression c))",
        ),
        (
            "ALTER TABLE t ADD FAMILY f (DATA = 'ssd'), ALTER FAMILY f SET COMPRESSION 'lz4'",
            "(alter t (add-family f DATA='ssd') (alter-family f COMPRESSION='lz4'))",
        ),
        (
            "ALTER TABLE t SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, TTL = Interval('P1D') ON c)",
            "(alter t (set AUTO_PARTITIONING_BY_LOAD=ENABLED TTL=(ttl (Interval 'P1D') c)))",
        ),
        ("ALTER TABLE t SET KEY_BLOOM_FILTER DISABLED", "(alter t (set KEY_BLOOM_FILTER=DISABLED))"),
        (
            "ALTER TABLE t SET TTL Interval('P1D') ON c AS NANOSECONDS",
            "(alter t (set TTL=(ttl (Interval 'P1D') c NANOSECONDS)))",
        ),
        ("ALTER TABLE t RESET (TTL, TIERING)", "(alter t (reset TTL TIERING))"),
        (
            "ALTER TABLE t ADD INDEX i GLOBAL ON (a) COVER (b), DROP INDEX j",
            "(alter t (add (index i [a] (cover b))) (drop-index j))",
        ),
        ("ALTER TABLE t RENAME TO `d/u`", "(alter t (rename d/u))"),
        ("ALTER TABLE t RENAME INDEX i TO j", "(alter t (rename-index i j))"),
        (
            "ALTER TABLE t ALTER INDEX i SET (AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4)",
            "(alter t (index-set i AUTO_PARTITIONING_MIN_PARTITIONS_COUNT=4))",
        ),
        (
            "ALTER TABLE t ALTER INDEX i SET AUTO_PARTITIONING_BY_LOAD ENABLED, ALTER INDEX i RESET (x)",
            "(alter t (index-set i AUTO_PARTITIONING_BY_LOAD=ENABLED) (index-reset i x))",
        ),
        (
            "ALTER TABLE t ADD CHANGEFEED f WITH (MODE = 'UPDATES', FORMAT = 'JSON')",
            "(alter t (add-changefeed f MODE='UPDATES' FORMAT='JSON'))",
        ),
        (
            "ALTER TABLE t ALTER CHANGEFEED f DISABLE, DROP CHANGEFEED g",
            "(alter t (alter-changefeed f DISABLE) (drop-changefeed g))",
        ),
        (
            "ALTER TABLE t ALTER CHANGEFEED f SET (RETENTION_PERIOD = Interval('PT1H'))",
            "(alter t (alter-changefeed f RETENTION_PERIOD=(Interval 'PT1H')))",
        ),
        ("ALTER TABLE t COMPACT", "(alter t compact)"),
        ("ALTER TABLE t DROP index, ADD family Int32", "(alter t (drop index) (add (col family Int32)))"),
    ]);
}

#[test]
fn grants() {
    assert_trees(&[
        ("GRANT SELECT ON t TO u", "(grant (permissions select) (on t) (roles u))"),
        (
            "grant 'ydb.generic.read', select row, create ON `d/t`, u TO `a@b`, c WITH GRANT OPTION; SELECT 1",
            "(grant grant-option (permissions ydb.generic.read select_row create) (on d/t u) (roles a@b c)); (select 1)",
        ),
        ("GRANT ALL PRIVILEGES ON t TO u", "(grant (permissions all) (on t) (roles u))"),
        ("REVOKE ALL ON t FROM u", "(revoke (permissions all) (on t) (roles u))"),
        (
            "REVOKE GRANT OPTION FOR MODIFY TABLES, USE LEGACY, ON t, FROM u,",
            "(revoke grant-option (permissions modify_tables use_legacy) (on t) (roles u))",
        ),
        ("REVOKE GRANT ON t FROM u", "(revoke (permissions grant) (on t) (roles u))"),
    ]);
}
