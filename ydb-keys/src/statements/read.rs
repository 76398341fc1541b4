//! Select by key and by a list of keys.

use super::cache::{Shape, template};
use super::condition::all_equal;
use super::model::YdbTable;
use super::statement::{Member, ParamValue, Params, Statement, Template};
use crate::ddl::Name;
use crate::error::Result;
use crate::keys::{YdbKey, check_key, encode_key};
use crate::schema::Table;
use crate::types::Value;

/// One row to be read by its key; from [`YdbTable::get`].
#[derive(Debug)]
#[must_use = "this describes a read; build its `statement()`"]
pub struct Get<T: YdbTable> {
    key: T::Key,
}

impl<T: YdbTable> Get<T> {
    pub(super) fn new(key: T::Key) -> Self {
        Get { key }
    }

    /// The statement, with the hash column computed.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let template = template::<T>(Shape::Get, || by_key(T::TABLE));
        Ok(Statement::new(template, key_values(&self.key)?.into_iter().map(ParamValue::One).collect()))
    }
}

/// Rows to be read by their keys; from [`YdbTable::get_many`].
#[derive(Debug)]
#[must_use = "this describes a read; build its `statement()`"]
pub struct GetMany<T: YdbTable> {
    keys: Vec<T::Key>,
}

impl<T: YdbTable> GetMany<T> {
    pub(super) fn new(keys: Vec<T::Key>) -> Self {
        GetMany { keys }
    }

    /// The statement over `AS_TABLE($keys)`, with the hash column of every key computed.
    ///
    /// Absent keys give no row, a key given twice gives its row twice, and the order of the rows is not promised.
    ///
    /// # Errors
    /// A key value its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        let template = template::<T>(Shape::GetRows, || by_keys(T::TABLE));
        Ok(Statement::new(template, vec![key_rows(&self.keys)?]))
    }
}

/// The primary key of a row, the hash first.
pub(super) fn key_values<K: YdbKey>(key: &K) -> Result<Vec<Value<'_>>> {
    let values = encode_key(key)?;
    check_key(K::TABLE, &values)?;
    Ok(key.hash()?.map(Value::Uint64).into_iter().chain(values).collect())
}

pub(super) fn key_rows<K: YdbKey>(keys: &[K]) -> Result<ParamValue<'_>> {
    Ok(ParamValue::Rows(keys.iter().map(key_values).collect::<Result<_>>()?))
}

/// The columns of the model; the hash column is of no use to a reader.
pub(super) fn select_list(table: &Table) -> String {
    let names: Vec<String> = table.columns.iter().map(|column| Name(column.name).to_string()).collect();
    names.join(", ")
}

fn by_key(table: &'static Table) -> Template {
    let mut params = Params::default();
    let condition = all_equal(&Member::key(table), &mut params);
    params.template(&format!("SELECT {}\nFROM {}\nWHERE {condition}", select_list(table), Name(table.name)))
}

/// A join on the key: YDB looks each key up. NULL joins with nothing, so nullable columns are compared by hand.
fn by_keys(table: &'static Table) -> Template {
    let mut params = Params::default();
    let members = Member::key(table);
    let on: Vec<String> = members
        .iter()
        .filter(|member| !member.optional)
        .map(|member| format!("t.{0} = k.{0}", Name(member.name)))
        .collect();
    let nullable: Vec<String> = members
        .iter()
        .filter(|member| member.optional)
        .map(|member| format!("(t.{0} = k.{0} OR (t.{0} IS NULL AND k.{0} IS NULL))", Name(member.name)))
        .collect();
    let columns: Vec<String> = table.columns.iter().map(|column| format!("t.{0} AS {0}", Name(column.name))).collect();
    let keys = params.rows("keys", members);
    let mut text = format!(
        "SELECT {}\nFROM AS_TABLE({keys}) AS k\nINNER JOIN {} AS t ON {}",
        columns.join(", "),
        Name(table.name),
        on.join(" AND ")
    );
    if !nullable.is_empty() {
        text.push_str("\nWHERE ");
        text.push_str(&nullable.join(" AND "));
    }
    params.template(&text)
}
