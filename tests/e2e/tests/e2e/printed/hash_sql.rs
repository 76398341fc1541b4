//! Tests hashes in YQL by running them: YDB's expression over stored rows gives the numbers that ydb-keys computed.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use ydb_keys::schema::HashDef;
use ydb_keys::schema::HashFunction::{self, IntHash64, NumericHash, Xxh3};
use ydb_keys::{Value, YdbTable};

use super::database::Database;
use super::inputs::Inputs;
use super::models;
use super::values::list;

/// Returns rows of a strategy, the same ones each time.
fn some<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

/// Checks that the stored hash of each row, which ydb-keys computed, equals the expression over the row.
async fn agree<T: YdbTable<Version = ()>>(rows: &[T]) {
    let database = Database::start().await;
    database.run(&T::TABLE.create_table().to_string()).await.unwrap();
    database.statement(&T::upsert_many(rows).statement().unwrap()).await.unwrap();
    let hash = T::TABLE.hash.unwrap();
    let text = format!(
        "SELECT `{}` AS stored, {} AS expression FROM `{}`",
        hash.name,
        hash.yql(T::TABLE).unwrap(),
        T::TABLE.name
    );
    let answer = database.rows(&text, Vec::new()).await.unwrap_or_else(|error| panic!("{text}: {error}")).unwrap();
    let mut count = 0;
    for mut row in answer.rows() {
        let mut field = |name| -> u64 { row.remove_field_by_name(name).unwrap().try_into().unwrap() };
        assert_eq!(field("stored"), field("expression"), "{text}");
        count += 1;
    }
    assert_eq!(count, rows.len());
}

#[tokio::test]
async fn of_the_models() {
    agree(&some(models::any_order(), 200)).await;
    agree(&some(models::any_user_event(), 200)).await;
    agree(&some(models::any_spread_user_event(), 200)).await;
    agree(&some(models::any_visit(), 200)).await;
    agree(&some(models::any_ticket(), 200)).await;
}

/// Generates a number, often at a limit of its range.
macro_rules! number {
    ($variant:ident, $low:expr, $high:expr) => {
        prop_oneof![Just($low), Just($high), $low..=$high].prop_map(Value::$variant).boxed()
    };
}

/// Generates a row of [`Inputs`]; its columns have the names of their types.
fn any_row() -> impl Strategy<Value = Vec<Value<'static>>> {
    let column = |name: &str| match name {
        "bool" => any::<bool>().prop_map(Value::Bool).boxed(),
        "int8" => number!(Int8, i8::MIN, i8::MAX),
        "int16" => number!(Int16, i16::MIN, i16::MAX),
        "int32" => number!(Int32, i32::MIN, i32::MAX),
        "int64" => number!(Int64, i64::MIN, i64::MAX),
        "uint8" => number!(Uint8, u8::MIN, u8::MAX),
        "uint16" => number!(Uint16, u16::MIN, u16::MAX),
        "uint32" => number!(Uint32, u32::MIN, u32::MAX),
        "uint64" => number!(Uint64, u64::MIN, u64::MAX),
        "string" => prop::collection::vec(any::<u8>(), 0..200).prop_map(|x| Value::String(x.into())).boxed(),
        "utf8" => "\\PC{0,60}".prop_map(|x| Value::Utf8(x.into())).boxed(),
        "uuid" => any::<[u8; 16]>().prop_map(Value::Uuid).boxed(),
        "date" => number!(Date, 0_u16, 49_672_u16),
        "datetime" => number!(Datetime, 0_u32, 4_291_747_199_u32),
        "timestamp" => number!(Timestamp, 0_u64, 4_291_747_199_999_999_u64),
        "interval" => number!(Interval, -4_291_747_199_999_999_i64, 4_291_747_199_999_999_i64),
        "date32" => number!(Date32, -53_375_809_i32, 53_375_807_i32),
        "datetime64" => number!(Datetime64, -4_611_669_897_600_i64, 4_611_669_811_199_i64),
        "timestamp64" => number!(Timestamp64, -4_611_669_897_600_000_000_i64, 4_611_669_811_199_999_999_i64),
        "interval64" => number!(Interval64, -9_223_339_708_799_999_999_i64, 9_223_339_708_799_999_999_i64),
        other => panic!("{other}"),
    };
    Inputs::TABLE.columns.iter().map(|def| column(def.name)).collect::<Vec<_>>()
}

/// Numbers of buckets: the fewest, usual ones, some that are no power of two, and the most.
const BUCKETS: [u32; 7] = [2, 3, 16, 64, 1000, 65_537, u32::MAX];

/// Returns every function with every type that it takes, XXH3 also with pairs in both orders and with all columns.
fn hashes() -> Vec<(HashFunction, Vec<usize>)> {
    let columns = Inputs::TABLE.columns;
    let at = |name| columns.iter().position(|column| column.name == name).unwrap();
    let mut hashes = vec![(Xxh3, (0..columns.len()).collect())];
    for (input, column) in columns.iter().enumerate() {
        hashes.push((Xxh3, vec![input]));
        hashes.extend([(Xxh3, vec![input, at("utf8")]), (Xxh3, vec![at("string"), input])]);
        let a_number = !matches!(column.name, "bool" | "string" | "utf8" | "uuid");
        if a_number {
            hashes.extend([(NumericHash, vec![input]), (IntHash64, vec![input])]);
        }
    }
    hashes
}

#[tokio::test]
async fn of_every_type() {
    let database = Database::start().await;
    database.run(&Inputs::TABLE.create_table().to_string()).await.unwrap();
    let columns = Inputs::TABLE.columns;
    let members: Vec<_> = columns.iter().map(|def| (def.name.to_owned(), def.ty.to_string(), false)).collect();
    let declared: Vec<_> = members.iter().map(|(name, ty, _)| format!("`{name}`: {ty}")).collect();
    let declare = format!("DECLARE $rows AS List<Struct<{}>>;", declared.join(", "));
    // Each hash by itself, and modulo one of the numbers of buckets.
    let hashes: Vec<_> = hashes()
        .into_iter()
        .enumerate()
        .flat_map(|(i, (function, inputs))| {
            [None, Some(BUCKETS[i % BUCKETS.len()])].map(|buckets| (function, inputs.clone(), buckets))
        })
        .collect();
    let hash_sql: Vec<String> = hashes
        .iter()
        .map(|(function, inputs, buckets)| HashDef {
            name: "hash",
            function: *function,
            inputs: inputs.clone().leak(),
            buckets: *buckets,
        })
        .enumerate()
        .map(|(i, hash)| format!("{} AS h{i}", hash.yql(Inputs::TABLE).unwrap()))
        .collect();
    // A text has at most 10 KB.
    const AT_ONCE: usize = 30;
    for row in some(any_row(), 40) {
        let param = ("$rows".to_owned(), list(&members, std::slice::from_ref(&row)));
        let upsert = format!("{declare} UPSERT INTO inputs SELECT * FROM AS_TABLE($rows)");
        database.rows(&upsert, vec![param]).await.unwrap();
        let mut answers = Vec::new();
        for hash_sql in hash_sql.chunks(AT_ONCE) {
            let select = format!("SELECT {} FROM inputs", hash_sql.join(", "));
            answers.push(database.rows(&select, Vec::new()).await.unwrap().unwrap().rows().next().unwrap());
        }
        for (i, (function, inputs, buckets)) in hashes.iter().enumerate() {
            let values: Vec<Value<'_>> = inputs.iter().map(|input| row[*input].clone()).collect();
            let expression = answers[i / AT_ONCE].remove_field(i % AT_ONCE).unwrap();
            let hash = function.hash(&values).unwrap();
            // The type of the column too: neither is optional.
            let expected = match buckets {
                None => ydb::Value::from(hash),
                Some(buckets) => ydb::Value::from((hash % u64::from(*buckets)) as u32),
            };
            assert_eq!(expression, expected, "{} of {values:?}", hash_sql[i]);
        }
        database.run("DELETE FROM inputs").await.unwrap();
    }
}
