//! Partitioning of row and column tables.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Lit;

use super::column::Store;
use super::key::Key;
use crate::attr::setting::{BySizeAttr, PartitioningAttr};
use crate::attr::table::TableAttrs;
use crate::diag::Errors;

/// Greatest number of initial partitions of a table.
const MAX_PARTITIONS: u32 = 35_000;
/// Number of partitions of a column table for each node, as YDB's documentation advises.
const PARTITIONS_PER_NODE: u32 = 4;

/// Partitioning settings of a table.
pub(crate) struct Partitioning {
    /// Variant of `BySize`.
    pub(crate) by_size: TokenStream,
    /// Variant of `ByLoad`.
    pub(crate) by_load: TokenStream,
    /// Place where the table says how it is split, for the rules of splitting.
    pub(crate) splitting: Option<Span>,
    pub(crate) min: Option<u32>,
    pub(crate) max: Option<(Span, u32)>,
    pub(crate) uniform: Option<(Span, u32)>,
    /// Values of each split point, variants of `KeyLiteral`, and where it begins and ends.
    pub(crate) at_keys: Vec<((Span, Span), Vec<TokenStream>)>,
    /// Number of buckets at whose borders the table is split; 0 if it is not.
    pub(crate) buckets: u64,
}

/// Resolves `partitioning(...)`. By default, a table with buckets is split at their borders and by load.
pub(crate) fn resolve(attrs: &TableAttrs, key: &Key, store: Store, errors: &mut Errors) -> Option<Partitioning> {
    let buckets = key.hash.as_ref().and_then(|hash| hash.buckets).map_or(0, |(_, buckets)| u64::from(buckets));
    let given = match (&attrs.partitioning, store) {
        (Some((_, attr)), Store::Row) => row(attr, errors)?,
        (Some((_, attr)), Store::Column) => return column(attr, errors),
        (None, Store::Row) if buckets > 0 => Partitioning::by_load(quote!(On)),
        (None, _) => return None,
    };
    let splits = given.uniform.is_none() && given.at_keys.is_empty();
    if let (true, Some((span, max))) = (splits, given.max)
        && u64::from(max) < buckets
    {
        errors.rule(
            span,
            "partitioning",
            format_args!(
                "the table starts with {buckets} partitions, one for each bucket, which is more than `max`, {max}"
            ),
            "raise `max`, or declare fewer buckets",
        );
    }
    Some(Partitioning { buckets: if splits { buckets } else { 0 }, ..given })
}

impl Partitioning {
    /// Makes a partitioning that sets nothing else.
    fn by_load(by_load: TokenStream) -> Self {
        Partitioning {
            by_size: quote!(Default),
            by_load,
            splitting: None,
            min: None,
            max: None,
            uniform: None,
            at_keys: Vec::new(),
            buckets: 0,
        }
    }
}

fn row(attr: &PartitioningAttr, errors: &mut Errors) -> Option<Partitioning> {
    if let Some(span) = attr.nodes.span() {
        errors.rule(
            span,
            "partitioning",
            "`nodes` sizes a column table, whose partitions are fixed; this is a row table",
            "write `min = n`, and `by_size` or `by_load` for more",
        );
    }
    for slot in [&attr.min, &attr.max, &attr.uniform] {
        positive(slot.get(), errors);
    }
    if let Some(&(span, uniform)) = attr.uniform.get()
        && uniform > MAX_PARTITIONS
    {
        errors.rule(
            span,
            "partitioning",
            format_args!("YDB creates at most {MAX_PARTITIONS} partitions at once"),
            "start with fewer: partitions split by size and by load",
        );
    }
    if let (Some(uniform), Some(at_keys)) = (attr.uniform.span(), attr.at_keys.span()) {
        errors.conflict(
            [uniform, at_keys],
            "partitioning",
            "`uniform` and `at_keys` both say where the first partitions begin",
            "keep one of the two",
        );
        return None;
    }
    if let (Some(&(min_span, min)), Some(&(max_span, max))) = (attr.min.get(), attr.max.get())
        && min > max
    {
        errors.conflict(
            [min_span, max_span],
            "partitioning",
            &format!("`min` is {min}, which is more than `max`, {max}"),
            "make `min` at most `max`",
        );
    }
    if let (Some(span), Some([])) = (attr.at_keys.span(), attr.at_keys.get().map(Vec::as_slice)) {
        errors.rule(
            span,
            "partitioning",
            "`at_keys` has no split points",
            "write `at_keys((100), (200))`, or remove it",
        );
    }
    let points = attr.at_keys.get().into_iter().flatten();
    let at_keys: Vec<_> =
        points.filter_map(|point| Some(((point.start, point.end), split_point(&point.values, errors)?))).collect();
    let first = match attr.uniform.get() {
        Some(&(span, uniform)) => Some((span, uniform)),
        // No program has more split points than a u32 holds.
        None => attr.at_keys.span().filter(|_| !at_keys.is_empty()).map(|span| (span, at_keys.len() as u32 + 1)),
    };
    if let (Some((span, first)), Some(&(max_span, max))) = (first, attr.max.get())
        && first > max
    {
        errors.conflict(
            [span, max_span],
            "partitioning",
            &format!("the table starts with {first} partitions, which is more than `max`, {max}"),
            "raise `max`, or start with fewer",
        );
    }
    Some(Partitioning {
        by_size: by_size(attr.by_size.get(), errors),
        by_load: match attr.by_load.get() {
            None => quote!(Default),
            Some(true) => quote!(On),
            Some(false) => quote!(Off),
        },
        splitting: attr.by_load.span().or(attr.by_size.span()).filter(|_| !attr.contradictory),
        min: attr.min.get().map(|(_, min)| *min),
        max: attr.max.get().copied(),
        uniform: attr.uniform.get().copied(),
        at_keys,
        buckets: 0,
    })
}

/// Resolves the partitioning of a column table. YDB honours only the number of partitions, and it is fixed.
fn column(attr: &PartitioningAttr, errors: &mut Errors) -> Option<Partitioning> {
    let ignored =
        [attr.by_size.given(), attr.by_load.given(), attr.max.given(), attr.uniform.given(), attr.at_keys.given()];
    for (name, span) in ignored.into_iter().flatten() {
        errors.rule(
            span,
            "partitioning",
            format_args!(
                "YDB ignores or refuses `{name}` for a column table: its partitions are fixed when it is created"
            ),
            "write `nodes = n`, or `min = n` for the number of partitions itself",
        );
    }
    positive(attr.min.get(), errors);
    positive(attr.nodes.get(), errors);
    if let (Some(min), Some(nodes)) = (attr.min.span(), attr.nodes.span()) {
        errors.conflict(
            [min, nodes],
            "partitioning",
            "`nodes` and `min` both say how many partitions there are",
            "keep one of the two",
        );
    }
    let min = match (attr.min.get(), attr.nodes.get()) {
        (Some((_, min)), _) => Some(*min),
        (None, Some((_, nodes))) => Some(nodes.saturating_mul(PARTITIONS_PER_NODE)),
        (None, None) => None,
    };
    Some(Partitioning { min, ..Partitioning::by_load(quote!(Default)) })
}

fn by_size(attr: Option<&BySizeAttr>, errors: &mut Errors) -> TokenStream {
    match attr {
        Some(BySizeAttr::Megabytes(span, megabytes)) => {
            if *megabytes == 0 {
                errors.rule(
                    *span,
                    "partitioning",
                    "0 MB is not a valid size of a partition",
                    "write a size in megabytes, or `by_size = off` to never split by size",
                );
            }
            quote!(Megabytes(#megabytes))
        }
        Some(BySizeAttr::Off) => quote!(Off),
        Some(BySizeAttr::On) | None => quote!(Default),
    }
}

fn positive(number: Option<&(Span, u32)>, errors: &mut Errors) {
    if let Some(&(span, 0)) = number {
        errors.rule(span, "partitioning", "a table has at least one partition", "write 1 or more");
    }
}

/// Returns the values of a split point; `None` if one of them is not valid.
fn split_point(values: &[Lit], errors: &mut Errors) -> Option<Vec<TokenStream>> {
    let literals: Vec<_> = values.iter().map(|value| key_literal(value, errors)).collect();
    literals.into_iter().collect()
}

fn key_literal(value: &Lit, errors: &mut Errors) -> Option<TokenStream> {
    let (fault, help) = match value {
        Lit::Bool(value) => return Some(quote!(Bool(#value))),
        Lit::Str(value) => return Some(quote!(Text(#value))),
        Lit::Int(int) if !int.suffix().is_empty() => (
            format!("the value has the suffix `{}`, but its type is that of the column", int.suffix()),
            "write the number without a suffix",
        ),
        Lit::Int(int) => match int.base10_parse::<u64>() {
            Ok(value) => return Some(quote!(Int(#value))),
            Err(error) => (error.to_string(), "write an integer of at most 64 bits"),
        },
        _ => (
            "YQL does not accept this value in a split point".to_owned(),
            "write a plain integer, a string in quotes, `true` or `false`",
        ),
    };
    errors.rule(value.span(), "partitioning", fault, help);
    None
}
