//! `hash` prints the hash of values, and `hash-sql` the hash columns of models; both print YQL expressions, too.

use std::borrow::Cow;
use std::io::Write;

use clap::Args;
use ydb_keys::schema::HashFunction;
use ydb_keys::{Table, Value, YdbType};
use ydb_keys_core::ddl::{HashExpression, Name, ValueLiteral};
use ydb_keys_core::types::parse;

use super::database::{TableNames, choose};
use super::failure::Failure;

#[derive(Args, Debug)]
pub(super) struct Hash {
    /// The hash function: xxh3, numeric_hash or int_hash64
    pub(super) function: String,
    /// The values, in the order of the attribute, e.g. 42, text, Int32:-5, Timestamp:2026-01-31T12:00:00Z; without a
    /// type, a number is a Uint64 (with a minus an Int64), a UUID is a Uuid, and anything else is a Utf8
    #[arg(required = true, value_name = "VALUE", allow_negative_numbers = true)]
    pub(super) values: Vec<String>,
    /// The number of buckets, as in `xxh3(id) % 16`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) buckets: Option<u32>,
}

/// Prints the hash of the values as a number, then the YQL expression that computes it.
pub(super) fn hash(args: &Hash, out: &mut dyn Write) -> Result<(), Failure> {
    let unknown = || Failure::UnknownFunction { name: args.function.clone() };
    let function = HashFunction::from_name(&args.function).ok_or_else(unknown)?;
    let inputs = args.values.iter().map(|text| typed(text)).collect::<Result<Vec<_>, _>>()?;
    let is_number = |ty: YdbType| ty.is_hashable() && ty.stored_as().is_some();
    if function.is_numeric() && !matches!(*inputs, [(ty, _)] if is_number(ty)) {
        return Err(Failure::NotANumber { function });
    }
    let values: Vec<Value<'_>> = inputs.iter().map(|(_, value)| value.clone()).collect();
    // Cannot fail: every type that `typed` returns has a hash, and the number of values was checked.
    let Some(hash) = function.hash(&values) else { return Err(Failure::NotANumber { function }) };
    let number = args.buckets.map_or(hash, |buckets| hash % u64::from(buckets));
    let literals = inputs.iter().map(|(ty, value)| (ValueLiteral(value, *ty), *ty)).collect();
    writeln!(out, "{number}")?;
    writeln!(out, "{}", HashExpression { function, inputs: literals, buckets: args.buckets, optional: false })?;
    Ok(())
}

/// Parses an argument into its type and value, e.g. `Int32:-5`. Without a type, guesses it from the text.
fn typed(text: &str) -> Result<(YdbType, Value<'static>), Failure> {
    if let Some((name, value)) = text.split_once(':')
        && let Some(ty) = YdbType::PLAIN.into_iter().find(|ty| ty.name() == name)
    {
        return of_type(ty, value);
    }
    let is_number = text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit());
    match parse::value(YdbType::Uuid, text) {
        Some(uuid) => Ok((YdbType::Uuid, uuid)),
        None if !is_number || text.is_empty() || text == "-" => of_type(YdbType::Utf8, text),
        None if text.starts_with('-') => of_type(YdbType::Int64, text),
        None => of_type(YdbType::Uint64, text),
    }
}

fn of_type(ty: YdbType, text: &str) -> Result<(YdbType, Value<'static>), Failure> {
    let is_interval = matches!(ty, YdbType::Interval | YdbType::Interval64);
    if !ty.is_hashable() || is_interval {
        return Err(Failure::NotHashable { ty, is_interval });
    }
    let value = match ty {
        YdbType::Bool => text.parse().ok().map(Value::Bool),
        YdbType::String => Some(Value::String(Cow::Owned(text.as_bytes().to_vec()))),
        _ if ty.is_integer() => parse::integer(ty, text),
        _ => parse::value(ty, text),
    };
    value.map(|value| (ty, value)).ok_or_else(|| Failure::NotAValue { text: text.to_owned(), ty })
}

/// Prints for each table its hash column as a YQL expression and a statement that fills it; all else is comments.
pub(super) fn hash_sql(args: &TableNames, tables: &[&'static Table], out: &mut dyn Write) -> Result<(), Failure> {
    for (i, table) in choose(tables, &args.paths)?.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let name = Name(table.name);
        // The old table's name is an example, since the model does not know it.
        let old = format!("{}_old", table.name);
        let Some(backfill) = table.backfill(&old) else {
            writeln!(out, "-- {name} has no hash column.")?;
            continue;
        };
        for hash in table.computed() {
            match hash.yql(table) {
                Some(expression) => writeln!(out, "-- {name}: {} = {expression}", Name(hash.name))?,
                None => writeln!(
                    out,
                    "-- {name}: {} is computed by `{}` in the program only",
                    Name(hash.name),
                    hash.function
                )?,
            }
        }
        let columns: Vec<String> = table.computed().map(|hash| Name(hash.name).to_string()).collect();
        let (old, columns) = (Name(&old), columns.join(" and "));
        writeln!(out, "-- Filled from {old}, the same table without {columns}, in ranges of the old key:")?;
        writeln!(out, "{backfill};")?;
    }
    Ok(())
}
