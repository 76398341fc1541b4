//! Tests that generated code compiles in any place of a model: no prelude, shadowed names, strict lints, function
//! bodies, 200 columns.
//!
//! A separate crate, because the lints about documentation and reachability depend on its public root.

#![no_implicit_prelude]
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic)]

/// Names that generated code must not resolve to.
mod shadowed {
    #![allow(dead_code, non_camel_case_types, missing_docs, reason = "they only stand in the way")]
    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) struct u64;
    pub(super) struct usize;
    pub(super) struct Table;
    pub(super) struct Column;
    pub(super) mod core {}
    pub(super) mod std {}
    /// Unit structs, which would make patterns of these names no variables.
    pub(super) struct row;
    pub(super) struct value;
    pub(super) struct serializer;
    pub(super) struct deserializer;
}

/// Model among shadowed names.
mod strict {
    #![allow(unused_imports, reason = "shadowed names are there to be in the way")]
    use super::shadowed::*;

    #[derive(
        ::ydb_keys::YdbColumn,
        ::std::clone::Clone,
        ::std::fmt::Debug,
        ::std::cmp::PartialEq,
        ::std::cmp::Eq,
        ::std::hash::Hash,
    )]
    pub(super) struct Id(pub(super) ::std::primitive::u64);

    #[derive(::ydb_keys::YdbColumn, ::std::fmt::Debug)]
    pub(super) enum Kind {
        Some,
        None,
    }

    #[derive(::ydb_keys::YdbColumn, ::std::fmt::Debug)]
    #[ydb(as = "Uint8")]
    pub(super) enum Code {
        One = 1,
    }

    #[derive(::ydb_keys::YdbTable, ::std::fmt::Debug)]
    #[ydb(primary_key(hash = xxh3(id), id, name), index(by_kind, on(id2), cover(kind)), ttl(column = at, after = "P1D"))]
    #[ydb(partitioning(uniform = 4, by_load), family(cold, data = "hdd"))]
    pub(super) struct Model {
        pub(super) id: Id,
        pub(super) name: ::std::string::String,
        pub(super) id2: ::std::option::Option<::std::primitive::u64>,
        pub(super) kind: Kind,
        pub(super) code: ::std::option::Option<Code>,
        #[ydb(default = 5, family = "cold")]
        pub(super) r#type: ::std::primitive::i32,
        pub(super) at: ::std::time::SystemTime,
        #[ydb(json)]
        pub(super) tags: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        #[ydb(skip)]
        pub(super) skipped: ::std::primitive::u8,
    }

    #[derive(::ydb_keys::YdbRow, ::std::fmt::Debug)]
    #[ydb(of = Model, covered_by = by_kind)]
    pub(super) struct Part {
        pub(super) kind: Kind,
        pub(super) id2: ::std::option::Option<::std::primitive::u64>,
        #[ydb(skip)]
        pub(super) skipped: ::std::primitive::u8,
    }

    pub(super) const TABLES: &[&::ydb_keys::Table] = ::ydb_keys::schema![Model];
}

/// Public model; the lint demands documentation of every generated item.
#[derive(::std::fmt::Debug, ::ydb_keys::YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_text, on(statement_text, row)), index("2nd-type", async, on(value)))]
pub struct Documented {
    /// The id.
    pub order_id: ::std::primitive::u64,
    /// Fields named as generated code names its own things.
    pub row: ::std::primitive::u8,
    /// Another.
    pub value: ::std::primitive::u16,
    /// Another.
    pub statement_text: ::std::option::Option<::std::string::String>,
}

/// Model with names of other cases, raw ones, and names that the generated code uses: no lint warns about generated
/// code.
#[allow(non_camel_case_types, non_snake_case, reason = "names that Rust has for other things")]
#[derive(::std::fmt::Debug, ::ydb_keys::YdbTable)]
#[ydb(primary_key(userId, type), index(by_type, on(type), as = raw_index), key = raw_key)]
pub struct r#match {
    /// The id.
    pub userId: ::std::string::String,
    /// Raw.
    pub r#type: ::std::primitive::u64,
}

/// Public row; generated code needs no documentation of its own.
#[derive(::std::fmt::Debug, ::ydb_keys::YdbRow)]
pub struct DocumentedRow {
    /// Fields named as generated code names its own things.
    pub row: ::std::primitive::u8,
    /// Another.
    #[ydb(json)]
    pub value: ::std::vec::Vec<::std::primitive::u8>,
    /// Another.
    pub r#type: ::std::option::Option<::std::string::String>,
    /// Another.
    #[deprecated]
    pub old: ::std::primitive::u8,
}

#[test]
fn a_model_works_without_a_prelude() {
    use ::std::string::ToString;
    use ::std::{assert, assert_eq, default::Default, iter::ExactSizeIterator, option::Option::*, result::Result::*};
    use ::ydb_keys::YdbTable;

    let model = strict::Model {
        id: strict::Id(7),
        name: "a".to_string(),
        id2: Some(2),
        kind: strict::Kind::Some,
        code: Some(strict::Code::One),
        r#type: 5,
        at: ::std::time::SystemTime::UNIX_EPOCH,
        tags: None,
        skipped: Default::default(),
    };
    assert_eq!(model.skipped, 0);
    let statement = model.upsert().statement();
    assert!(statement.is_ok_and(|statement| statement.params().len() == 9));
    assert_eq!(strict::Model::TABLE.columns[5].name, "type");
    assert_eq!(strict::TABLES, [strict::Model::TABLE]);
    assert_eq!(Documented::TABLE.columns.len(), 4);
    match Documented::update(1).row(1).value(2).statement() {
        Ok(statement) => assert!(statement.text().contains("SET `row` = $row, `value` = $value")),
        Err(error) => ::std::panic!("{error}"),
    }
    match Documented::index::<DocumentedByText>().statement_text(None).row(1).statement() {
        Ok(statement) => assert!(statement.text().contains("VIEW `by_text`")),
        Err(error) => ::std::panic!("{error}"),
    }
    let strict = strict::Model::in_directory("a").index::<strict::ModelByKind>().id2(Some(1)..).limit(1).count();
    assert!(strict.statement().is_ok_and(|statement| statement.text().contains("FROM `a/model` VIEW `by_kind`")));
    assert!(strict::Kind::None as ::std::primitive::u8 == 1);
    let key = raw_key { userId: "a".to_string(), r#type: 1 };
    assert!(r#match::get(key).statement().is_ok_and(|statement| statement.params().len() == 2));
    assert!(r#match::index::<raw_index>().r#type(1).statement().is_ok());
}

#[test]
fn a_model_works_in_a_function_body() {
    use ::std::assert_eq;
    use ::std::convert::From;
    use ::std::string::ToString;
    use ::ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Local {
        name: ::std::string::String,
    }
    let local = Local { name: "x".to_string() };
    assert_eq!(LocalKey::from(local.name), LocalKey { name: "x".to_string() });
}

#[test]
fn a_row_works_without_a_prelude_and_in_a_function_body() {
    use ::std::convert::Into;
    use ::std::iter::Iterator;
    use ::std::{assert, assert_eq, result::Result, vec};
    use ::ydb_keys::{ProjectionOf, Value, YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Local {
        name: ::std::string::String,
        size: ::std::primitive::u64,
    }
    #[derive(YdbRow)]
    #[ydb(of = Local)]
    struct LocalSize {
        size: ::std::primitive::u64,
    }
    fn names<R: ProjectionOf<T>, T: YdbTable>() -> [&'static ::std::primitive::str; 2] {
        [R::NAME, T::TABLE.name]
    }
    assert_eq!(names::<LocalSize, Local>(), ["local", "local"]);
    let row = LocalSize::from_column_values(vec![Value::Uint64(7)]);
    assert!(Result::is_ok_and(row, |row| row.size == 7));
    let local = Local::from_column_values(vec![Value::Utf8("x".into()), Value::Uint64(7)]);
    assert!(Result::is_ok_and(local, |local| local.name == "x" && local.size == 7));

    let row = strict::Part::from_column_values(vec![Value::Utf8("None".into()), Value::Null]);
    assert!(Result::is_ok_and(row, |row| row.id2.is_none()
        && row.kind as ::std::primitive::u8 == 1
        && row.skipped == 0));
    assert!(DocumentedRow::FIELDS.iter().map(|column| column.name).eq(["row", "value", "type", "old"]));
}
