//! Structs that are read from rows, resolved.

use proc_macro2::Span;
use syn::{Data, DeriveInput, Fields, Ident, LitStr, Path, Type};

use super::case::Case;
use super::check;
use super::column::{Column, Skipped};
use super::table::{Read, field_ident, krate, no_generics, read_fields, sql_name};
use crate::attr::column::{RowAttrs, RowFieldAttrs, key_of_model};
use crate::diag::Errors;
use crate::words::{RowFieldWord, Words as _};

/// Struct that is read from rows. After errors it holds what could be resolved.
pub(crate) struct Row {
    pub(crate) ident: Ident,
    pub(crate) krate: Path,
    /// Model whose columns the struct has.
    pub(crate) of: Option<Path>,
    /// Index that holds all of the columns.
    pub(crate) covered_by: Option<LitStr>,
    pub(crate) skipped: Vec<Skipped>,
    /// Other fields, in the struct's order.
    pub(crate) fields: Vec<RowField>,
}

/// Field that is read.
pub(crate) enum RowField {
    /// A column, and where its name is written.
    Column(Box<Column>, Span),
    Flattened(Flattened),
}

impl RowField {
    /// Returns the column, and where its name is written; `None` for a flattened field.
    pub(crate) fn column(&self) -> Option<(&Column, Span)> {
        match self {
            RowField::Column(column, name) => Some((column, *name)),
            RowField::Flattened(_) => None,
        }
    }
}

/// Field that is a row itself.
pub(crate) struct Flattened {
    pub(crate) ident: Ident,
    pub(crate) ty: Box<Type>,
    /// Prefix of the names of its columns.
    pub(crate) prefix: String,
}

/// Resolves a struct; `None` if it is not a struct with named fields.
pub(crate) fn resolve(input: &DeriveInput, errors: &mut Errors) -> Option<Row> {
    let fields = named_fields(input, errors)?;
    let attrs = RowAttrs::parse(&input.attrs, None, errors);
    let case = attrs.rename_all.get().and_then(|text| Case::parse(text, errors));
    let mut skipped = Vec::new();
    let fields: Vec<RowField> =
        fields.into_iter().filter_map(|field| self::field(field, case, &mut skipped, errors)).collect();
    let columns = fields.iter().filter_map(RowField::column);
    check::distinct_names(columns.map(|(column, _)| column), "are read from", errors);
    if fields.is_empty() {
        errors.rule(
            input.ident.span(),
            "unsupported_item",
            "no field of the struct is a column, so there is nothing to read",
            "add a field for each column that is read",
        );
    }
    if let (Some(span), None, false) = (attrs.covered_by.span(), attrs.of.get(), attrs.broken.any) {
        errors.rule(
            span,
            "row",
            "`covered_by` names an index, but `of` does not name its table",
            "add the model of the table, `#[ydb(of = Order, covered_by = by_customer)]`",
        );
    }
    Some(Row {
        ident: input.ident.clone(),
        krate: krate(&attrs.krate),
        of: attrs.of.get().cloned(),
        covered_by: attrs.covered_by.get().cloned(),
        skipped,
        fields,
    })
}

fn named_fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<Vec<Read<'a, RowFieldAttrs>>> {
    if let Some(span) = key_of_model(&input.attrs) {
        errors.rule(
            span,
            "unsupported_item",
            "a struct with a `primary_key` is the model of a table, and a model is read from rows already",
            "remove `YdbRow` from its derives; to read some of its columns, write another struct with `#[ydb(of = TheModel)]`",
        );
        return None;
    }
    let generics = no_generics(input, "a row", errors);
    let fields = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_)) => &data.fields,
        _ => {
            errors.rule(
                input.ident.span(),
                "unsupported_item",
                "`YdbRow` can be derived for structs with named fields only\nnote: columns are found by the names of the fields",
                "for a newtype or a fieldless enum that is the type of a column, derive `YdbColumn`",
            );
            return None;
        }
    };
    let fields =
        read_fields(fields, RowFieldAttrs::parse, |attrs| attrs.broken.names(RowFieldWord::Skip.name()), errors);
    fields.filter(|_| generics)
}

/// Resolves a field that is read; `None` for one that is skipped.
fn field(
    Read { field, attrs, errors: of_attrs }: Read<'_, RowFieldAttrs>,
    case: Option<Case>,
    skipped: &mut Vec<Skipped>,
    errors: &mut Errors,
) -> Option<RowField> {
    errors.append(of_attrs);
    let (ident, ty) = (field_ident(field), field.ty.clone());
    if attrs.skip.is_set() {
        let [json, with] = [attrs.json.given(), attrs.with.given()];
        let others = [attrs.rename.given(), json, with, attrs.flatten.given(), attrs.prefix.given()];
        check::beside_skip(&others, errors);
        skipped.push(Skipped { ident, ty });
        return None;
    }
    if attrs.flatten.is_set() {
        beside_flatten(&[attrs.rename.given(), attrs.json.given(), attrs.with.given()], errors);
        let prefix = attrs.prefix.get().map(LitStr::value).unwrap_or_default();
        return Some(RowField::Flattened(Flattened { ident, ty: Box::new(ty), prefix }));
    }
    if let Some(span) = attrs.prefix.span() {
        errors.rule(
            span,
            "conflicting_attributes",
            "`prefix` is for the columns of a flattened row, and this field is one column",
            "add `flatten`, or name the column with `rename = \"...\"`",
        );
    }
    check::json_and_with(&attrs.json, &attrs.with, errors);
    // Any name will do, because a query can call its columns as it likes.
    let (name, span) = sql_name(&ident, attrs.rename.get(), case);
    let (json, with) = (attrs.json.is_set(), attrs.with.get().cloned());
    let column = Column { json, with, ..Column::new(field, ident, name) };
    Some(RowField::Column(Box::new(column), span))
}

/// Reports attributes of a column on a flattened field by the rule `conflicting_attributes`.
fn beside_flatten(others: &[Option<(&str, Span)>], errors: &mut Errors) {
    for (name, span) in others.iter().flatten() {
        errors.rule(
            *span,
            "conflicting_attributes",
            format_args!("a flattened field is a whole row and not one column, so `{name}` has no effect"),
            format_args!(
                "remove `flatten` or `{name}`; `prefix = \"...\"` is what the names of its columns begin with"
            ),
        );
    }
}
