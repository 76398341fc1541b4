//! Tests hash functions of the module Digest: the canonical results of YDB's own tests, and the published vectors.

use std::collections::BTreeMap;

use ydb_keys::Value;
use ydb_keys_core::ddl::{HashExpression, Name};

use super::database::Database;
use super::published::{self, Vector};
use super::values::list;

/// Expressions with their results. Numeric results come from YDB's function compiled from its source; its first rows
/// are in YDB's tests, too.
const VECTORS: &[(&str, u64)] = &[
    ("Digest::XXH3('')", 3244421341483603138),
    ("Digest::XXH3('1')", 7335560060985733464),
    ("Digest::XXH3('2')", 18128579709034668820),
    ("Digest::XXH3('3')", 8296998437054084336),
    ("Digest::CityHash('')", 11160318154034397263),
    ("Digest::CityHash('1')", 11413460447292444913),
    ("Digest::CityHash('2')", 17472595041006102391),
    ("Digest::CityHash('3')", 11275350073939794026),
    ("Digest::MurMurHash('')", 0),
    ("Digest::MurMurHash('1')", 746762829127501960),
    ("Digest::MurMurHash('2')", 602994839685422785),
    ("Digest::MurMurHash('3')", 15180167692696242062),
    ("Digest::Fnv64('')", 14695981039346656037),
    ("Digest::Fnv64('1')", 12638153115695167470),
    ("Digest::Fnv64('2')", 12638153115695167469),
    ("Digest::Fnv64('3')", 12638153115695167468),
    ("Digest::FarmHashFingerprint(0)", 0),
    ("Digest::FarmHashFingerprint(1)", 10105606910506535461),
    ("Digest::FarmHashFingerprint(2)", 970024650806116628),
    ("Digest::FarmHashFingerprint(3)", 14522245769643814311),
    ("Digest::SipHash(111, 222, '1')", 1602385837086584249),
    ("Digest::NumericHash(0)", 7654268697807496793),
    ("Digest::NumericHash(1)", 2320827452992767577),
    ("Digest::NumericHash(2)", 6174653592142994962),
    ("Digest::NumericHash(3)", 13529992206878991808),
    ("Digest::NumericHash(42)", 13135115513944745397),
    ("Digest::NumericHash(1001)", 10138685143802077350),
    ("Digest::NumericHash(1002)", 15958305154223385373),
    ("Digest::NumericHash(1003)", 15691952052099529436),
    ("Digest::NumericHash(123456789)", 1734215268924325803),
    ("Digest::NumericHash(0x8000000000000000ul)", 4151121942852960556),
    ("Digest::NumericHash(18446744073709551615ul)", 11347797999152016406),
    ("Digest::NumericHash(0x0123456789abcdeful)", 2602480231338512580),
    ("Digest::NumericHash(1700000000000000)", 4824594750381757054),
    ("Digest::IntHash64(0)", 4761183170873013810),
    ("Digest::IntHash64(1)", 10577349846663553072),
    ("Digest::IntHash64(2)", 18198135717204167749),
    ("Digest::IntHash64(3)", 9624464864560415994),
    ("Digest::IntHash64(42)", 11490350930367293593),
    ("Digest::IntHash64(1001)", 13312534164578192006),
    ("Digest::IntHash64(1002)", 10286675702755126352),
    ("Digest::IntHash64(1003)", 15201870010500189524),
    ("Digest::IntHash64(0x8000000000000000ul)", 7378616448805205431),
    ("Digest::IntHash64(18446744073709551615ul)", 14600443904207254319),
    ("Digest::IntHash64(0x0123456789abcdeful)", 6754740165898618715),
    ("Digest::IntHash64(1700000000000000)", 10101150946913519848),
];

#[tokio::test]
async fn of_ydbs_own_tests() {
    let database = Database::start().await;
    for (expression, expected) in VECTORS {
        let rows = database
            .rows(&format!("SELECT {expression}"), Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{expression}: {error}"));
        let mut row = rows.unwrap().rows().next().unwrap();
        let hash: u64 = row.remove_field(0).unwrap().try_into().unwrap();
        assert_eq!(hash, *expected, "{expression}");
    }
}

/// Tests the hash expression over the values of each published vector.
#[tokio::test]
async fn published() {
    let database = Database::start().await;
    let vectors = published::all();
    // One query for each function, columns and buckets.
    let mut queries: BTreeMap<String, Vec<(&Vector, u64)>> = BTreeMap::new();
    for vector in &vectors {
        let buckets = vector.buckets.iter().map(|(n, bucket)| (Some(*n), u64::from(*bucket)));
        for (buckets, expected) in buckets.chain([(None, vector.hash)]) {
            let names: Vec<String> = (0..vector.columns.len()).map(|i| format!("c{i}")).collect();
            let inputs = names.iter().map(|name| Name(name)).zip(vector.columns.iter().copied()).collect();
            let expression = HashExpression { function: vector.function, inputs, buckets, optional: false }.to_string();
            let columns: Vec<String> =
                names.iter().zip(&vector.columns).map(|(name, ty)| format!("{name}: {ty}")).collect();
            let text = format!(
                "DECLARE $rows AS List<Struct<n: Uint64, {}>>; \
                 SELECT CAST({expression} AS Uint64) AS hash FROM AS_TABLE($rows) ORDER BY n",
                columns.join(", ")
            );
            queries.entry(text).or_default().push((vector, expected));
        }
    }
    let mut checked = 0;
    for (text, vectors) in queries {
        let columns = vectors[0].0.columns.iter().enumerate().map(|(i, ty)| (format!("c{i}"), ty.to_string(), false));
        let members: Vec<_> = [("n".to_owned(), "Uint64".to_owned(), false)].into_iter().chain(columns).collect();
        let row =
            |(n, (vector, _)): (usize, &(&Vector, u64))| [vec![Value::Uint64(n as u64)], vector.values()].concat();
        let rows: Vec<_> = vectors.iter().enumerate().map(row).collect();
        let answer = database.rows(&text, vec![("$rows".to_owned(), list(&members, &rows))]).await;
        let answer = answer.unwrap_or_else(|error| panic!("{text}: {error}")).unwrap();
        for (mut row, (vector, expected)) in answer.rows().zip(&vectors) {
            let hash: Option<u64> = row.remove_field(0).unwrap().try_into().unwrap();
            assert_eq!(hash, Some(*expected), "{text}: {vector:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, vectors.iter().map(|vector| 1 + vector.buckets.len()).sum::<usize>());
}
