//! Hashes in a text: parameters that the client computes, or expressions for the server.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use ydb_yql::ast;
use ydb_yql::facts::{ColumnRef, Met};

use super::given::{Typed, Values};
use crate::error::{Detail, Error, Result, ValueError};
use ydb_keys_core::queries::Query;
use ydb_keys_core::queries::added::{Given, Hashes, InServer, is_never, literal_value};
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::schema::{ColumnDef, HashDef, Table};
use ydb_keys_core::types::{Value, YdbType};

pub(super) fn refused(reason: impl Into<String>) -> Error {
    Detail::NotComposed { reason: reason.into() }.into()
}

/// Returns the number of the model whose name begins at the byte of this table name in the plain text.
pub(super) fn hole(query: &Query<'_>, table: &ast::TableName) -> Option<usize> {
    query.holes.iter().position(|ydb_keys_core::queries::Hole(start, ..)| *start == table.path.span.start)
}

/// Parameter that the client computes from other parameters.
#[derive(Debug, PartialEq)]
pub(crate) struct Computed {
    /// Name of the parameter, without its `$`.
    pub(crate) name: String,
    pub(crate) hash: HashDef,
    /// Inputs of the hash. One of them may be a list.
    pub(crate) inputs: Vec<Input>,
    /// Table that the hash is written into; `None` if the hash is compared.
    pub(crate) written: Option<&'static str>,
}

/// Input of a hash. Its value is converted to the type of its column before it is hashed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// Parameter with this name, for a column.
    Parameter(String, &'static ColumnDef),
    /// Literal of the text.
    Value(Value<'static>),
}

/// Rows to which the client adds the computed columns of the table that they are written into.
#[derive(Debug)]
pub(crate) struct SentRows {
    pub(crate) of: String,
    /// Parameter with the extended rows: the original one, if nothing else uses it.
    pub(crate) name: String,
    pub(crate) table: &'static Table,
    pub(crate) hashes: Vec<HashDef>,
}

/// Values that the client computes for a text.
pub(super) struct Client<'c> {
    query: &'static Query<'static>,
    /// All `$names` of the text.
    taken: HashSet<&'c str>,
    pub(super) computed: Vec<Computed>,
    pub(super) rows: Vec<SentRows>,
    pub(super) exact: Vec<String>,
}

impl<'c> Client<'c> {
    pub(super) fn new(query: &'static Query<'static>, tree: &'c ast::Query) -> Self {
        let taken = tree.statements.iter().flat_map(|statement| &statement.names).map(|name: &Arc<str>| &**name);
        let taken = taken.chain(query.parameters().map(|parameter| parameter.name)).collect();
        Client { query, taken, computed: Vec::new(), rows: Vec::new(), exact: Vec::new() }
    }

    /// Returns a writer of hashes that are compared, in a scope with these columns.
    pub(super) fn comparing<'h>(
        &'h mut self,
        column: &'h dyn Fn(&ColumnRef) -> Option<YdbType>,
    ) -> impl Hashes<'static> + use<'h, 'c> {
        Writer { client: self, column, written: None }
    }

    /// Returns a writer of hashes that are written into a table.
    pub(super) fn writing<'h>(&'h mut self, table: &'static Table) -> impl Hashes<'static> + use<'h, 'c> {
        Writer { client: self, column: &|_| None, written: Some(table.name) }
    }

    /// Returns `true` if a `$name` is a parameter, and not bound by the text.
    pub(super) fn is_parameter(&self, name: &str) -> bool {
        self.query.parameters().any(|parameter| parameter.name == name)
    }

    /// Returns a name that the text does not have yet.
    pub(super) fn free(&self, beginning: &str) -> String {
        let bare: String = beginning.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let is_taken = |name: &String| {
            self.taken.contains(&**name)
                || self.computed.iter().any(|other| other.name == *name)
                || self.rows.iter().any(|other| other.name == *name)
        };
        let mut names = (self.computed.len() + 1..).map(|number| format!("{bare}_{number}"));
        // There are more numbers than names.
        names.find(|name| !is_taken(name)).unwrap_or(bare)
    }
}

struct Writer<'h, 'c> {
    client: &'h mut Client<'c>,
    column: &'h dyn Fn(&ColumnRef) -> Option<YdbType>,
    written: Option<&'static str>,
}

impl Writer<'_, '_> {
    /// Returns the name of the parameter with the hash of these inputs; `None` if the server must compute the hash.
    fn computed(&mut self, hash: HashDef, inputs: &[Given<'_, 'static>]) -> Option<String> {
        let inputs = inputs.iter().map(|input| self.input(input)).collect::<Option<Vec<_>>>()?;
        if inputs.iter().all(|input| matches!(input, Input::Value(_))) && hash.foreign().is_none() {
            return None;
        }
        let (client, written) = (&mut *self.client, self.written);
        let is_same = |other: &&Computed| other.hash == hash && other.inputs == inputs && other.written == written;
        if let Some(there) = client.computed.iter().find(is_same) {
            return Some(format!("${}", there.name));
        }
        let name = client.free(hash.name);
        client.computed.push(Computed { name: name.clone(), hash, inputs, written });
        Some(format!("${name}"))
    }

    fn input(&self, input: &Given<'_, 'static>) -> Option<Input> {
        match input.met {
            Met::Named(name) | Met::List(name) if self.client.is_parameter(&name.name) => {
                Some(Input::Parameter(name.name.to_string(), input.column))
            }
            Met::Literal(literal) => literal_value(literal, input.column.ty).map(Input::Value),
            _ => None,
        }
    }
}

impl Hashes<'static> for Writer<'_, '_> {
    fn one(&mut self, hash: HashDef, inputs: &[Given<'_, 'static>]) -> Option<String> {
        if !inputs.iter().any(is_never)
            && let Some(computed) = self.computed(hash, inputs)
        {
            return Some(computed);
        }
        for input in inputs {
            if let (Met::Exact(parameters), true) = (input.met, input.column.ty.is_integer()) {
                self.client.exact.extend(parameters.iter().map(|name| name.name.to_string()));
            }
        }
        let query = self.client.query;
        let declared = |name: &str| {
            let parameter = query.parameters().find(|parameter| parameter.name == name)?;
            Some((parameter.ty()?, false))
        };
        InServer { text: query.plain, declared: &declared, column: self.column }.one(hash, inputs)
    }

    fn list(&mut self, hash: HashDef, inputs: &[Given<'_, 'static>]) -> Option<String> {
        self.computed(hash, inputs)
    }
}

impl Computed {
    /// Computes the hash of the values of other parameters: a single one, or one for each item of the list among them.
    ///
    /// # Errors
    /// A value that the column cannot hold, if the hash is written.
    pub(super) fn values(&self, all: &[(String, Values)]) -> Result<Values> {
        let typed = Typed { ty: self.hash.ty(), optional: false };
        let mut inputs = Vec::with_capacity(self.inputs.len());
        let mut count = None;
        for input in &self.inputs {
            inputs.push(match input {
                Input::Parameter(name, column) => {
                    let found = all.iter().find(|(other, _)| other == name);
                    let values = found.map(|(_, values)| values).ok_or_else(|| self.refused(name, column))?;
                    if let Values::List(items, _) = values {
                        count = Some(items.len());
                    }
                    Known::Parameter(values, name, column)
                }
                Input::Value(value) => Known::Literal(value),
            });
        }
        Ok(match count {
            None => Values::One(self.hash_of(&inputs, 0)?, typed),
            Some(count) => {
                Values::List((0..count).map(|item| self.hash_of(&inputs, item)).collect::<Result<_>>()?, typed)
            }
        })
    }

    fn hash_of(&self, inputs: &[Known<'_>], item: usize) -> Result<Value<'static>> {
        let mut values = Vec::with_capacity(inputs.len());
        for input in inputs {
            let (value, name, column) = match *input {
                Known::Literal(value) => {
                    values.push(Cow::Borrowed(value));
                    continue;
                }
                Known::Parameter(Values::One(value, _), name, column) => (value, name, column),
                Known::Parameter(Values::List(items, _), name, column) => match items.get(item) {
                    Some(value) => (value, name, column),
                    None => return Err(self.refused(name, column)),
                },
                Known::Parameter(Values::Rows { .. }, name, column) => return Err(self.refused(name, column)),
            };
            let own = value.ydb_type();
            match value.kept_as(column.ty) {
                Some(Value::Null) => return self.never(name, column),
                Some(kept) if own == Some(column.ty) => {
                    drop(kept);
                    values.push(Cow::Borrowed(value));
                }
                Some(kept) => values.push(Cow::Owned(kept.into_owned())),
                // For a value of another type, several values of the column may be equal to it.
                None if own.is_none_or(|own| !column.ty.keeps(own)) => return Err(self.refused(name, column)),
                None => return self.never(name, column),
            }
        }
        let hashed = self.hash.of(values.iter().map(|value| &**value));
        hashed.ok_or_else(|| {
            let name = self.hash.name;
            Detail::NotComposed { reason: format!("the values of which `{name}` is the hash cannot be hashed") }.into()
        })
    }

    /// Handles a value that no row can have. A comparison with it never holds, so any hash will do. Such a value cannot
    /// be written.
    fn never(&self, parameter: &str, column: &'static ColumnDef) -> Result<Value<'static>> {
        match self.written {
            None => Ok(Value::zero(self.hash.ty())),
            Some(_) => Err(self.refused(parameter, column)),
        }
    }

    fn refused(&self, parameter: &str, column: &'static ColumnDef) -> Error {
        let reason = format!("`${parameter}` is not a value of column `{}`, a {}", column.name, column.ty);
        match self.written {
            Some(table) => {
                Error::in_column(table, column.name, ValueError::invalid(format!("{reason}, which is hashed")))
            }
            None => Detail::NotComposed { reason }.into(),
        }
    }
}

enum Known<'k> {
    Literal(&'k Value<'static>),
    Parameter(&'k Values, &'k str, &'static ColumnDef),
}

impl SentRows {
    /// Returns the rows with the computed columns.
    ///
    /// # Errors
    /// A value that the table's column cannot hold.
    pub(super) fn values(&self, rows: &Values) -> Result<Values> {
        let Values::Rows { owner, members, rows } = rows else { return Ok(rows.clone()) };
        let place = |name: &str| members.iter().position(|member| member.name == name);
        let with_inputs = |hash: &HashDef| {
            let columns = hash.inputs.iter().map(|&input| &self.table.columns[input]);
            let inputs = columns.map(|column| Some((place(column.name)?, column))).collect::<Option<Vec<_>>>()?;
            Some((*hash, inputs))
        };
        if let Some(hash) = self.table.computed().find(|hash| place(hash.name).is_some()) {
            let error =
                format!("it is computed from other columns, and `{owner}` has a column of this name: leave it out");
            return Err(Error::in_column(self.table.name, hash.name, ValueError::invalid(error)));
        }
        let computed: Vec<(HashDef, Vec<(usize, &ColumnDef)>)> = self.hashes.iter().filter_map(with_inputs).collect();
        let mut with = Vec::with_capacity(rows.len());
        for row in rows {
            let mut values = row.clone();
            for (hash, inputs) in &computed {
                let mut kept = Vec::with_capacity(inputs.len());
                for (place, column) in inputs {
                    let own = row.get(*place);
                    let value = own.and_then(|value| value.kept_as(column.ty)).filter(|value| *value != Value::Null);
                    kept.push(value.ok_or_else(|| {
                        let error = match own {
                            Some(Value::Null) => format!("a row of `{owner}` has NULL, and not a {}", column.ty),
                            _ => format!("a row of `{owner}` has a value that is not a {}", column.ty),
                        };
                        Error::in_column(self.table.name, column.name, ValueError::invalid(error))
                    })?);
                }
                let hashed = hash.of(kept.iter());
                let error = || ValueError::invalid("its inputs cannot be hashed");
                values.push(hashed.ok_or_else(|| Error::in_column(self.table.name, hash.name, error()))?);
            }
            with.push(values);
        }
        let mut members = members.clone();
        members.extend(computed.iter().map(|(hash, _)| Member::hash(hash)));
        Ok(Values::Rows { owner, members, rows: with })
    }
}
