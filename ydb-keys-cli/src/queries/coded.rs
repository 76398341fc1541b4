//! A text as the library judges it: its facts as numbers, over the tables.

use ydb_keys::__internal::queries::Query;
use ydb_keys::__internal::schema::any::Table;
use ydb_yql::facts::code::{Known, code};
use ydb_yql::facts::{Facts, Values};

use super::tables::Tables;

/// Runs with the facts of a text as the library reads them.
pub(super) fn coded<R>(text: &str, facts: &Facts, tables: &Tables<'_>, run: impl FnOnce(&Query<'_>) -> R) -> R {
    let code = code(text, facts, &Values::default(), &|name| {
        let index = name.view.as_ref().map(|view| view.name.clone());
        Some(Known { table: tables.number(&name.path.name)?, index })
    });
    let names: Vec<&str> = code.names.iter().map(|name| &**name).collect();
    let tables: Vec<&Table<'_>> = tables.all.iter().collect();
    run(&Query { text, code: &code.numbers, names: &names, tables: &tables, ..Query::NOTHING })
}
