//! Names of the generated types. None of them is the name of a type in a field.

use std::collections::BTreeMap;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::Ident;
use syn::ext::IdentExt;

use super::column::Column;
use crate::diag::Errors;

/// Names of the types beside a model.
pub(crate) struct Names {
    /// Name of the key struct: `UserEventKey`, or that of `key = ..`. Users name it.
    pub(crate) key: Ident,
    /// Name of the scan type: `UserEventScan`. Only the compiler names it.
    pub(crate) scan: Ident,
    /// Name of the update type: `UserEventUpdate`.
    pub(crate) update: Ident,
    /// Name of the struct with the columns: `UserEventColumns`.
    pub(crate) columns: Ident,
}

/// Returns the name of the key struct: that of `key = Name`, or the model's name with `Key` after it.
pub(crate) fn key_struct(model: &Ident, chosen: Option<&Ident>, used: &Used, errors: &mut Errors) -> Ident {
    let default = format_ident!("{}Key", model.unraw(), span = model.span());
    let name = match chosen {
        Some(name) if name.unraw() == model.unraw() => {
            errors.rule(
                name.span(),
                "reserved_name",
                format_args!("`{name}` is the model itself, and the key is another struct"),
                format_args!(
                    "give the key another name, such as `key = {default}`, which it has without the attribute"
                ),
            );
            return default;
        }
        Some(name) => name.clone(),
        None => default.clone(),
    };
    let help =
        format!("write `#[ydb(key = {}PrimaryKey)]` on the struct, or any other name for the key", model.unraw());
    used.distinct(name, &default, "the model's key", &help, errors)
}

/// Returns the names of the types beside the model, including those that only the compiler names.
pub(crate) fn beside_model<'i>(
    model: &Ident,
    key: Ident,
    markers: impl Iterator<Item = &'i Ident>,
    used: &Used,
) -> Names {
    let mut taken: Vec<&Ident> = markers.collect();
    taken.push(&key);
    let inner = |suffix: &str| {
        let mut name = used.free(format!("{}{suffix}", model.unraw()), &taken);
        name.set_span(model.span());
        name
    };
    let (scan, update, columns) = (inner("Scan"), inner("Update"), inner("Columns"));
    Names { key, scan, update, columns }
}

/// Names in the types of the fields, with their places, to find a generated type that would hide one of them. Of a path
/// only the first part counts.
pub(crate) struct Used(BTreeMap<String, Span>);

impl Used {
    pub(crate) fn by(columns: &[Column]) -> Self {
        let mut used = Used(BTreeMap::new());
        for column in columns {
            used.collect(column.ty.to_token_stream());
        }
        used
    }

    fn collect(&mut self, tokens: TokenStream) {
        let mut within_path = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Ident(ident) if !within_path => {
                    self.0.entry(ident.unraw().to_string()).or_insert_with(|| ident.span());
                }
                _ => {}
            }
            within_path = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        }
    }

    /// Returns the name, with underscores after it if a field's type or another generated type has it.
    pub(crate) fn free(&self, mut name: String, others: &[&Ident]) -> Ident {
        while self.0.contains_key(&name) || others.iter().any(|other| **other == name) {
            name.push('_');
        }
        format_ident!("{name}")
    }

    /// Reports by the rule `reserved_name` a type that users name and that is called like a type of a field. Then
    /// returns a free name like `instead`.
    pub(crate) fn distinct(&self, name: Ident, instead: &Ident, what: &str, help: &str, errors: &mut Errors) -> Ident {
        let Some(span) = self.0.get(&name.unraw().to_string()) else { return name };
        errors.rule(
            *span,
            "reserved_name",
            format_args!("a field has the type `{name}`, which is also the name of {what}"),
            help,
        );
        let mut free = self.free(instead.unraw().to_string(), &[]);
        free.set_span(name.span());
        free
    }
}
