//! Parts of a result: reads them as columns, and their rows as structs or record batches.

use std::fmt;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use ydb::YdbError;
use ydb_grpc::ydb_proto::result_set::Format as Sent;
use ydb_grpc::ydb_proto::{Column as Described, ResultSet, Value as Message};
use ydb_keys::__internal::Detail;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Error, Result, Table, Value, ValueError, YdbRow, YdbTable, YdbType};

use super::column::Column;
use super::{ipc, logical};
use crate::proto::{Format, type_from, value_from};

/// Reader of the parts of a result.
#[derive(Debug)]
pub(crate) struct Reader {
    /// Name of the table or row type in error messages.
    name: &'static str,
    fields: &'static [ColumnDef],
    /// Columns that make up a row's position.
    position: Vec<&'static ColumnDef>,
    /// Table whose key has a hash without NOT NULL, and the name of the hash column.
    hash: Option<(&'static Table, &'static str)>,
    header: Option<Arc<Header>>,
    schema: Option<SchemaRef>,
}

/// Columns of a result, as its first part describes them. They apply to all parts.
#[derive(Debug)]
struct Header {
    /// Number of columns of the result.
    of: usize,
    /// Columns of the struct, and then the further columns of the position.
    wanted: Vec<Wanted>,
    /// `true` if the last wanted column is the hash of a key without NOT NULL. The rows do not have this column.
    has_hash: bool,
    /// Indexes of the position's columns in `wanted`.
    position: Vec<usize>,
}

/// A column that is read.
#[derive(Debug)]
struct Wanted {
    name: &'static str,
    /// Index of the column in the result.
    place: usize,
    /// Type of the column, or the name of a type that no column can have.
    ty: Result<YdbType, &'static str>,
}

/// Rows of a part, with the wanted columns.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    header: Arc<Header>,
    columns: Vec<Column>,
    len: usize,
    bytes: u64,
    format: Format,
}

impl Reader {
    /// Makes a reader of rows of `R` with their positions.
    pub(crate) fn new<R: YdbRow>(position: Vec<&'static ColumnDef>) -> Self {
        let hash = R::MODEL.and_then(|table| Some((table, table.stored_hash()?)));
        Reader { hash, ..Reader::of(R::NAME, R::FIELDS, position) }
    }

    pub(crate) fn of(name: &'static str, fields: &'static [ColumnDef], position: Vec<&'static ColumnDef>) -> Self {
        Reader { name, fields, position, hash: None, header: None, schema: None }
    }

    /// Reads the rows of the next part; `None` if it has no rows.
    ///
    /// # Errors
    /// Fails if a column is missing, or has a type that no column can have. The error has the kind `Database` for
    /// anything that is not a result of YDB.
    pub(crate) fn part(&mut self, set: ResultSet) -> Result<Option<Part>> {
        // A result that lacks rows would look like the end of the table.
        if set.truncated {
            return Err(self.malformed("YDB has truncated it"));
        }
        if !set.columns.is_empty() {
            self.header = Some(Arc::new(self.header(&set.columns)?));
        }
        if let Some(meta) = set.arrow_format_meta.filter(|meta| !meta.schema.is_empty()) {
            self.schema = Some(ipc::schema(&meta.schema).map_err(|error| self.malformed(error))?);
        }
        let format = match Sent::try_from(set.format) {
            Ok(Sent::Arrow) => Format::Arrow,
            // A release of YDB that does not know the field leaves it unset.
            Ok(Sent::Value | Sent::Unspecified) => Format::Protobuf,
            Err(_) => return Err(self.malformed(format_args!("its format {} is unknown", set.format))),
        };
        if set.rows.is_empty() && set.data.is_empty() {
            return Ok(None);
        }
        let header = self.header.clone().ok_or_else(|| self.malformed("rows come before their columns"))?;
        let (mut columns, len, bytes) = match format {
            Format::Arrow => {
                let schema = self.schema.as_ref().ok_or_else(|| self.malformed("a batch comes before its schema"))?;
                let bytes = set.data.len();
                let batch = ipc::batch(schema, set.data).map_err(|error| self.malformed(error))?;
                (self.columns_of_batch(&header, &batch)?, batch.num_rows(), bytes)
            }
            Format::Protobuf => {
                let columns = self.columns_of_rows(&header, &set.rows)?;
                let bytes = columns.iter().map(Column::bytes).sum();
                (columns, set.rows.len(), bytes)
            }
        };
        if let (true, Some((table, hash)), Some(column)) =
            (header.has_hash, self.hash, columns.pop_if(|_| header.has_hash))
            && column.array().1.null_count() > 0
        {
            return Err(Detail::without_hash(table, hash));
        }
        Ok((len > 0).then_some(Part { header, columns, len, bytes: bytes as u64, format }))
    }

    fn header(&self, columns: &[Described]) -> Result<Header> {
        let further = self.position.iter().copied().filter(|column| !self.fields.iter().any(|f| f.name == column.name));
        let find = |name: &'static str| {
            let place = columns.iter().position(|described| described.name == name)?;
            let ty = columns[place].r#type.as_ref().map_or(Err("no type"), type_from);
            Some(Wanted { name, place, ty })
        };
        let wanted = self
            .fields
            .iter()
            .chain(further)
            .map(|column| find(column.name).ok_or_else(|| Error::missing_column(self.name, column.name)));
        let mut wanted = wanted.collect::<Result<Vec<_>>>()?;
        let hash = self.hash.and_then(|(_, name)| find(name));
        let has_hash = hash.is_some();
        wanted.extend(hash);
        let place = |column: &&ColumnDef| wanted.iter().position(|wanted| wanted.name == column.name);
        let position = self.position.iter().filter_map(place).collect();
        Ok(Header { of: columns.len(), wanted, has_hash, position })
    }

    fn ty(&self, wanted: &Wanted) -> Result<YdbType> {
        wanted.ty.map_err(|found| self.mismatch(wanted, "a column type", found))
    }

    fn mismatch(&self, wanted: &Wanted, expected: &'static str, found: &'static str) -> Error {
        Error::in_result(self.name, wanted.name, ValueError::Mismatch { expected, found })
    }

    fn columns_of_batch(&self, header: &Header, batch: &RecordBatch) -> Result<Vec<Column>> {
        let column = |wanted: &Wanted| {
            let ty = self.ty(wanted)?;
            let field = batch.schema_ref().fields().get(wanted.place);
            let field = field.filter(|field| batch.num_columns() == header.of && field.name() == wanted.name);
            let field = field.ok_or_else(|| self.malformed("the batch does not have the columns of the result"))?;
            let array = batch.column(wanted.place);
            logical::column(ty, field, array).ok_or_else(|| {
                self.malformed(format_args!("the {ty} column `{}` is an array of {}", wanted.name, array.data_type()))
            })
        };
        header.wanted.iter().map(column).collect()
    }

    fn columns_of_rows(&self, header: &Header, rows: &[Message]) -> Result<Vec<Column>> {
        if rows.iter().any(|row| row.items.len() != header.of) {
            return Err(self.malformed("a row does not have the columns of the result"));
        }
        let column = |wanted: &Wanted| {
            let ty = self.ty(wanted)?;
            // A `collect` into an `Option` does not know the length, so the values are pushed.
            let mut values = Vec::with_capacity(rows.len());
            for row in rows {
                values.push(row.items.get(wanted.place).and_then(|value| value_from(ty, value)).ok_or_else(|| {
                    self.malformed(format_args!("a value of column `{}` is not of type {ty}", wanted.name))
                })?);
            }
            Ok(Column::from_values(ty, &values))
        };
        header.wanted.iter().map(column).collect()
    }

    /// Returns the error for an answer that is not a result of YDB.
    #[cold]
    fn malformed(&self, reason: impl fmt::Display) -> Error {
        let source = YdbError::Convert(format!("the result cannot be read: {reason}"));
        Detail::of_ydb(self.name, "export", source, false)
    }
}

impl Part {
    /// Returns the number of rows, at least one.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the approximate bytes of the rows.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the format in which the rows were sent.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Decodes a row as a struct. `row` must be less than [`len`](Self::len).
    ///
    /// # Errors
    /// Fails if the struct cannot hold a value.
    #[inline]
    pub(crate) fn row<R: YdbRow>(&self, row: usize) -> Result<R> {
        R::decode_each(|position| Ok(self.columns[position].value(row)))
    }

    /// Returns the position of a row: its values in the position columns of the reader.
    pub(crate) fn position(&self, row: usize) -> Vec<Value<'static>> {
        self.header.position.iter().map(|&place| self.columns[place].value(row).into_owned()).collect()
    }

    /// Returns the value of a row in the column of a field. `row` and `field` must be in range.
    pub(crate) fn value(&self, row: usize, field: usize) -> Value<'_> {
        self.columns[field].value(row)
    }

    /// Returns the columns of the struct, in the order of its fields. Other columns may follow.
    pub(super) fn columns(&self) -> &[Column] {
        &self.columns
    }
}

/// Returns the columns of `R`, with their types in the table of `T`. A row type may have other types than the table.
fn columns<T: YdbTable, R: YdbRow>() -> impl Iterator<Item = &'static ColumnDef> {
    R::FIELDS.iter().map(|field| T::TABLE.columns.iter().find(|column| column.name == field.name).unwrap_or(field))
}

/// Returns the Arrow schema for rows `R` of the table of `T`.
pub(crate) fn record_schema<T: YdbTable, R: YdbRow>() -> SchemaRef {
    Arc::new(Schema::new(columns::<T, R>().map(logical::field).collect::<Vec<_>>()))
}

/// Makes a record batch with this schema from the rows of a part, from row `from` on.
///
/// # Errors
/// Fails if a column has another type than in the model, or NULL in a column that is not optional.
pub(crate) fn record_batch<T: YdbTable, R: YdbRow>(
    schema: &SchemaRef,
    part: &Part,
    from: usize,
) -> Result<RecordBatch> {
    let arrays = columns::<T, R>().zip(part.columns()).map(|(described, column)| {
        let (table, name) = (R::NAME, described.name);
        let (ty, array) = column.array();
        if ty != described.ty {
            let (expected, found) = (described.ty.name(), ty.name());
            return Err(Error::in_result(table, name, ValueError::Mismatch { expected, found }));
        }
        if array.null_count() > 0 && !described.is_nullable() {
            return Err(R::explain(Error::in_result(table, name, ValueError::Null)));
        }
        Ok(logical::array(column).slice(from, part.len() - from))
    });
    let options = RecordBatchOptions::new().with_row_count(Some(part.len() - from));
    RecordBatch::try_new_with_options(schema.clone(), arrays.collect::<Result<_>>()?, &options)
        .map_err(|error| Error::in_result(R::NAME, "", ValueError::Invalid(error.to_string())))
}

/// Reads the rows of a record batch of Apache Arrow that [`RecordBatches`](crate::RecordBatches) made. The batch may
/// have been stored in a Parquet file in between.
///
/// Columns are found by their names, and must have the types that [`RecordBatches`](crate::RecordBatches) gives them.
/// Other columns are ignored.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # fn example(batch: &arrow_array::RecordBatch) -> ydb_keys::Result<()> {
/// for order in ydb_keys_bulk::from_record_batch::<Order>(batch)? {
///     println!("{}", order?.order_id);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Fails with the kind [`Decode`](ydb_keys::ErrorKind::Decode) if a column is missing, or is in an array of another
/// type. A row fails if the struct cannot hold a value.
pub fn from_record_batch<R: YdbRow>(batch: &RecordBatch) -> Result<impl ExactSizeIterator<Item = Result<R>> + use<R>> {
    let columns = R::FIELDS.iter().map(|field| {
        let (table, name) = (R::NAME, field.name);
        let found = batch.schema_ref().column_with_name(name);
        let (place, described) = found.ok_or_else(|| Error::missing_column(table, name))?;
        let array = batch.column(place);
        let as_read = |ty| logical::column(ty, described, array);
        as_read(field.ty).or_else(|| as_read(logical::type_of(described, array)?)).ok_or_else(|| {
            let (is, wanted) = (array.data_type(), logical::data_type(field.ty));
            let reason = format!("an array of type {is} cannot be read; cast it to {wanted}");
            Error::in_result(table, name, ValueError::Invalid(reason))
        })
    });
    let columns = columns.collect::<Result<Vec<Column>>>()?;
    Ok((0..batch.num_rows()).map(move |row| R::decode_each(|position| Ok(columns[position].value(row)))))
}
