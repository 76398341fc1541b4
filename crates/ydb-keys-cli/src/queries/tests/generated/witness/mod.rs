//! Tests that the query sent by `yql!` does the same as its text.
//!
//! Each generated statement is composed like the macro does, and compared with the same text without additions. A
//! SELECT must find the same rows. A statement that writes runs on the models' tables, and without hashes on tables
//! that have none. The rows must be the same, and each stored hash must be the hash of its row.

mod conditions;
mod models;
mod pieces;
mod selects;
mod tests;
mod writes;

use std::sync::Arc;

use ydb_embedded::Server;
use ydb_keys::__internal::{composed, from_sdk};
use ydb_keys::__private::yql::{FullScan, Given, Hole, Query};
use ydb_keys::ydb::{self, ClientBuilder, YdbResult};
use ydb_keys::{Table, YdbType};
use ydb_keys_core::queries::added::name;
use ydb_keys_core::queries::{Access, Adds, SourceKind, accesses, faults as judged};
use ydb_yql::Position;
use ydb_yql::ast::Ident;
use ydb_yql::facts::code::Known;
use ydb_yql::facts::{Facts, Values, code};

use super::texts::Random;
use conditions::{Parameter, Writer};
use models::{Fault, SHAPES, Shape};
use writes::Writing;

const SEEDS: u64 = 2000;

/// Text in the error of a statement that stops because the column would store another value than the hashed one.
const NOT_CONVERTED: &str = "a value does not convert";

/// Statement from a seed.
struct Statement {
    /// Text with `{Model}`s. A `|` in the braces marks a table whose label is the model's own name.
    text: String,
    parameters: Vec<Parameter>,
    writing: Option<Writing>,
    named: String,
    /// Greatest number of keys that the conditions give to a table, if it is known.
    values: Option<usize>,
}

fn generated(seed: u64) -> Statement {
    let mut random = Random(seed);
    let writes = random.once_in(3);
    let (parameters, named) = (Vec::new(), String::new());
    let mut writer = Writer { random: &mut random, parameters, named, labels: 0, values: 1, is_open: false };
    let (text, writing) = if writes {
        let writing = writer.writing();
        (writing.text.clone(), Some(writing))
    } else {
        (writer.reading(), None)
    };
    let Writer { parameters, named, values, is_open, .. } = writer;
    let values = (!is_open).then_some(values);
    Statement { text: format!("{named}{text}"), parameters, writing, named, values }
}

/// Finds the models in a text: their places including the braces, with table and index.
fn holes(text: &str) -> Vec<(usize, usize, &'static Shape, Option<&'static str>, bool)> {
    let of = |(start, _): (usize, &str)| {
        let end = start + text[start..].find('}').unwrap() + 1;
        let (model, is_bare) = match text[start + 1..end - 1].strip_suffix('|') {
            Some(model) => (model, true),
            None => (&text[start + 1..end - 1], false),
        };
        let (model, index) = model.split_once(':').map_or((model, None), |(model, index)| (model, Some(index)));
        let shape = SHAPES.iter().find(|shape| shape.name == model).unwrap();
        let index = index.map(|index| shape.table.indexes.iter().find(|own| own.name == index).unwrap().name);
        (start, end, shape, index, is_bare)
    };
    text.match_indices('{').map(of).collect()
}

/// Returns the text without additions. `path` gives the paths of its tables.
fn plain(text: &str, path: impl Fn(&Table) -> String) -> String {
    let (mut out, mut copied) = (String::new(), 0);
    for (start, end, shape, _, is_bare) in holes(text) {
        out += &text[copied..start];
        out += &path(shape.table);
        if is_bare {
            out += &format!(" AS {}", shape.name);
        }
        copied = end;
    }
    out + &text[copied..]
}

fn own_path(table: &Table) -> String {
    format!("`{}`", table.name)
}

/// Returns the path of the table with the same columns and without hashes.
fn twin_path(table: &Table) -> String {
    format!("`twin_{}`", table.name)
}

fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Builds a query in the form in which the macro writes it. It lives as long as the program.
fn query(text: &str, parameters: &[Parameter]) -> &'static Query<'static> {
    let text = text.replace("|}", "}");
    let found = holes(&text);
    let mut plain = text.clone();
    for &(start, end, shape, ..) in &found {
        plain.replace_range(start..end, &format!("{:<1$}", format!("`{}`", shape.name), end - start));
    }
    let tree = ydb_yql::parse(&plain).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    let facts = Facts::of(&tree);
    let mut values = Values::of(&tree, &facts);
    values.parameters = parameters
        .iter()
        .map(|own| {
            let at = values.parameters.iter().position(|parameter| *parameter.name == *own.name);
            values.parameters.swap_remove(at.unwrap_or_else(|| panic!("{text}")))
        })
        .collect();
    let code = code(&plain, &facts, &values, &|table| {
        let start = table.path.span.start as usize;
        let number = found.iter().position(|hole| hole.0 == start)?;
        let index = found[number].3.map(|index| Ident::new(index, Position::default()));
        Some(Known::Table(number, index))
    });
    let names: Vec<&'static str> = code.names.iter().map(|name| &**leaked(name.to_string())).collect();
    let tables: Vec<&'static Table> = found.iter().map(|hole| hole.2.table).collect();
    let full_scans: Vec<FullScan<'static>> = tables.iter().map(|&table| FullScan { table, reason: "a test" }).collect();
    let chosen: Vec<(&'static str, YdbType, bool)> =
        parameters.iter().filter_map(|own| Some((&**leaked(own.name.clone()), own.chosen?, false))).collect();
    let holes = found.iter().map(|&(start, end, _, index, _)| Hole(start as u32, end as u32, index)).collect();
    leaked(Query {
        text: leaked(text),
        plain: leaked(plain),
        holes: leaked::<Vec<_>>(holes),
        file: None,
        code: leaked(code.numbers),
        names: leaked(names),
        tables: leaked(tables),
        chosen: leaked(chosen),
        full_scans: leaked(full_scans),
        combination: None,
    })
}

/// Builds a query of a text without additions.
fn unchecked(text: String) -> &'static Query<'static> {
    let text: &'static str = leaked(text);
    leaked(Query { text, plain: text, ..Query::NOTHING })
}

/// Text with its declarations and parameters.
struct Sent {
    declared: String,
    text: String,
    parameters: Vec<(String, ydb::Value)>,
}

fn sent(query: &'static Query<'static>, given: &[Given]) -> ydb_keys::Result<Sent> {
    let (text, values) = composed(query, given.to_vec())?;
    let declared = values.iter().map(|(name, ty, _)| format!("DECLARE ${name} AS {ty};\n")).collect();
    Ok(Sent {
        declared,
        text,
        parameters: values.into_iter().map(|(name, _, value)| (format!("${name}"), value)).collect(),
    })
}

/// Server with the tables, and with a copy of each table without hashes.
struct World {
    server: Arc<Server>,
    client: ydb::Client,
    /// Undoes all changes.
    reset: Box<dyn Fn()>,
}

/// Result of a comparison.
#[derive(Debug)]
enum Outcome {
    /// Nothing was sent.
    Refused(String),
    /// Neither text could run.
    Failed(String),
    /// All rows are the same; `true` if there were some.
    Same(bool),
    /// The order of rows with equal keys is undefined.
    Unordered,
    /// Only one of the two texts could run.
    Fails(String),
    Differs(String),
}

impl World {
    async fn open() -> Self {
        let server = Server::start().await.unwrap();
        let builder = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = builder.build().await.unwrap();
        let mut random = Random(1);
        for shape in SHAPES {
            let table = shape.table;
            let columns = table.columns.iter().enumerate().map(|(at, column)| {
                let not_null = if table.may_be_null(at) { "" } else { " NOT NULL" };
                format!("{} {}{not_null}, ", name(column.name), column.ty)
            });
            let key: Vec<String> = table.key_columns().map(|column| name(column.name)).collect();
            let (columns, key) = (columns.collect::<String>(), key.join(", "));
            let twin = format!("CREATE TABLE {} ({columns}PRIMARY KEY ({key}))", twin_path(table));
            for text in [table.create_table().to_string(), twin] {
                client.query_client().exec(text).await.unwrap();
            }
            let rows = Parameter { name: "rows".to_owned(), chosen: None, value: (shape.rows)(&mut random, 16) };
            let text = format!("UPSERT INTO {{{}}} SELECT * FROM AS_TABLE($rows)", shape.name);
            let rows = [rows];
            let query = query(&text, &rows);
            let given = [(rows[0].value)(query, 0)];
            let twin = unchecked(plain(&text, twin_path));
            for query in [query, twin] {
                let Sent { declared, text, parameters } = sent(query, &given).unwrap();
                let mut client = client.query_client();
                let exec = client.exec(format!("{declared}{text}"));
                parameters.into_iter().fold(exec, |exec, (name, value)| exec.param(name, value)).await.unwrap();
            }
        }
        let (rows, server) = (server.snapshot(), Arc::new(server));
        let reset = {
            let server = server.clone();
            Box::new(move || server.reset(&rows).unwrap())
        };
        World { server, client, reset }
    }

    async fn result(&self, sent: &Sent, text: &str) -> YdbResult<ydb::ResultSet> {
        let mut client = self.client.query_client();
        let asked = client.query_result_set(format!("{}{text}", sent.declared));
        let parameters = sent.parameters.iter();
        parameters.fold(asked, |asked, (name, value)| asked.param(name.clone(), value.clone())).await
    }

    /// Returns the rows in a stable order.
    async fn rows(&self, sent: &Sent) -> YdbResult<Vec<String>> {
        let set = self.result(sent, &sent.text).await?;
        // `remove_field` fails after the last field.
        let values = |mut row: ydb::Row| {
            format!("{:?}", (0..).map_while(|field| row.remove_field(field).ok()).collect::<Vec<_>>())
        };
        let mut rows: Vec<String> = set.rows().map(values).collect();
        rows.sort();
        Ok(rows)
    }

    /// Returns the rows of a table after a statement, without its hashes, and the wrong hashes. The change is then
    /// undone.
    async fn written(&self, sent: &Sent, table: &Table, path: &str) -> YdbResult<(Vec<String>, Vec<String>)> {
        let set = self.result(sent, &format!("{};\nSELECT * FROM {path}", sent.text)).await;
        (self.reset)();
        let (mut rows, mut wrong) = (Vec::new(), Vec::new());
        for mut row in set?.rows() {
            let mut take = |name: &str| from_sdk(row.remove_field_by_name(name).unwrap()).unwrap();
            let values: Vec<_> = table.columns.iter().map(|column| take(column.name)).collect();
            let computed = table.computed().filter(|_| path == own_path(table));
            for hash in computed {
                let (stored, right) = (take(hash.name), hash.of(hash.inputs.iter().map(|&input| &values[input])));
                if right.as_ref() != Some(&stored) {
                    wrong.push(format!("{} is {stored:?}, not {right:?}, in {values:?}", hash.name));
                }
            }
            rows.push(format!("{values:?}"));
        }
        rows.sort();
        Ok((rows, wrong))
    }

    async fn compare(&self, seed: u64, fault: Option<Fault>) -> Outcome {
        let statement = generated(seed);
        let query = query(&statement.text, &statement.parameters);
        if let Some(fault) = judged(query, Adds::Library).next() {
            return Outcome::Refused(format!("{}\n  {}: {}", statement.text, fault.rule(), fault.shown(query)));
        }
        let values = statement.parameters.iter().enumerate();
        let given: Vec<Given> = values.map(|(number, parameter)| (parameter.value)(query, number)).collect();
        let mut now = match sent(query, &given) {
            Ok(sent) => sent,
            Err(error) => return Outcome::Refused(format!("{}\n  {error}", statement.text)),
        };
        if let Some(fault) = fault {
            let Some(text) = fault(&now.text) else { return Outcome::Refused("no place for the fault".to_owned()) };
            now.text = text;
        }
        match &statement.writing {
            Some(writing) => self.compare_writes(&statement, writing, &given, &now).await,
            None => self.compare_reads(&statement, query, &given, &now).await,
        }
    }

    async fn compare_reads(
        &self,
        statement: &Statement,
        query: &'static Query<'static>,
        given: &[Given],
        now: &Sent,
    ) -> Outcome {
        let before = self.reads(query);
        let found = self.rows(now).await;
        let after = self.reads(query);
        let without = sent(unchecked(plain(&statement.text, own_path)), given).unwrap();
        let shown = || format!("{}\n  as {}{}", without.text, now.declared, now.text);
        match (found, self.rows(&without).await) {
            (Ok(found), Ok(right)) if found == right => {
                let touched = before.iter().zip(&after).filter(|(before, after)| before != after).count();
                match most_touched(statement, query) {
                    Some(most) if touched > most => {
                        Outcome::Differs(format!("{}\n  {touched} partitions, not {most}", shown()))
                    }
                    _ => Outcome::Same(!found.is_empty()),
                }
            }
            (Ok(found), Ok(right)) => Outcome::Differs(format!(
                "{}\n  {} rows {found:?}\n  not {} {right:?}",
                shown(),
                found.len(),
                right.len()
            )),
            (Err(error), Err(_)) => Outcome::Failed(format!("{}\n  {error}", shown())),
            (Err(error), Ok(_)) => Outcome::Fails(format!("{}\n  {error}", shown())),
            (Ok(_), Err(error)) => Outcome::Fails(format!("{}\n  only without hashes: {error}", shown())),
        }
    }

    async fn compare_writes(&self, statement: &Statement, writing: &Writing, given: &[Given], now: &Sent) -> Outcome {
        let table = writing.target.table;
        let without = sent(unchecked(plain(&statement.text, twin_path)), given).unwrap();
        let shown = || format!("{}\n  as {}{}", without.text, now.declared, now.text);
        let found = self.written(now, table, &own_path(table)).await;
        match (found, self.written(&without, table, &twin_path(table)).await) {
            (Ok((_, wrong)), _) if !wrong.is_empty() => Outcome::Differs(format!("{}\n  {wrong:?}", shown())),
            (Ok((found, _)), Ok((right, _))) if found == right => Outcome::Same(true),
            (Ok((found, _)), Ok((right, _))) => {
                if self.repeats_keys(statement, writing, given).await {
                    return Outcome::Unordered;
                }
                let only = |these: &[String], others: &[String]| {
                    these.iter().filter(|row| !others.contains(row)).cloned().collect::<Vec<_>>()
                };
                let (more, less) = (only(&found, &right), only(&right, &found));
                Outcome::Differs(format!("{}\n  wrong: {more:?}\n  missing: {less:?}", shown()))
            }
            (Err(error), Err(_)) => Outcome::Failed(format!("{}\n  {error}", shown())),
            // YDB stores the bits of an integer of the same width; the hash would be that of another number.
            (Err(error), Ok(_)) if error.to_string().contains(NOT_CONVERTED) => {
                Outcome::Failed(format!("{}\n  {error}", shown()))
            }
            (Err(error), Ok(_)) => Outcome::Fails(format!("{}\n  {error}", shown())),
            (Ok(_), Err(error)) => Outcome::Fails(format!("{}\n  only without hashes: {error}", shown())),
        }
    }

    /// Returns `true` if the query whose rows are written has several rows with the same key.
    async fn repeats_keys(&self, statement: &Statement, writing: &Writing, given: &[Given]) -> bool {
        let Some((source, names)) = &writing.source else { return false };
        let keys = names.iter().map(|key| name(key)).collect::<Vec<_>>().join(", ");
        let text = format!("{}SELECT {keys} FROM ({source}) GROUP BY {keys} HAVING COUNT(*) > 1", statement.named);
        let asked = sent(unchecked(plain(&text, twin_path)), given).unwrap();
        self.rows(&asked).await.is_ok_and(|rows| !rows.is_empty())
    }

    /// Returns the number of reads of each partition of the only table.
    fn reads(&self, query: &Query<'_>) -> Vec<u64> {
        let [table] = query.tables else { return Vec::new() };
        let stats = self.server.partition_stats(table.name).unwrap();
        stats.iter().map(|partition| partition.counters.row_reads + partition.counters.range_reads).collect()
    }
}

/// Returns the greatest number of partitions of the only table that may be read, if the access limits it.
fn most_touched(statement: &Statement, query: &'static Query<'static>) -> Option<usize> {
    let ([table], [Hole(_, _, None)]) = (query.tables, query.holes) else { return None };
    let scope = query.scopes().find(|scope| matches!(scope.source(0).kind, SourceKind::Table(..)))?;
    let is_point = match accesses(&scope, Adds::Library)[0] {
        Access::Point => true,
        Access::Prefix => table.hash?.buckets.is_none(),
        _ => false,
    };
    statement.values.filter(|_| scope.sources == 1 && is_point && table.hash.is_some())
}
