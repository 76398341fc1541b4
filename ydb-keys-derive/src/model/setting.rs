//! Settings other than columns, key, indexes and partitioning: TTL, families, read replicas, allowances.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::case;
use super::column::{Scope, Store};
use crate::attr::table::TableAttrs;
use crate::diag::{Errors, did_you_mean, list, nearest, one_of};
use crate::rules::{Kind, RULES, Rule};

/// Time to live of rows.
pub(crate) struct Ttl {
    /// Position of the column, and where it is named.
    pub(crate) column: (usize, Span),
    pub(crate) after: (String, Span),
    /// Variant of `TtlUnit`, and where it is named.
    pub(crate) unit: Option<(Ident, Span)>,
}

/// Column family.
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) data: Option<String>,
    /// Variant of `Compression`.
    pub(crate) compression: Option<Ident>,
}

/// Rule that is switched off.
pub(crate) struct Allowance {
    /// Id of the rule; `span` is where it is named.
    pub(crate) rule: &'static str,
    pub(crate) span: Span,
    pub(crate) reason: String,
    /// `true` if the attribute was read without an error, so that it can be checked.
    pub(crate) whole: bool,
}

/// Resolves `ttl(...)`.
pub(super) fn ttl(attrs: &TableAttrs, scope: Scope<'_>, errors: &mut Errors) -> Option<Ttl> {
    let (attr, span) = (attrs.ttl.get()?, attrs.ttl.span()?);
    let help = "write `ttl(column = created_at, after = \"P30D\")`";
    if !attr.column.is_set() {
        errors.rule(span, "ttl", "`ttl` does not name a column", help);
    }
    if !attr.after.is_set() {
        errors.rule(span, "ttl", "`ttl` does not say when rows expire", help);
    }
    let unit = attr.unit.get().and_then(|word| {
        let units = [
            ("seconds", "Seconds"),
            ("milliseconds", "Milliseconds"),
            ("microseconds", "Microseconds"),
            ("nanoseconds", "Nanoseconds"),
        ];
        let name = word.to_string();
        let found = one_of((&name, word.span()), &units, "ttl", format_args!("unknown unit `{name}`"), errors);
        found.map(|variant| (Ident::new(variant, Span::call_site()), word.span()))
    });
    let ident = attr.column.get()?;
    let Some(column) = scope.position(ident) else {
        scope.unknown(ident, errors);
        return None;
    };
    let after = attr.after.get()?;
    if attr.unit.is_set() && unit.is_none() {
        return None;
    }
    Some(Ttl { column: (column, ident.span()), after: (after.value(), after.span()), unit })
}

const FAMILY_FORMAT: &str = "the format is `family(cold, data = \"hdd\", compression = \"lz4\")`";

/// Resolves all `family(...)`.
pub(super) fn families(attrs: &TableAttrs, store: Store, errors: &mut Errors) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for attr in &attrs.families {
        let Some(name) = attr.name.get() else {
            errors.rule(attr.span, "malformed_attribute", "a family needs a name", FAMILY_FORMAT);
            continue;
        };
        case::column_name(&name.value(), name.span(), errors);
        if families.iter().any(|family| family.name == name.value()) {
            errors.rule(
                name.span(),
                "family",
                format_args!("family `{}` is declared twice", name.value()),
                "put its settings into one `family(...)`",
            );
        }
        if !attr.data.is_set() && !attr.compression.is_set() {
            errors.rule(
                name.span(),
                "family",
                format_args!("family `{}` has no settings", name.value()),
                FAMILY_FORMAT,
            );
        }
        if let (Some(span), Store::Column) = (attr.data.span(), store) {
            errors.rule(
                span,
                "store_setting",
                "YDB does not support `data` for families of column tables",
                "remove `data`, or store the table by rows",
            );
        }
        let compression = attr.compression.get().and_then(|text| {
            let known = [("off", "Off"), ("lz4", "Lz4"), ("zstd", "Zstd")];
            let value = text.value();
            let found = known.iter().find(|(name, _)| *name == value);
            if found.is_none() {
                errors.rule(
                    text.span(),
                    "family",
                    format_args!("unknown compression {value:?}"),
                    "write `\"off\"`, `\"lz4\"` or `\"zstd\"`",
                );
            }
            found.map(|(_, variant)| Ident::new(variant, text.span()))
        });
        families.push(Family { name: name.value(), data: attr.data.get().map(|text| text.value()), compression });
    }
    families
}

/// Resolves `read_replicas` to a variant of `ReadReplicas` and its number.
pub(super) fn read_replicas(attrs: &TableAttrs, errors: &mut Errors) -> Option<(Ident, u32)> {
    let text = attrs.read_replicas.get()?;
    let value = text.value();
    let parsed = value.split_once(':').and_then(|(place, count)| {
        let variant = match place {
            "PER_AZ" => "PerAz",
            "ANY_AZ" => "AnyAz",
            _ => return None,
        };
        Some((Ident::new(variant, text.span()), count.parse().ok()?))
    });
    if parsed.is_none() {
        errors.rule(
            text.span(),
            "store_setting",
            format_args!("{value:?} is not a valid setting of read replicas"),
            "write `\"PER_AZ:1\"` for one in each availability zone, or `\"ANY_AZ:1\"` for one in all",
        );
    }
    parsed
}

/// Resolves all `allow(...)`.
pub(super) fn allowances(attrs: &TableAttrs, errors: &mut Errors) -> Vec<Allowance> {
    let mut allowances: Vec<Allowance> = Vec::new();
    let all = allowable;
    for attr in &attrs.allowances {
        let Some(word) = attr.rule.get() else {
            if !attr.whole {
                continue;
            }
            errors.rule(
                attr.span,
                "allowance",
                "`allow` does not name a rule",
                format_args!("the rules that can be allowed are {}", list(all())),
            );
            continue;
        };
        let id = word.to_string();
        let known = all().find(|known| *known == id);
        if known.is_none() {
            let fault = match exists(&id) {
                true => format!("the rule `{id}` cannot be allowed; fix the table instead"),
                false => format!("there is no rule `{id}`{}", did_you_mean(&id, all())),
            };
            let help = format_args!("the rules that can be allowed are {}", list(all()));
            errors.rule(word.span(), "allowance", fault, help);
        }
        let reason = attr.reason.get().filter(|text| !text.value().trim().is_empty());
        if known.is_some() && reason.is_none() && attr.whole {
            errors.rule(
                attr.reason.get().map_or(word.span(), LitStr::span),
                "allowance",
                format_args!("allowing `{id}` needs a reason, for the next reader of the table"),
                format_args!("write `allow({id}, reason = \"why it does no harm to this table\")`"),
            );
        }
        // A rule that was probably meant counts, too, so that the mistake in the allowance is the only error.
        let Some(rule) = known.or_else(|| nearest(&id, all())) else { continue };
        if allowances.iter().any(|other| other.rule == rule) {
            errors.rule(word.span(), "allowance", format_args!("`{id}` is allowed twice"), "keep one of the two");
            continue;
        }
        allowances.push(Allowance {
            rule,
            span: word.span(),
            reason: reason.map(LitStr::value).unwrap_or_default(),
            whole: known.is_some() && attr.whole,
        });
    }
    allowances
}

/// Returns `true` if there is a rule of this id that the compiler checks.
pub(super) fn exists(id: &str) -> bool {
    let compiled = |kind| matches!(kind, Kind::Refused | Kind::Allowable(_) | Kind::Unless(_));
    RULES.iter().any(|rule| rule.id == id && compiled(rule.kind))
}

/// Returns the ids of the rules that `allow` can switch off.
fn allowable() -> impl Iterator<Item = &'static str> + Clone {
    RULES.iter().flat_map(names)
}

fn names(rule: &'static Rule) -> impl Iterator<Item = &'static str> + Clone {
    let (own, parts) = match rule.kind {
        Kind::Allowable(_) => (Some(rule.id), &[][..]),
        Kind::Error(parts) => (None, parts),
        _ => (None, &[][..]),
    };
    own.into_iter().chain(parts.iter().map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use ydb_keys_core::schema::allowance::Rule;

    use super::*;
    use crate::model::case::Case;

    #[test]
    fn the_table_allows_what_the_library_allows() {
        let mut table: Vec<String> = allowable().map(|id| format!("{id} {}", Case::Pascal.apply(id))).collect();
        let mut library: Vec<String> = Rule::ALL.iter().map(|rule| format!("{} {rule:?}", rule.id())).collect();
        table.sort();
        library.sort();
        assert_eq!(table, library);
    }

    /// The derive names the function by the rule's id.
    #[test]
    fn the_library_can_say_whether_a_table_breaks_an_allowable_rule() -> std::io::Result<()> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/ydb-keys-core/src/schema/rules");
        let mut code = String::new();
        for file in fs::read_dir(dir)? {
            code += &fs::read_to_string(file?.path())?;
        }
        for id in allowable() {
            assert!(code.contains(&format!("pub const fn breaks_{id}(")), "no function `breaks_{id}`");
        }
        Ok(())
    }

    #[test]
    fn knows_the_rules() {
        assert!(exists("nullable_key") && exists("column_type") && exists("full_scan"));
        assert!(!exists("large_key") && !exists("too_large") && !exists("hash_differs") && !exists(""));
    }
}
