//! Attributes of settings: TTL, column families, bloom filter, read replicas; and settings that no attribute declares.

use ydb_keys::schema::Store;
use ydb_keys_core::ddl::simple;
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_core::schema::simple::{Form, SETTINGS};

use super::attribute::{Word, bare, list, named, text};
use super::changefeed::changefeeds;
use super::draft::Draft;
use super::unsaid;
use crate::live::{LiveFamily, LiveSettings, LiveTtl};

/// Compressions that a model can declare for a family.
const COMPRESSIONS: [&str; 3] = ["off", "lz4", "zstd"];

/// Adds attributes for the TTL and the settings of one value, and notes for everything else.
pub(super) fn settings(draft: &mut Draft<'_>, settings: &LiveSettings) {
    if let Some(ttl) = &settings.ttl {
        match self::ttl(draft, ttl) {
            Ok(word) => draft.word(word),
            Err(why) => draft.miss(why),
        }
    }
    for setting in &SETTINGS {
        let Some(value) = draft.live.simple(setting) else { continue };
        match (draft.live.store, setting.form) {
            (Store::Row, Form::Switch) => draft.word(bare(setting.word)),
            (Store::Row, Form::Text) => draft.word(text(setting.word, value)),
            (Store::Column, _) => {
                draft.miss(format!("{}, which a model of a column table cannot declare.", simple(setting, value)));
            }
        }
    }
    changefeeds(draft, settings);
    let buckets = |name: &str| {
        let on = draft.live.index(name).and_then(|index| index.on.first());
        on.and_then(|on| draft.indexed(on)).and_then(|hash| hash.buckets)
    };
    let mut unsaid = Vec::new();
    for (index, text) in settings.index_settings.iter().filter(|(name, _)| buckets(name).is_none()) {
        unsaid.push(format!("Settings of the index `{index}`: {text}."));
    }
    for index in &draft.live.indexes {
        let Some(buckets) = buckets(&index.name) else { continue };
        let others = unsaid::of_buckets(settings.of_index(&index.name), buckets);
        if !others.is_empty() {
            unsaid.push(format!(
                "Settings of the index `{}`: {}. `apply` leaves them alone; an index with buckets that it builds is split by load.",
                index.name,
                others.join(", ")
            ));
        }
    }
    unsaid.into_iter().for_each(|text| draft.miss(text));
    for other in draft.live.unsaid() {
        let line = other.split_whitespace().collect::<Vec<_>>().join(" ");
        draft.miss(format!("{}.", line.trim_end_matches(['.', ';'])));
    }
}

/// Returns the attribute `ttl(...)`, or a sentence that explains why a model cannot declare this TTL.
fn ttl(draft: &Draft<'_>, ttl: &LiveTtl) -> Result<Word, String> {
    let unit = match ttl.unit {
        None => None,
        Some(TtlUnit::Seconds) => Some("seconds"),
        Some(TtlUnit::Milliseconds) => Some("milliseconds"),
        Some(TtlUnit::Microseconds) => Some("microseconds"),
        Some(TtlUnit::Nanoseconds) => Some("nanoseconds"),
    };
    let tiers: Vec<String> = ttl
        .tiers
        .iter()
        .map(|tier| match &tier.to {
            Some(to) => format!("to `{to}` after {}", tier.after),
            None => format!("deleted after {}", tier.after),
        })
        .collect();
    let described = format!("TTL on `{}`: {}", ttl.column, tiers.join(", "));
    match (draft.field(&ttl.column), ttl.tiers.as_slice()) {
        (Some(field), [tier]) if unsaid::is_ttl(draft.live, ttl) => {
            let mut words = vec![Word::Value("column", field.to_owned()), text("after", &tier.after)];
            words.extend(unit.map(|unit| Word::Value("unit", unit.to_owned())));
            Ok(list("ttl", words))
        }
        _ => Err(format!("{described}; `apply` leaves it alone.")),
    }
}

/// Returns the settings of a family that a model can declare: those that the store supports, and a known compression.
fn settled(family: &LiveFamily, store: Store) -> Vec<Word> {
    let data = family.data.as_deref().filter(|_| store == Store::Row).map(|data| text("data", data));
    let compression = family.compression.as_deref().filter(|name| COMPRESSIONS.contains(name));
    data.into_iter().chain(compression.map(|name| text("compression", name))).collect()
}

/// Returns the settings of a family that a model cannot declare.
pub(crate) fn unsettled(family: &LiveFamily, store: Store) -> Vec<String> {
    let data = family.data.as_ref().filter(|_| store == Store::Column).map(|data| format!("DATA = {data:?}"));
    let other = family.compression.as_ref().filter(|name| !COMPRESSIONS.contains(&name.as_str()));
    let compression = other.map(|other| format!("COMPRESSION = {other:?}"));
    let cache = family.cache_mode.as_ref().map(|mode| format!("CACHE_MODE = {mode:?}"));
    data.into_iter().chain(compression).chain(cache).collect()
}

/// Adds `family(...)` for each family that has settings or columns.
pub(super) fn families(draft: &mut Draft<'_>) {
    let live = draft.live;
    let printed = live.settings.as_ref().map(|settings| settings.families.as_slice()).unwrap_or_default();
    let mut families = printed.to_vec();
    for name in live.columns.iter().filter_map(|column| column.family.as_ref()).filter(|name| *name != "default") {
        if families.iter().all(|family| family.name != *name) {
            let (name, data, compression, cache_mode) = (name.clone(), None, None, None);
            families.push(LiveFamily { name, data, compression, cache_mode });
        }
    }
    for family in &families {
        self::family(draft, family);
    }
}

fn family(draft: &mut Draft<'_>, family: &LiveFamily) {
    let (live, name) = (draft.live, &family.name);
    let mut words = settled(family, live.store);
    let left = unsettled(family, live.store);
    let used = live.columns.iter().any(|column| column.family.as_ref() == Some(name));
    match (words.is_empty(), left.is_empty()) {
        (true, true) if !used => draft.miss(format!("The family `{name}`, which sets nothing.")),
        (true, false) if !used => draft.miss(format!("The family `{name}` with {}.", left.join(", "))),
        (_, false) => draft.miss(format!("Of the family `{name}`: {}.", left.join(", "))),
        (_, true) => {}
    }
    if words.is_empty() && used {
        // A family of a model must set something, and without a printed compression, a family is not compressed.
        words.push(text("compression", "off"));
        if live.settings.is_none() {
            draft.remark(format!("TODO: this server does not report the settings of the family `{name}`."));
        }
    }
    if !words.is_empty() {
        draft.word(list("family", std::iter::once(named(name)).chain(words)));
    }
}
