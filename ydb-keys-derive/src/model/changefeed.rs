//! Changefeeds of a table, resolved.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::case;
use super::column::Store;
use super::index::Index;
use crate::attr::parse::Slot;
use crate::attr::table::{ChangefeedAttr, TableAttrs};
use crate::diag::{Errors, did_you_mean, list};
use crate::words::{ChangefeedWord, Words as _};

/// Most changefeeds that a table can have.
const MAX_CHANGEFEEDS: usize = 5;

/// Values of `mode`, with the variants of `ChangefeedMode`.
const MODES: [(&str, &str); 5] = [
    ("keys_only", "KeysOnly"),
    ("updates", "Updates"),
    ("new_image", "NewImage"),
    ("old_image", "OldImage"),
    ("new_and_old_images", "NewAndOldImages"),
];

/// Values of `format`, with the variants of `ChangefeedFormat`.
const FORMATS: [(&str, &str); 2] = [("json", "Json"), ("debezium_json", "DebeziumJson")];

/// Changefeed with its resolved attributes.
pub(crate) struct Changefeed {
    pub(crate) name: String,
    /// Variant of `ChangefeedMode`.
    pub(crate) mode: Ident,
    /// Variant of `ChangefeedFormat`.
    pub(crate) format: Ident,
    /// Fields of `ChangefeedDef` that are true.
    pub(crate) flags: Vec<Ident>,
    /// Time for which records are kept, and where it is written.
    pub(crate) retention: Option<(String, Span)>,
    pub(crate) barriers: Option<(String, Span)>,
    /// Number of partitions, and where it is written.
    pub(crate) min_partitions: Option<(Span, u32)>,
}

/// Resolves all `changefeed(...)`.
pub(super) fn resolve(attrs: &TableAttrs, indexes: &[Index], store: Store, errors: &mut Errors) -> Vec<Changefeed> {
    let mut feeds: Vec<Changefeed> = Vec::new();
    for (at, attr) in attrs.changefeeds.iter().enumerate() {
        if store == Store::Column {
            errors.rule(
                attr.span,
                "changefeed",
                "YDB has no changefeeds of column tables",
                "remove the changefeed, or store the table by rows",
            );
            continue;
        }
        if at == MAX_CHANGEFEEDS {
            let count = attrs.changefeeds.len();
            errors.rule(
                attr.span,
                "changefeed",
                format_args!("a YDB table has at most {MAX_CHANGEFEEDS} changefeeds, this one has {count}"),
                "let several consumers read one changefeed: each has its own position",
            );
        }
        let Some(feed) = resolve_one(attr, errors) else { continue };
        let of_index = indexes.iter().any(|index| index.name == feed.name).then_some("an index");
        let of_feed = feeds.iter().any(|other| other.name == feed.name).then_some("another changefeed");
        if let Some(other) = of_index.or(of_feed) {
            errors.rule(
                attr.name.span().unwrap_or(attr.span),
                "changefeed",
                format_args!("{other} of the table is called `{}`, too", feed.name),
                "give each index and each changefeed of a table its own name",
            );
            continue;
        }
        feeds.push(feed);
    }
    feeds
}

fn resolve_one(attr: &ChangefeedAttr, errors: &mut Errors) -> Option<Changefeed> {
    let Some(name) = attr.name.get() else {
        if attr.whole {
            let help = "write `changefeed(feed, mode = updates)`";
            errors.rule(attr.span, "changefeed", "a changefeed needs a name", help);
        }
        return None;
    };
    case::column_name(&name.value(), name.span(), errors);
    let mode = match attr.mode.get() {
        Some(word) => one_of(word, "changefeed", "mode", &MODES, errors),
        None => {
            if attr.whole {
                errors.rule(
                    name.span(),
                    "changefeed",
                    format_args!("changefeed `{}` does not say what its records hold", name.value()),
                    format_args!("add `mode = ..`, one of {}", list(MODES.iter().map(|(word, _)| *word))),
                );
            }
            None
        }
    };
    let format = match attr.format.get() {
        Some(word) => one_of(word, "changefeed", "format", &FORMATS, errors),
        None => Some(Ident::new("Json", Span::call_site())),
    };
    if format.as_ref().is_some_and(|format| format == "DebeziumJson") {
        debezium(attr, mode.as_ref(), errors);
    }
    let min_partitions = attr.min_partitions.get().copied();
    if let Some((span, 0)) = min_partitions {
        errors.rule(span, "changefeed", "a topic has at least one partition", "remove `min_partitions`");
    }
    let interval = |slot: &Slot<LitStr>| slot.get().map(|text| (text.value(), text.span()));
    Some(Changefeed {
        name: name.value(),
        mode: mode?,
        format: format?,
        flags: attr.flags.iter().map(|(word, _)| Ident::new(word.name(), Span::call_site())).collect(),
        retention: interval(&attr.retention),
        barriers: interval(&attr.barriers),
        min_partitions: min_partitions.filter(|(_, count)| *count > 0),
    })
}

fn one_of(word: &Ident, rule: &str, what: &str, known: &[(&'static str, &str)], errors: &mut Errors) -> Option<Ident> {
    let name = word.to_string();
    let words = || known.iter().map(|(word, _)| *word);
    let found = known.iter().find(|(known, _)| *known == name);
    if found.is_none() {
        let fault = match name.as_str() {
            "dynamodb_streams_json" => "`dynamodb_streams_json` is for the document tables of the DynamoDB API".into(),
            _ => format!("there is no {what} `{name}`{}", did_you_mean(&name, words())),
        };
        errors.rule(word.span(), rule, fault, format_args!("expected one of {}", list(words())));
    }
    found.map(|(_, variant)| Ident::new(variant, word.span()))
}

/// Reports settings that the server refuses together with `debezium_json`
/// (`schemeshard__operation_create_cdc_stream.cpp`).
fn debezium(attr: &ChangefeedAttr, mode: Option<&Ident>, errors: &mut Errors) {
    let updates = mode.filter(|mode| *mode == "Updates").map(Ident::span);
    let refused = [
        ("`mode = updates`", updates, "choose another mode"),
        ("`virtual_timestamps`", attr.flag(ChangefeedWord::VirtualTimestamps), "remove it"),
        ("`barriers`", attr.barriers.span(), "remove it"),
    ];
    for (what, span, cure) in refused {
        if let Some(span) = span {
            errors.rule(
                span,
                "changefeed",
                format_args!("YDB refuses {what} with `format = debezium_json`"),
                format_args!("{cure}, or write `format = json`"),
            );
        }
    }
}
