//! A text as the library judges it: its facts as numbers, over the tables.

use ydb_keys::YdbType;
use ydb_keys_core::queries::Query;
use ydb_keys_core::schema::any::Table;
use ydb_yql::facts::code::Known;
use ydb_yql::facts::{Facts, Values, code};

use super::tables::QueryTables;

/// Runs with the facts of a text as the library reads them.
pub(super) fn coded<R>(
    text: &str,
    facts: &Facts,
    (values, types): (&Values<'_>, &[(&str, YdbType, bool)]),
    tables: &QueryTables<'_>,
    run: impl FnOnce(&Query<'_>) -> R,
) -> R {
    let code = code(text, facts, values, &|name| match tables.number(&name.path.name) {
        _ if name.elsewhere => None,
        Some(table) => Some(Known::Table(table, name.view.clone())),
        None => (!tables.is_other(&name.path.name)).then_some(Known::Missing),
    });
    let names: Vec<&str> = code.names.iter().map(|name| &**name).collect();
    let tables: Vec<&Table<'_>> = tables.all.iter().collect();
    run(&Query { text, code: &code.numbers, names: &names, tables: &tables, chosen: types, ..Query::NOTHING })
}
