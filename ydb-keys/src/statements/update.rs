//! Updates of single columns by key, and of many rows.

use std::collections::BTreeMap;

use super::change::{Change, NewValue};
use super::condition::{all_equal, without_nulls};
use super::query::names;
use super::read::{self, key_values};
use super::version::increment;
use super::write::ManyRows;
use super::{
    ChangeShape, Condition, Location, Member, Model, Nulls, ParamValue, Params, Returning, RowShape, Select, Shape,
    Statement, Template, YdbTable, delete,
};
use crate::error::{Detail, Error, OperationName, Result, ValueError};
use crate::keys::check_update;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::{Store, Table};
use ydb_keys_core::types::{Value, YdbType};

/// Update of some columns of the row with a key, from [`YdbTable::update`], or of the rows of a scan, from
/// [`batch_update`](super::Scan::batch_update). The derive adds a setter for each column.
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct Update<T: YdbTable, R = ByKey<T>> {
    pub(crate) location: Location,
    /// The rows to change: a key ([`ByKey`]), or a scan ([`Select`]).
    pub(crate) rows: R,
    changes: BTreeMap<usize, Change>,
    pub(super) condition: Option<Condition<T>>,
    error: Option<Error>,
}

/// Key of the row that an update changes.
#[derive(Debug)]
pub struct ByKey<T: YdbTable>(pub(crate) T::Key);

impl<T: YdbTable, R> Update<T, R> {
    #[doc(hidden)]
    pub fn set<V>(mut self, column: usize, value: impl NewValue<T, V>) -> Self {
        let def = &T::TABLE.columns[column];
        let change = value.change(def).and_then(|change| {
            change.check(T::TABLE, def)?;
            Ok(change)
        });
        self.put(column, change);
        self
    }

    #[doc(hidden)]
    pub fn set_with<V>(
        mut self,
        column: usize,
        value: &V,
        encode: fn(&V, YdbType, bool) -> Result<Value<'_>, ValueError>,
    ) -> Self {
        let def = &T::TABLE.columns[column];
        let value = encode(value, def.ty, def.is_nullable()).map(|value| Change::set(value.into_owned()));
        self.put(column, value);
        self
    }

    fn put(&mut self, column: usize, change: Result<Change, ValueError>) {
        match change {
            Ok(change) => {
                self.changes.insert(column, change);
            }
            Err(error) => {
                let name = T::TABLE.columns[column].name;
                self.error.get_or_insert(Error::in_column(T::TABLE.name, name, error));
            }
        }
    }

    /// Changes a row only if the condition is true for the stored row. Several conditions must all be true.
    pub fn when(mut self, condition: Condition<T>) -> Self {
        self.condition = self.condition.into_iter().chain([condition]).reduce(Condition::and);
        self
    }

    /// Returns the changes by the positions of their columns.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if no column is set; a value that its column cannot hold.
    pub(super) fn changes(&self) -> Result<&BTreeMap<usize, Change>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        if self.changes.keys().all(|column| T::TABLE.version == Some(*column)) {
            return Err(Detail::EmptyUpdate { table: T::TABLE.name }.into());
        }
        Ok(&self.changes)
    }
}

impl<T: YdbTable> Update<T, Select<T>> {
    pub(super) fn of_rows(rows: Select<T>) -> Self {
        Update { location: rows.location.clone(), rows, changes: BTreeMap::new(), condition: None, error: None }
    }
}

impl<T: YdbTable> Update<T> {
    pub(super) fn new(location: Location, key: T::Key) -> Self {
        let version = T::TABLE.version.map(|version| (version, increment(T::TABLE, version)));
        Update { location, rows: ByKey(key), changes: version.into_iter().collect(), condition: None, error: None }
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.condition.is_some()
    }

    /// Returns `true` if the update depends on the stored row or on the clock, so that doing it twice can have another
    /// effect than doing it once.
    pub(crate) fn is_not_idempotent(&self) -> bool {
        // A change of the version only is harmless.
        let mut set = self.changes.iter().filter(|(column, _)| T::TABLE.version != Some(**column));
        self.is_conditional() || set.any(|(_, change)| change.shape.depends())
    }

    /// Returns the `UPDATE` statement, with the hash column computed. A row that does not exist is not created.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if no column is set; a value that its column cannot hold.
    pub fn statement(&self) -> Result<Statement<'_>> {
        self.build(&self.location, Returning::Nothing)
    }

    /// Returns the statement that `fetch` sends: it changes the row and returns it.
    ///
    /// # Errors
    /// The errors of [`statement`](Self::statement); [`Usage`](crate::ErrorKind::Usage) for a column table.
    pub fn fetch_statement(&self) -> Result<Statement<'_>> {
        self.returning_at(&self.location)
    }

    pub(crate) fn read_at(&self, location: &Location) -> Result<Statement<'_>> {
        read::of_columns::<T, T>(location, &self.rows.0)
    }

    pub(crate) fn returning_at(&self, location: &Location) -> Result<Statement<'_>> {
        check_returning(T::TABLE, OperationName::Update)?;
        self.build(location, Returning::Row)
    }

    fn build(&self, location: &Location, returning: Returning) -> Result<Statement<'_>> {
        let changes = self.changes()?;
        let key = key_values(&self.rows.0)?;
        let set = changes.iter().filter_map(|(column, change)| Some((*column, change.value.as_ref()?)));
        check_update(T::TABLE, &key, set)?;
        of_row(location, changes, key, self.condition.as_ref(), returning)
    }
}

/// Returns the statement that changes the row with a key, or without changes deletes it.
pub(super) fn of_row<'a, T: YdbTable>(
    location: &Location,
    changes: &BTreeMap<usize, Change>,
    key: Vec<Value<'a>>,
    condition: Option<&Condition<T>>,
    returning: Returning,
) -> Result<Statement<'a>> {
    let (condition, compared) = condition.map(Condition::parts).transpose()?.unzip();
    let set = changes.iter().map(|(column, change)| (*column, change.shape.clone())).collect();
    let shape = RowShape { set, nulls: Nulls::of(&key), condition, returning };
    let verb = if changes.is_empty() { Shape::Delete } else { Shape::Update };
    let template = location.template(Model::of::<T>(), verb(shape.clone()), &|path| by_key(T::TABLE, path, &shape))?;
    let set = changes.values().filter_map(|change| change.value.clone());
    let values = if template.takes_rows() {
        vec![ParamValue::Rows(vec![set.chain(key).collect()])]
    } else {
        set.chain(without_nulls(key)).chain(compared.into_iter().flatten()).map(ParamValue::One).collect()
    };
    Ok(Statement::new(template, values))
}

/// Returns an error for a column table, because its rows cannot be returned.
// YDB's documentation does not say that RETURNING works for column tables.
pub(super) fn check_returning(table: &'static Table, operation: OperationName) -> Result<()> {
    match table.store {
        Store::Row => Ok(()),
        Store::Column => Err(Detail::NoReturning { table: table.name, operation: operation.as_str() }.into()),
    }
}

/// Update of all columns outside the key of many rows, where the key exists; from [`YdbTable::update_many`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`, or until you send its `statement()`"]
pub struct UpdateMany<'a, T> {
    pub(crate) many: ManyRows<'a, T>,
}

impl<'a, T: YdbTable> UpdateMany<'a, T> {
    /// Sends only the last of several rows with the same key. Without this, rows with the same key are an error of kind
    /// [`Usage`](crate::ErrorKind::Usage).
    pub fn keep_last(mut self) -> Self {
        self.many.keep_last = true;
        self
    }

    /// Returns the statement over `AS_TABLE($rows)`, with the hash column of every row computed. Rows that do not exist
    /// are not created.
    ///
    /// # Errors
    /// The error of [`Write::statement`](super::Write::statement) for the first row that has one;
    /// [`Usage`](crate::ErrorKind::Usage) for rows with the same key, and for a table that has only key columns.
    pub fn statement(&self) -> Result<Statement<'a>> {
        self.many.statement()
    }
}

/// Makes the text of an update or a deletion of the row with a key.
pub(super) fn by_key(table: &'static Table, path: &str, shape: &RowShape) -> Template {
    let RowShape { set, nulls, condition, returning } = shape;
    let write = |returned: &str, params: &mut Params| {
        let verb = match &set[..] {
            [] => format!("DELETE FROM {}", Name(path)),
            set => format!("UPDATE {}\nSET {}", Name(path), assignments(table, set, params)),
        };
        let key = all_equal(&Member::key(table), *nulls, params);
        let condition = condition.as_ref().map(|condition| format!(" AND {}", condition.yql(table, params)));
        format!("{verb}\nWHERE {key}{}{returned}", condition.unwrap_or_default())
    };
    let returned = match returning {
        Returning::Nothing => String::new(),
        Returning::Row => {
            let columns: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
            format!("\nRETURNING {}", names(&columns))
        }
        Returning::Column(column) => format!("\nRETURNING {}", Name(table.columns[*column].name)),
    };
    let template = Template::of(|params| write(&returned, params));
    match returning {
        // Results are read by name, so columns that the model does not have are harmless.
        Returning::Row => template.or(|| Template::of(|params| write("\nRETURNING *", params))),
        Returning::Nothing if condition.is_none() && !set.iter().any(|(_, change)| change.depends()) => {
            // With rows, each column is named only once in the text.
            template.or(|| match &set[..] {
                [] => delete::by_keys(table, path),
                set => {
                    let set = set.iter().map(|(column, _)| Member::column(&table.columns[*column]));
                    on_rows(path, set.chain(Member::key(table)).collect())
                }
            })
        }
        _ => template,
    }
}

/// Writes the assignments of an update: `` `a` = $a, `b` = `b` + $b ``.
pub(super) fn assignments(table: &'static Table, set: &[(usize, ChangeShape)], params: &mut Params) -> String {
    let assign = |(column, change): &(usize, ChangeShape)| {
        format!("{} = {}", Name(table.columns[*column].name), change.yql(table, *column, params))
    };
    set.iter().map(assign).collect::<Vec<_>>().join(", ")
}

pub(super) fn many(table: &'static Table, path: &str) -> Template {
    on_rows(path, Member::of(table, |_| true))
}

/// Makes an `UPDATE ON`, which changes existing rows and creates none.
fn on_rows(path: &str, members: Vec<Member>) -> Template {
    Template::of(|params| {
        let rows = params.rows("rows", members.clone());
        format!("UPDATE {} ON\nSELECT * FROM AS_TABLE({rows})", Name(path))
    })
}
