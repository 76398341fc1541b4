//! Parts of results as record batches, and record batches as rows.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Error, Result, ValueError, YdbRow, YdbTable};

use super::column::Column;
use super::logical;
use super::part::Part;

/// The columns of `R` as the table of `T` has them: a row type reads whatever types there are.
fn columns<T: YdbTable, R: YdbRow>() -> impl Iterator<Item = &'static ColumnDef> {
    R::FIELDS.iter().map(|field| T::TABLE.columns.iter().find(|column| column.name == field.name).unwrap_or(field))
}

/// The schema of rows `R` of the table of `T`.
pub(crate) fn record_schema<T: YdbTable, R: YdbRow>() -> SchemaRef {
    Arc::new(Schema::new(columns::<T, R>().map(logical::field).collect::<Vec<_>>()))
}

/// The rows of a part from row `from` on, with this schema.
///
/// # Errors
/// A column of another type than the model's; NULL in one that is not optional.
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

/// The rows of a record batch of Apache Arrow: of one that [`RecordBatches`](crate::RecordBatches) gave, perhaps
/// by way of a Parquet file.
///
/// Columns are found by their names, and have the types that [`RecordBatches`](crate::RecordBatches) gives them.
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
/// Those of kind [`Decode`](ydb_keys::ErrorKind::Decode): a column that is missing, or in an array of another type. For
/// a row: a value that the struct cannot hold.
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
