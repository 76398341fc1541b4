//! Tests of texts over as many buckets as the rule `hash` allows: all of them can be sent, whatever the names are.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use proptest::prelude::*;

use super::lengths::{Form, any_form, leak, named};
use crate::statements::query::{Purpose, Query};
use crate::statements::sorting::{Part, Sorting};
use crate::statements::statement::Statement;
use ydb_keys_core::keys::prefix::KeyBound;
use ydb_keys_core::schema::rules::most_buckets;
use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, TEXT_LIMIT, Table};
use ydb_keys_core::types::{ColumnInfo, Value, YdbType};

/// Makes the table with this many buckets, in front of its key or of an index on its last columns.
fn with_buckets(form: &Form, path: &'static str, is_index: bool, buckets: u32) -> &'static Table {
    let table = *form.table();
    // The hash is computed from the last key column: a scan that fixes the columns before it reads all buckets.
    let inputs = leak(vec![form.key - 1]);
    let lead = HashDef { name: form.name(251), function: HashFunction::Xxh3, inputs, buckets: Some(buckets) };
    let on = (form.columns - 1 - usize::from(form.columns > 2)..form.columns).collect();
    let index = IndexDef { name: "by_last", kind: IndexKind::Sync, hash: Some(lead), on: leak(on), cover: &[] };
    Box::leak(Box::new(match is_index {
        true => Table { name: path, indexes: leak(vec![index]), ..table },
        false => Table { name: path, hash: Some(lead), indexes: &[], ..table },
    }))
}

/// Makes all scans of all buckets: from the beginning and after a row, with and without a range, in both directions.
fn scans(table: &'static Table, null: u32) -> Vec<Query> {
    let index = table.indexes.first();
    let sorting = Sorting { table, index };
    let value = |part: &Part| match part {
        Part::Column(at) if table.columns[*at].is_nullable() && null >> (at % 32) & 1 == 1 => Value::Null,
        _ => Value::Uint64(7),
    };
    let after: Vec<Value<'static>> = sorting.ordering().iter().map(value).collect();
    let prefix = sorting.prefix();
    let most = prefix.len() - usize::from(index.is_none());
    let mut queries = Vec::new();
    for fixed in BTreeSet::from([0, most / 2, most]) {
        for flags in 0..16_u8 {
            let flag = |bit: u8| flags >> bit & 1 == 1;
            let mut query = Query::new(table, index);
            prefix.iter().take(fixed).for_each(|at| query.put(KeyBound::Value(value(&Part::Column(*at)))));
            query.descending = flag(0);
            query.limit = flag(1).then_some(10);
            query.after = flag(2).then(|| after.clone());
            if flag(3) && fixed < prefix.len() {
                query.from = Bound::Included(Value::Uint64(1));
                query.to = Bound::Excluded(Value::Uint64(9));
            }
            if query.buckets().is_some() {
                queries.push(query);
            }
        }
    }
    queries
}

/// Makes the statements of all purposes.
fn statements(table: &'static Table, null: u32) -> Vec<(Purpose, Statement<'static>)> {
    let row = TypeId::of::<()>();
    let purposes = [
        Purpose::Rows(row),
        Purpose::Batch(row),
        Purpose::Page(row),
        Purpose::Count,
        Purpose::Exists,
        Purpose::Delete,
        Purpose::BatchDelete,
    ];
    let statement = |query: &Query, purpose| {
        let mut query = query.clone();
        if matches!(purpose, Purpose::Delete | Purpose::BatchDelete) {
            query.limit = None;
        }
        let template = query.template(table.name, purpose, table.columns);
        (purpose, Statement::new(Arc::new(template), query.values().unwrap()))
    };
    scans(table, null).iter().flat_map(|query| purposes.map(|purpose| statement(query, purpose))).collect()
}

fn longest(table: &'static Table) -> usize {
    statements(table, 0).iter().map(|(_, statement)| statement.text().len()).max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn as_many_buckets_as_are_allowed(
        form in any_form(),
        length in 2..=60_usize,
        key in 1..=8_usize,
        is_index: bool,
        path in prop::sample::select(vec!["f", "shop/orders", "events/by/day`"]),
    ) {
        let form = Form { length, key: key.min(form.columns), ..form };
        let any = with_buckets(&form, path, is_index, 2);
        let most = most_buckets(any, any.indexes.first());
        prop_assume!(most > 1);
        for (purpose, statement) in statements(with_buckets(&form, path, is_index, most), form.null) {
            let text = statement.text();
            prop_assert!(text.len() <= TEXT_LIMIT, "{most} buckets, {purpose:?}: {} bytes\n{text}", text.len());
            let (declared, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("DECLARE "));
            prop_assert_eq!(declared.len(), statement.params().len());
            let (declared, body) = (declared.join("\n"), body.join("\n"));
            // The arguments of the function of the conditions are not declared.
            let declares = |name: &&str| !(body.contains("$c = (") && name.starts_with("$c"));
            let used: BTreeSet<&str> = named(&body).into_iter().filter(declares).collect();
            prop_assert_eq!(named(&declared), used, "{}", text);
        }
    }
}

/// Makes a table or an index with these names.
fn named_table(path: &'static str, view: Option<&'static str>, lead: &'static str, order: &[&'static str]) -> Table {
    let column = |name: &&'static str| ColumnDef::new(name, ColumnInfo::new(&[YdbType::Uint64]));
    let columns = leak(order.iter().map(column).collect());
    let hash = |name, input| HashDef { name, function: HashFunction::Xxh3, inputs: leak(vec![input]), buckets: None };
    let bucket = HashDef { buckets: Some(2), ..hash(lead, columns.len() - 1) };
    let key: Vec<usize> = (0..columns.len()).collect();
    match view {
        None => Table { name: path, columns, key: leak(key), hash: Some(bucket), ..Table::EMPTY },
        // The first column is indexed, and the key is `order_hash` and the others.
        Some(name) => {
            let index = IndexDef { name, kind: IndexKind::Sync, hash: Some(bucket), on: &[0], cover: &[] };
            let (key, indexes) = (leak(key[1..].to_vec()), leak(vec![index]));
            Table { name: path, columns, key, hash: Some(hash("order_hash", 1)), indexes, ..Table::EMPTY }
        }
    }
}

/// The limits on the page of rules are the limits of the rule, and hardly more buckets would fit.
#[test]
fn limits_of_typical_names() {
    let page = include_str!("../../../guide/rules.md");
    let typical = [
        named_table("feed", None, "shard", &["at", "event_id"]),
        named_table("shop/orders", None, "order_shard", &["placed_at", "order_id"]),
        named_table("analytics/user_events", None, "user_shard", &["tenant_id", "user_id", "created_at"]),
        named_table("shop/orders", Some("by_time"), "time_shard", &["placed_at", "order_id"]),
    ];
    for table in typical {
        let index = table.indexes.first();
        let lead = index.map_or(table.hash, |index| index.hash).unwrap();
        let most = most_buckets(&table, index);
        let row = page.lines().find(|line| {
            line.starts_with(&format!("| `{}`", table.name))
                && line.contains(&format!("`{} = .. % n", lead.name))
                && line.contains("index") == index.is_some()
        });
        assert!(row.unwrap().ends_with(&format!("| {most} |")), "{row:?}: {most}");
        let with = |buckets| -> &'static Table {
            let hash = Some(HashDef { buckets: Some(buckets), ..lead });
            Box::leak(Box::new(match index {
                None => Table { hash, ..table },
                Some(index) => Table { indexes: leak(vec![IndexDef { hash, ..*index }]), ..table },
            }))
        };
        assert!(longest(with(most)) <= TEXT_LIMIT);
        assert!(longest(with(most + most / 10 + 1)) > TEXT_LIMIT, "{row:?}");
    }
    assert!(most_buckets(&typical[0], None) >= 64);
}
