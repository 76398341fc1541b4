//! The names of the generated types: none of them is the name of a type in a field.

use quote::format_ident;
use syn::Ident;
use syn::ext::IdentExt;

use super::index::Index;
use super::used::Used;
use crate::diag::Errors;

/// The types beside a model.
pub(crate) struct Names {
    /// `UserEventKey`, or as `key = ..` says; users name it.
    pub(crate) key: Ident,
    /// `UserEventScan`; only the compiler names it.
    pub(crate) scan: Ident,
    /// `UserEventUpdate`
    pub(crate) update: Ident,
    /// `UserEventColumns`
    pub(crate) columns: Ident,
}

/// The key struct: `key = Name`, or the model's name with `Key` after it.
pub(crate) fn key(model: &Ident, chosen: Option<&Ident>, used: &Used, errors: &mut Errors) -> Ident {
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

/// The types that only the compiler names.
pub(crate) fn names(model: &Ident, key: Ident, indexes: &[Index], used: &Used) -> Names {
    let mut taken: Vec<&Ident> = indexes.iter().map(|index| &index.marker).collect();
    taken.push(&key);
    let inner = |suffix: &str| {
        let mut name = used.free(format!("{}{suffix}", model.unraw()), &taken);
        name.set_span(model.span());
        name
    };
    let (scan, update, columns) = (inner("Scan"), inner("Update"), inner("Columns"));
    Names { key, scan, update, columns }
}
