//! Tests of texts of tables of any width, with names of any length: no text that is sent is longer than YDB's
//! documentation allows.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use proptest::prelude::*;

use crate::error::Detail;
use crate::statements::cache::{Shape, checked};
use crate::statements::condition::{Nulls, without_nulls};
use crate::statements::query::{Purpose, Query};
use crate::statements::shape::{ChangeShape, Returning, RowShape, Verb};
use crate::statements::statement::{Member, ParamValue, Statement, Template};
use crate::statements::{delete, in_batches, read, update, write};
use ydb_keys_core::keys::prefix::KeyBound;
use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, TEXT_LIMIT, Table};
use ydb_keys_core::types::{ColumnInfo, Value, YdbType};

/// Properties of a generated table.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) columns: usize,
    /// Number of characters of a column's name.
    pub(super) length: usize,
    pub(super) key: usize,
    /// Key columns that may be NULL, a bit for each.
    pub(super) nullable: u32,
    /// Key columns that are NULL in a key, a bit for each.
    pub(super) null: u32,
    pub(super) hashed: bool,
    pub(super) serial: bool,
}

pub(super) fn any_form() -> impl Strategy<Value = Form> {
    let forms = (1..=200_usize, 1..=255_usize, 1..=30_usize, any::<[u32; 2]>(), any::<[bool; 2]>());
    forms.prop_map(|(columns, length, key, [nullable, null], [hashed, serial])| Form {
        columns,
        // Two characters distinguish 200 names.
        length: length.max(2),
        key: key.min(columns),
        // The first key column is never NULL.
        nullable: nullable & !1,
        null,
        hashed,
        serial,
    })
}

pub(super) fn leak<T>(items: Vec<T>) -> &'static [T] {
    Vec::leak(items)
}

impl Form {
    pub(super) fn name(&self, column: usize) -> &'static str {
        let digit = |n: usize| char::from(b'a' + u8::try_from(n).unwrap());
        let mut name = String::from_iter([digit(column / 26), digit(column % 26)]);
        name.extend(std::iter::repeat_n('x', self.length - 2));
        name.leak()
    }

    pub(super) fn is_nullable(&self, column: usize) -> bool {
        column >= self.key || self.nullable >> column & 1 == 1
    }

    pub(super) fn table(&self) -> &'static Table {
        const INTEGER: &[YdbType] = &[YdbType::Uint64];
        const WIDEST: &[YdbType] = &[YdbType::Decimal { precision: 35, scale: 10 }];
        let column = |i: usize| {
            let name = self.name(i);
            let info = ColumnInfo {
                nullable: self.is_nullable(i),
                ..ColumnInfo::new(if i < self.key { INTEGER } else { WIDEST })
            };
            ColumnDef {
                name,
                field: name,
                ty: info.ty,
                info,
                serial: self.serial && i == self.key,
                default: None,
                family: None,
                monotonic: false,
                dispersed: false,
            }
        };
        let hash = HashDef { name: self.name(250), function: HashFunction::Xxh3, inputs: &[0], buckets: None };
        let index = IndexDef {
            name: "by_last",
            kind: IndexKind::Sync,
            hash: None,
            on: leak(vec![self.columns - 1]),
            cover: &[],
        };
        let columns = leak((0..self.columns).map(column).collect());
        Box::leak(Box::new(Table {
            name: "shop/orders",
            columns,
            key: leak((0..self.key).collect()),
            hash: self.hashed.then_some(hash),
            indexes: leak(vec![index]),
            ..Table::EMPTY
        }))
    }

    /// Returns a value of a key column.
    fn value(&self, column: usize) -> Value<'static> {
        match self.is_nullable(column) && self.null >> column & 1 == 1 {
            true => Value::Null,
            false => Value::Uint64(7),
        }
    }

    /// Returns the values of the whole key, the hash first.
    fn key_values(&self) -> Vec<Value<'static>> {
        let hash = self.hashed.then_some(Value::Uint64(1));
        hash.into_iter().chain((0..self.key).map(|column| self.value(column))).collect()
    }

    /// Returns `true` if the table is so narrow, or its names are so short, that a text of this shape has room. A
    /// column outside of the key is named once, with its type, and a key column a few times, with a parameter.
    fn has_room(&self, shape: &Shape) -> bool {
        let around = match shape {
            // Each column also has a parameter with a line of its own: `DECLARE $p96 AS Decimal(35,10)?;`.
            Shape::Update(RowShape { returning: Returning::Row, .. }) => 45,
            _ => 25,
        };
        let key = self.key + usize::from(self.hashed) + 1;
        self.columns * (self.length + around) + key * (6 * self.length + 160) + 300 <= TEXT_LIMIT
    }
}

/// Makes a statement of each shape, its template and its values.
fn statements(form: &Form) -> Vec<(Shape, Template, Vec<ParamValue<'static>>)> {
    let (table, path, row) = (form.table(), "shop/orders", TypeId::of::<()>());
    let key = form.key_values();
    let nulls = Nulls::of(&key);
    let one = |values: Vec<Value<'static>>| values.into_iter().map(ParamValue::One).collect::<Vec<_>>();
    let rows = |values: Vec<Value<'static>>| vec![ParamValue::Rows(vec![values])];
    let values = |template: &Template, values: Vec<Value<'static>>| match template.takes_rows() {
        true => rows(values),
        false => one(values),
    };
    let mut all = Vec::new();
    for verb in [Verb::Insert, Verb::Upsert, Verb::Replace] {
        let sent = write::members(table, verb).iter().map(|_| Value::Null).collect::<Vec<_>>();
        let template = write::one(table, path, verb);
        let own = values(&template, sent.clone());
        all.push((Shape::Write(verb), template, own));
        all.push((Shape::WriteRows(verb), write::many(table, path, verb), rows(sent)));
    }
    let set: Vec<usize> = (form.key..form.columns).collect();
    if !set.is_empty() {
        let shape = RowShape {
            set: set.iter().map(|&column| (column, ChangeShape::Set)).collect(),
            nulls,
            condition: None,
            returning: Returning::Nothing,
        };
        let template = update::by_key(table, path, &shape);
        let new = set.iter().map(|_| Value::Null);
        let own = match template.takes_rows() {
            true => rows(new.chain(key.clone()).collect()),
            false => one(new.chain(without_nulls(key.clone())).collect()),
        };
        all.push((Shape::Update(shape.clone()), template, own));
        let returned = RowShape { returning: Returning::Row, ..shape };
        let template = update::by_key(table, path, &returned);
        let own = set.iter().map(|_| Value::Null).chain(without_nulls(key.clone())).collect();
        all.push((Shape::Update(returned), template, one(own)));
        let sent = Member::of(table, |_| true).iter().map(|_| Value::Null).collect();
        all.push((Shape::UpdateRows, update::many(table, path), rows(sent)));
    }
    let shape = RowShape { set: Vec::new(), nulls, condition: None, returning: Returning::Nothing };
    let template = update::by_key(table, path, &shape);
    let own = match template.takes_rows() {
        true => rows(key.clone()),
        false => one(without_nulls(key.clone()).collect()),
    };
    all.push((Shape::Delete(shape.clone()), template, own));
    let returned = RowShape { returning: Returning::Row, ..shape };
    let template = update::by_key(table, path, &returned);
    all.push((Shape::Delete(returned), template, one(without_nulls(key.clone()).collect())));
    all.push((Shape::DeleteRows, delete::by_keys(table, path), rows(key.clone())));
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    let keyed = || one(without_nulls(key.clone()).collect());
    all.push((Shape::Get(row, nulls), read::by_key(table, path, &names, nulls), keyed()));
    all.push((Shape::Exists(nulls), read::by_key(table, path, &names[..1], nulls), keyed()));
    all.push((Shape::GetRows(row), read::by_keys(table, path, table.columns), rows(key)));
    for mut query in queries(form, table) {
        for purpose in [
            Purpose::Rows(row),
            Purpose::Batch(row),
            Purpose::Page(row),
            Purpose::Count,
            Purpose::Exists,
            Purpose::Delete,
            Purpose::BatchDelete,
        ] {
            if purpose == Purpose::Delete {
                // A deletion has no limit.
                query.limit = None;
            }
            let shape = query.shape();
            let template = query.template(path, purpose, table.columns);
            all.push((Shape::Query(purpose, shape), template, query.values().unwrap()));
        }
        let set = [(form.columns - 1, ChangeShape::Set)];
        let own = one(vec![Value::Null]).into_iter().chain(query.values().unwrap()).collect();
        let template = in_batches::text(&query, path, &set);
        all.push((Shape::BatchUpdate(set.to_vec(), query.shape()), template, own));
    }
    all
}

/// Makes scans of the table and of its index: with a prefix, a range, and a position to continue after, forwards and
/// backwards.
fn queries(form: &Form, table: &'static Table) -> Vec<Query> {
    let mut queries = vec![Query::new(table, None)];
    for descending in [false, true] {
        for fixed in [0, 1, form.key / 2, form.key] {
            let mut query = Query::new(table, None);
            query.descending = descending;
            query.limit = Some(10);
            for column in 0..fixed {
                match form.value(column) {
                    Value::Null => query.put(KeyBound::Value(Value::Null)),
                    _ => query.put(KeyBound::Value(Value::Uint64(7))),
                }
            }
            query.after = Some(form.key_values());
            queries.push(query.clone());
            if fixed < form.key {
                query.from = Bound::Included(Value::Uint64(1));
                query.to = Bound::Excluded(form.value(fixed));
                queries.push(query);
            }
        }
        let mut query = Query::new(table, table.indexes.first());
        query.descending = descending;
        let last = form.columns - 1;
        let others = (0..form.key).filter(|&column| column != last).map(|column| form.value(column));
        let hash = form.hashed.then_some(Value::Uint64(1));
        query.after = Some([Value::Null].into_iter().chain(hash).chain(others).collect());
        if !form.is_nullable(last) {
            query.after = None;
        }
        queries.push(query);
    }
    queries
}

/// Returns the parameters that a text names.
pub(super) fn named(text: &str) -> BTreeSet<&str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    text.match_indices('$').map(|(at, _)| &text[at..=at + end(&text[at + 1..])]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_that_is_sent_is_too_long(form in any_form()) {
        for (shape, template, values) in statements(&form) {
            let size = template.size();
            let template = match checked(template, "shop/orders", &shape) {
                Ok(template) => template,
                Err(error) => {
                    let Detail::TextTooLong { size: reported, limit, table, .. } = error.detail() else { panic!("{error}") };
                    prop_assert_eq!((*reported, *limit, table.as_str()), (size, TEXT_LIMIT, "shop/orders"));
                    prop_assert!(reported > limit && !form.has_room(&shape), "{:?}: {} bytes", shape, reported);
                    continue;
                }
            };
            let statement = Statement::new(Arc::new(template), values);
            let text = statement.text();
            prop_assert!(text.len() <= 10_000);
            let (declared, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("DECLARE "));
            prop_assert_eq!(declared.len(), statement.params().len());
            let (declared, body) = (declared.join("\n"), body.join("\n"));
            prop_assert_eq!(named(&declared), named(&body), "{}", text);
        }
    }
}

/// The text of `get_many` once had 13,234 bytes, with each name twice.
#[test]
fn a_table_of_200_long_names_is_read_and_written() {
    let form = Form { columns: 199, length: 27, key: 1, nullable: 0, null: 0, hashed: true, serial: false };
    let failing: Vec<(Shape, String)> = statements(&form)
        .into_iter()
        .filter_map(|(shape, template, _)| Some((checked(template, "orders", &shape).err()?.to_string(), shape)))
        .map(|(error, shape)| (shape, error))
        .collect();
    // The only statement without a shorter form is an update that sets all columns at once and returns the row.
    let [(Shape::Update(RowShape { returning: Returning::Row, .. }), error)] = &failing[..] else {
        panic!("{failing:#?}")
    };
    assert!(error.ends_with("\nhelp: set fewer columns at a time"), "{error}");
}

/// An update that returns its row is longer than one that does not: a column has a parameter besides its name.
#[test]
fn an_update_that_returns_its_row_has_less_room() {
    let form = Form { columns: 97, length: 59, key: 1, nullable: 0, null: 0, hashed: false, serial: false };
    let mut refused = Vec::new();
    for (shape, template, _) in statements(&form) {
        if checked(template, "orders", &shape).is_err() {
            assert!(!form.has_room(&shape), "{shape:?}");
            refused.push(shape);
        }
    }
    assert!(matches!(refused[..], [Shape::Update(RowShape { returning: Returning::Row, .. })]), "{refused:#?}");
}

#[test]
fn what_cannot_be_cut_is_refused_with_the_cure() {
    let form = Form { columns: 200, length: 60, key: 1, nullable: 0, null: 0, hashed: false, serial: false };
    let (shape, template, _) =
        statements(&form).into_iter().find(|(shape, ..)| matches!(shape, Shape::GetRows(_))).unwrap();
    let size = template.size();
    let error = checked(template, "shop/orders", &shape).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "table `shop/orders`: the statement of get_many has {size} bytes, more than 10000\n\
             help: read fewer columns with `select::<P>()`, or write `read_rows`, which sends no text"
        )
    );
    // Names and commas alone are longer than the limit.
    assert!(size > 200 * 62);
}
