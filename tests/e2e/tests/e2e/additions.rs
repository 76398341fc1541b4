//! Tests that additions to checked queries never change their results, and that written rows are found by their keys.

use e2e_tests::Database;
use ydb_keys::{Access, YdbRow, YdbTable, yql};

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/a", primary_key(id_hash = xxh3(id), id))]
struct A {
    id: u64,
    x: u64,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/b", primary_key(id_hash = numeric_hash(id), id))]
struct B {
    id: u64,
    x: u64,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/small", primary_key(h = xxh3(id), id))]
struct Small {
    id: u32,
    v: u64,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/events", primary_key(shard = xxh3(event_id) % 4, at, event_id))]
struct Event {
    #[ydb(dispersed)]
    at: u64,
    event_id: u64,
    kind: i32,
}

/// Model with a bucket in the key, and one in an index.
#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/p", primary_key(shard = xxh3(id) % 4, at, id))]
#[ydb(index(by_kind, on(shard2 = xxh3(id, at) % 8, kind)))]
struct P {
    #[ydb(dispersed)]
    at: u64,
    id: u64,
    kind: i32,
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/flags", primary_key(h = xxh3(flag, id), flag, id))]
struct Flag {
    flag: bool,
    id: u64,
    x: u64,
}

/// Model with an ordinary column that has the name of another table's hash.
#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "additions/copied", primary_key(id))]
struct Copied {
    #[ydb(dispersed)]
    id: u64,
    x: u64,
    id_hash: Option<u64>,
}

#[derive(YdbRow, Debug, PartialEq, Clone)]
struct Hashed {
    id: u64,
    x: u64,
    id_hash: u64,
}

#[derive(YdbRow, Debug, PartialEq, Clone)]
struct Unknown {
    id: Option<u64>,
    x: u64,
}

#[derive(YdbRow, Debug, PartialEq, Clone)]
struct Narrow {
    id: u32,
    x: u64,
}

#[derive(YdbRow, Debug, PartialEq)]
struct Pair {
    a: u64,
    e: Option<u64>,
}

#[derive(YdbRow, Debug, PartialEq)]
struct Count {
    n: u64,
}

const fn a(id: u64, x: u64) -> A {
    A { id, x }
}

async fn database() -> Database {
    let database = Database::with::<A>().await;
    database.create::<B>().await;
    database.create::<Small>().await;
    database.create::<Event>().await;
    database.create::<P>().await;
    database.create::<Flag>().await;
    database.create::<Copied>().await;
    let client = database.client();
    A::upsert_many(&[a(1, 10), a(2, 20), a(3, 30), a(77, 30)]).exec(client).await.unwrap();
    let event = |at, event_id| Event { at, event_id, kind: 1 };
    Event::upsert_many(&[event(10, 100), event(10, 101), event(20, 102), event(40, 103)]).exec(client).await.unwrap();
    Small::upsert(&Small { id: 5, v: 50 }).exec(client).await.unwrap();
    let flags = [Flag { flag: true, id: 1, x: 1 }, Flag { flag: false, id: 1, x: 2 }];
    Flag::upsert_many(&flags).exec(client).await.unwrap();
    database
}

/// Tests that several computed columns have the same order in the list of columns and in each row.
#[tokio::test]
async fn rows_with_several_computed_columns() {
    let database = database().await;
    let client = database.client();
    for id in 0..20_u64 {
        let (at, kind) = (id * 3, 7);
        let insert = yql!("INSERT INTO {P} (at, id, kind) VALUES ($at, $id, $kind)", at, id, kind);
        insert.exec(client).await.unwrap();
        assert!(P::exists((at, id)).fetch(client).await.unwrap(), "{id}");
    }
    yql!("UPSERT INTO {P} (kind, id, at) VALUES (1, 1000, 5), (2, 1001, 6)").exec(client).await.unwrap();
    yql!("UPSERT INTO {P} SELECT id + 2000 AS id, at, kind FROM {P} WHERE id IN (1000, 1001) AND at IN (5, 6)")
        .exec(client)
        .await
        .unwrap();
    for key in [(5, 1000), (6, 1001), (5, 3000), (6, 3001)] {
        assert!(P::exists(key).fetch(client).await.unwrap(), "{key:?}");
    }
    let of_kind = yql!("SELECT COUNT(*) AS n FROM {P:by_kind} WHERE kind = 7");
    assert_eq!(of_kind.fetch_one::<Count>(client).await.unwrap().n, 20);
}

/// Tests that a hash is computed from the value as the column stores it.
#[tokio::test]
async fn values_of_another_type() {
    let database = database().await;
    let client = database.client();
    yql!("UPSERT INTO {A} (id, x) VALUES ($id, 5)", id = 78_u32 as Uint32).exec(client).await.unwrap();
    assert_eq!(A::get(78).fetch(client).await.unwrap(), Some(a(78, 5)));
    let found = yql!("SELECT * FROM {A} WHERE id = $id", id = 77_i64 as Int64).fetch::<A>(client).await.unwrap();
    assert_eq!(found, [a(77, 30)]);
    let none = yql!("SELECT * FROM {A} WHERE id = $id", id = -1_i64 as Int64).fetch::<A>(client).await.unwrap();
    assert_eq!(none, []);
    let ids = vec![1_u32, 77, 9];
    let found = yql!("SELECT * FROM {A} WHERE id IN $ids ORDER BY id", ids = ids as Uint32).fetch::<A>(client).await;
    assert_eq!(found.unwrap(), [a(1, 10), a(77, 30)]);
    let wrong = yql!("UPSERT INTO {A} (id, x) VALUES ($id, 5)", id = -1_i64 as Int64).exec(client).await.unwrap_err();
    assert!(wrong.to_string().contains("`$id` is not a value of column `id`, a Uint64"), "{wrong}");
}

/// Tests that rows are hashed by the table that they are written into.
#[tokio::test]
async fn rows_of_another_type_and_of_another_table() {
    let database = database().await;
    let client = database.client();
    let rows = [Narrow { id: 500, x: 1 }, Narrow { id: 501, x: 2 }];
    yql!("UPSERT INTO {A} SELECT * FROM AS_TABLE($rows)", rows).exec(client).await.unwrap();
    assert_eq!(A::get_many([500, 501]).fetch(client).await.unwrap().len(), 2);

    yql!("UPSERT INTO {B} SELECT * FROM {A} WHERE id = 1").exec(client).await.unwrap();
    yql!("UPSERT INTO {B} SELECT o.* FROM {A} AS o WHERE o.id = 2").exec(client).await.unwrap();
    yql!("$t = (SELECT * FROM {A} WHERE id = 3); UPSERT INTO {B} SELECT * FROM $t").exec(client).await.unwrap();
    yql!("UPSERT INTO {B} SELECT id, x FROM {A} WHERE id = 77 UNION ALL SELECT id, x FROM {A} WHERE id = 500")
        .exec(client)
        .await
        .unwrap();
    yql!("UPSERT INTO {B} (x, id) SELECT x, id AS y FROM {A} WHERE id = 501").exec(client).await.unwrap();
    for (id, x) in [(1, 10), (2, 20), (3, 30), (77, 30), (500, 1), (501, 2)] {
        assert_eq!(B::get(id).fetch(client).await.unwrap(), Some(B { id, x }));
    }

    // The rows are also used for something else, or for two tables.
    let rows = [Narrow { id: 600, x: 1 }];
    let both = yql!(
        "SELECT COUNT(*) AS n FROM AS_TABLE($rows); UPSERT INTO {A} SELECT * FROM AS_TABLE($rows);
         UPSERT INTO {B} SELECT * FROM AS_TABLE($rows)",
        rows
    );
    both.exec(client).await.unwrap();
    assert!(A::exists(600).fetch(client).await.unwrap());
    assert!(B::exists(600).fetch(client).await.unwrap());
}

/// Tests that no row is written under a wrong hash.
#[tokio::test]
async fn hashes_that_come_with_the_rows() {
    let database = database().await;
    let client = database.client();
    Copied { id: 700, x: 1, id_hash: Some(5) }.upsert().exec(client).await.unwrap();
    yql!("UPSERT INTO {B} SELECT * FROM {Copied} WHERE id = 700").exec(client).await.unwrap();
    assert_eq!(B::get(700).fetch(client).await.unwrap(), Some(B { id: 700, x: 1 }));
    yql!("UPDATE {B} ON SELECT * FROM (SELECT c.* FROM {Copied} AS c WHERE c.id = 700)").exec(client).await.unwrap();
    assert_eq!(B::get(700).fetch(client).await.unwrap(), Some(B { id: 700, x: 1 }));

    let rows = [Hashed { id: 701, x: 1, id_hash: 0 }];
    let given = yql!("UPSERT INTO {B} SELECT * FROM AS_TABLE($rows)", rows).exec(client).await.unwrap_err();
    let shown = given.to_string();
    assert!(shown.contains("id_hash") && shown.contains("`struct Hashed` has a column of this name"), "{shown}");
    assert_eq!(B::get(701).fetch(client).await.unwrap(), None);
    let rows = [Unknown { id: None, x: 1 }];
    let null = yql!("UPSERT INTO {B} SELECT * FROM AS_TABLE($rows)", rows).exec(client).await.unwrap_err();
    assert!(null.to_string().contains("a row of `struct Unknown` has NULL, and not a Uint64"), "{null}");
}

/// Tests that a condition on all buckets is added next to the comparison.
#[tokio::test]
async fn outer_joins_and_branches_keep_their_rows() {
    let database = database().await;
    let client = database.client();
    let ids = [1_u64, 2, 3];
    let left = yql!(
        "SELECT a.id AS a, e.event_id AS e FROM {A} AS a LEFT JOIN {Event} AS e ON e.at = a.x WHERE a.id IN $ids
         ORDER BY a, e",
        ids
    );
    let pair = |a, e| Pair { a, e };
    let expected = [pair(1, Some(100)), pair(1, Some(101)), pair(2, Some(102)), pair(3, None)];
    assert_eq!(left.fetch::<Pair>(client).await.unwrap(), expected);
    let either = yql!(
        "SELECT a.id AS a, e.event_id AS e FROM {A} AS a JOIN {Event} AS e ON e.at = a.x WHERE a.id = 1 OR a.id = 2
         ORDER BY a, e"
    );
    assert_eq!(either.fetch::<Pair>(client).await.unwrap(), expected[..3]);
    let own = yql!(
        "SELECT e.event_id AS a, f.event_id AS e FROM {Event} AS e JOIN {Event} AS f ON e.kind = f.kind
         WHERE e.at = 10 AND f.at = 20 ORDER BY a, e"
    );
    assert_eq!(own.fetch::<Pair>(client).await.unwrap(), [pair(100, Some(102)), pair(101, Some(102))]);
    let rows = [Narrow { id: 1, x: 10 }, Narrow { id: 2, x: 40 }];
    let of_rows = yql!(
        "SELECT r.x AS a, e.event_id AS e FROM AS_TABLE($rows) AS r JOIN {Event} AS e ON e.at = r.x ORDER BY a, e",
        rows
    );
    assert_eq!(
        of_rows.fetch::<Pair>(client).await.unwrap(),
        [pair(10, Some(100)), pair(10, Some(101)), pair(40, Some(103))]
    );
    let nested = yql!(
        "SELECT a.id AS a, a.x AS e FROM {A} AS a WHERE a.x > 5 AND a.id = 1 OR (a.id = 2 OR a.id = 3) AND a.x = 30
         ORDER BY a"
    );
    assert_eq!(nested.access()[0].access, Access::Point);
    assert_eq!(nested.fetch::<Pair>(client).await.unwrap(), [pair(1, Some(10)), pair(3, Some(30))]);
}

/// Tests rows of a join without a partner in a source: the source's columns are NULL, without hash and bucket.
#[tokio::test]
async fn rows_of_a_join_without_a_partner() {
    let database = database().await;
    let client = database.client();
    B::upsert_many(&[B { id: 2, x: 20 }, B { id: 900, x: 0 }]).exec(client).await.unwrap();
    let (none, two) = (None::<u64>, Some(2_u64));
    macro_rules! ids {
        ($text:literal $($rest:tt)*) => {
            yql!($text $($rest)*).fetch::<u64>(client).await.unwrap()
        };
    }
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM NULL"
        ),
        [1]
    );
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM $none",
            none
        ),
        [1]
    );
    // A value that is certainly there finds rows, and one that may be NULL gives the same ones.
    let found = yql!(
        "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
         WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM 2"
    );
    assert!(found.text().unwrap().contains("b.id_hash = "), "{found:?}");
    assert_eq!(found.fetch::<u64>(client).await.unwrap(), [2]);
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM $two",
            two
        ),
        [2]
    );
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM CAST('z' AS Uint64)"
        ),
        [1]
    );
    // In a branch, beside another comparison with the key.
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2, 3) AND (b.id = 2 OR (b.id IS NOT DISTINCT FROM $none AND a.x = 10)) ORDER BY a.id",
            none
        ),
        [1, 2]
    );
    assert_eq!(
        ids!(
            "SELECT b.id FROM {A} AS a RIGHT JOIN {B} AS b ON b.id = a.id
             WHERE b.id IN (2, 900) AND a.id IS NOT DISTINCT FROM $none",
            none,
            full_scan(A, reason = "YDB reads the left side of a RIGHT JOIN whole")
        ),
        [900]
    );
    assert_eq!(
        ids!(
            "SELECT COALESCE(a.id, b.id) AS id FROM {A} AS a FULL JOIN {B} AS b ON b.id = a.id
             WHERE a.id IS NOT DISTINCT FROM $none OR a.id = 1 AND b.id IS NOT DISTINCT FROM $none ORDER BY id",
            none,
            full_scan(A, reason = "all rows are joined"),
            full_scan(B, reason = "all rows are joined")
        ),
        [1, 900]
    );
    // One join after another, and `IS NOT DISTINCT FROM` what has no row, either.
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id LEFT JOIN {Small} AS s ON s.id = b.x
             WHERE a.id IN (1, 2) AND b.id IS NOT DISTINCT FROM s.v AND s.id IS NOT DISTINCT FROM NULL"
        ),
        [1]
    );
    // All buckets are named beside a comparison that finds rows, and not beside one of NULL.
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {Event} AS e ON e.at = a.x
             WHERE a.id IN (1, 3) AND e.at IS NOT DISTINCT FROM $none",
            none
        ),
        [3]
    );
    // Items of a list, and tuples.
    let listed = [none, two];
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id WHERE a.id IN (1, 2) AND b.id IN $listed",
            listed
        ),
        [2]
    );
    assert_eq!(
        ids!(
            "SELECT a.id FROM {A} AS a LEFT JOIN {B} AS b ON b.id = a.id
             WHERE a.id IN (1, 2) AND (b.id, b.x) IN ((2, 20), (NULL, NULL))"
        ),
        [2]
    );
}

/// Tests that added parameters get names that the text does not use.
#[tokio::test]
async fn names_that_the_text_has() {
    let database = database().await;
    let client = database.client();
    let found = yql!("SELECT * FROM {A} WHERE id = $id_hash_1", id_hash_1 = 77).fetch::<A>(client).await.unwrap();
    assert_eq!(found, [a(77, 30)]);
    let found = yql!("$id_hash_1 = 77ul; SELECT * FROM {A} WHERE id = $id_hash_1 OR id = $id", id = 1);
    assert_eq!(found.fetch::<A>(client).await.unwrap().len(), 2);
}

/// Tests that a query that finds its rows by key at compile time also does so at run time: its text has the hash.
#[tokio::test]
async fn the_promised_access_is_that_of_the_text() {
    let database = database().await;
    let client = database.client();
    let rows = [Narrow { id: 1, x: 30 }];
    let of_rows = yql!(
        "SELECT o.id AS id, o.x AS x FROM AS_TABLE($rows) AS r JOIN {A} AS o ON o.x = r.x WHERE o.id = $id",
        rows,
        id = 77
    );
    assert_eq!(of_rows.access()[0].access, Access::Point);
    assert!(of_rows.text().unwrap().contains("o.id_hash = $id_hash_1"), "{of_rows:?}");
    assert_eq!(of_rows.fetch::<A>(client).await.unwrap(), [a(77, 30)]);
    let listed = yql!("$ids = AsList(1ul, 2ul); SELECT * FROM {A} WHERE id IN $ids ORDER BY id");
    assert!(listed.text().unwrap().contains("id_hash, id) IN"), "{listed:?}");
    assert_eq!(listed.fetch::<A>(client).await.unwrap(), [a(1, 10), a(2, 20)]);
    let flag = yql!("SELECT * FROM {Flag} WHERE flag = true AND id = $id", id = 1);
    assert!(flag.text().unwrap().contains("h = $h_1"), "{flag:?}");
    assert_eq!(flag.fetch::<Flag>(client).await.unwrap(), [Flag { flag: true, id: 1, x: 1 }]);
    let beyond = yql!("SELECT * FROM {Small} WHERE id = 4294967296 OR id = 5");
    assert_eq!(beyond.access()[0].access, Access::Point);
    assert_eq!(beyond.fetch::<Small>(client).await.unwrap(), [Small { id: 5, v: 50 }]);
    let distinct = yql!("SELECT * FROM {A} WHERE id IS NOT DISTINCT FROM 1 AND (x = 10 OR id = 1)");
    assert!(distinct.text().unwrap().contains("id_hash"), "{distinct:?}");
    assert_eq!(distinct.fetch::<A>(client).await.unwrap(), [a(1, 10)]);
    let negated = yql!("SELECT * FROM {A} WHERE NOT (id != 1 OR x != 10)");
    assert_eq!(negated.access()[0].access, Access::Point);
    assert_eq!(negated.fetch::<A>(client).await.unwrap(), [a(1, 10)]);
}

/// Tests that every statement knows the name of its model.
#[tokio::test]
async fn an_update_knows_the_name_of_its_model() {
    let database = database().await;
    let client = database.client();
    yql!("UPDATE {A} SET x = A.x + 1 WHERE A.id = $id", id = 77).exec(client).await.unwrap();
    assert_eq!(A::get(77).fetch(client).await.unwrap(), Some(a(77, 31)));
    yql!("DELETE FROM {A} WHERE A.id = $id AND A.x = 31", id = 77).exec(client).await.unwrap();
    assert_eq!(A::get(77).fetch(client).await.unwrap(), None);
}
