//! Comparison of settings: store, families, TTL, partitioning and simple settings; and the list of settings that older
//! servers do not report.

use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{
    Change, Family, Name, Names, automatic_partitioning, partition_megabytes, simple, switch, ttl_text,
};
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::{ByLoad, BySize, Compression, FamilyDef, Partitioning, Ttl};
use ydb_keys_core::schema::simple::{SETTINGS, Setting};

use super::findings::{StepTurn, TableFindings};
use crate::diff::Difference;
use crate::live::{LiveFamily, LiveSettings, LiveTtl, LiveTtlTier};
use crate::pull::unsaid;

pub(super) fn compare_store(found: &mut TableFindings<'_>) {
    let (model, live) = (found.table.store, found.live.store);
    if model != live {
        found.differences.push(Difference::Store { model: store(model).into(), live: store(live).into() });
        found.reasons.push(format!(
            "the table is a {} table, but the model declares a {} table: YDB cannot change the store of a table",
            store(live),
            store(model)
        ));
    }
}

const fn store(store: Store) -> &'static str {
    match store {
        Store::Row => "row",
        Store::Column => "column",
    }
}

pub(super) fn compare_settings(found: &mut TableFindings<'_>) {
    if found.settings().is_none() {
        return;
    }
    for setting in &SETTINGS {
        let Some(model) = (setting.of)(found.table) else { continue };
        let live = found.live.simple(setting);
        if setting.effective(&model).ok().flatten().as_deref() != live {
            let text = simple(setting, &model);
            let live = live.unwrap_or(setting.nothing).to_owned();
            found.differences.push(Difference::Setting { name: setting.name.into(), model, live });
            found.step(StepTurn::Settings, Change::Set(&[text]));
        }
    }
}

/// Records, in one sentence, the settings that a server before 26.1 does not report.
pub(super) fn not_reported(found: &mut TableFindings<'_>) {
    if found.settings().is_some() {
        return;
    }
    let table = found.table;
    // Defaults, sequences and the TTL of the table matter even if the model has none.
    let mut what: Vec<String> = if found.is_row_table() {
        vec!["default values".to_owned(), "serial columns".to_owned(), "TTL".to_owned()]
    } else {
        vec!["TTL".to_owned()]
    };
    let declared = [
        (table.store == Store::Column, "PARTITION BY HASH"),
        (table.partitioning.is_some(), "partitioning"),
        (table.indexes.iter().any(|index| index.hash.is_some()), "partitioning of indexes"),
        (!table.families.is_empty(), "families"),
    ];
    what.extend(declared.into_iter().filter(|(declared, _)| *declared).map(|(_, what)| what.to_owned()));
    what.extend(SETTINGS.iter().filter(|setting| (setting.of)(table).is_some()).map(Setting::title));
    if found.needs_a_copy_already() || !table.changefeeds.is_empty() {
        what.push("changefeeds".to_owned());
    }
    found.not_compared(what.join(", "), "SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)");
}

pub(super) fn compare_families(found: &mut TableFindings<'_>) {
    // An older server does not report families; `settings::not_reported` lists them.
    let Some(settings) = found.settings() else { return };
    for family in found.table.families {
        let live = settings.families.iter().find(|live| live.name == family.name);
        match live {
            Some(live) => compare_family(found, family, live),
            None if is_there(found, family) => {
                let bare = LiveFamily { name: family.name.into(), data: None, compression: None, cache_mode: None };
                compare_family(found, family, &bare);
            }
            None => {
                let model = Family(family).to_string();
                found.differences.push(Difference::Family { name: family.name.into(), model, live: None });
                found.step(StepTurn::AddFamily, Change::AddFamily(family));
            }
        }
    }
}

/// Returns `true` if the table has the family. YDB may not print a family without settings.
fn is_there(found: &TableFindings<'_>, family: &FamilyDef) -> bool {
    family.name == "default" || found.live.columns.iter().any(|column| column.family.as_deref() == Some(family.name))
}

/// Compares the settings of a family that both sides have. Settings that the model leaves out are chosen by the server.
fn compare_family(found: &mut TableFindings<'_>, model: &FamilyDef, live: &LiveFamily) {
    let data = model.data.filter(|&data| live.data.as_deref() != Some(data));
    let compression = model.compression.filter(|compression| {
        // Without a printed compression, the family is not compressed.
        let there = live.compression.as_deref().unwrap_or(Compression::Off.yql());
        !there.eq_ignore_ascii_case(compression.yql())
    });
    if data.is_none() && compression.is_none() {
        return;
    }
    let changed = FamilyDef { name: model.name, data, compression };
    found.differences.push(Difference::Family {
        name: model.name.into(),
        model: Family(model).to_string(),
        live: Some(family_text(live)),
    });
    let note = "existing rows change when the table is compacted".to_owned();
    found.noted(StepTurn::AlterFamily, Change::AlterFamily(&changed), note);
}

fn family_text(live: &LiveFamily) -> String {
    let settings = [("DATA", &live.data), ("COMPRESSION", &live.compression), ("CACHE_MODE", &live.cache_mode)];
    let settings: Vec<String> =
        settings.iter().filter_map(|(key, value)| value.as_ref().map(|value| format!("{key} = \"{value}\""))).collect();
    format!("FAMILY {} ({})", Name(&live.name), settings.join(", "))
}

pub(super) fn compare_ttl(found: &mut TableFindings<'_>) {
    let Some(settings) = found.settings() else { return };
    match (found.table.ttl, &settings.ttl) {
        (None, None) => {}
        (None, Some(live)) if !unsaid::is_ttl(found.live, live) => {
            found.left_alone(format!("TTL = {}", live_ttl_text(live)))
        }
        (None, Some(live)) => {
            found.differences.push(Difference::Ttl { model: None, live: Some(live_ttl_text(live)) });
            let note = "rows no longer expire".to_owned();
            found.noted(StepTurn::ResetTtl, Change::ResetTtl, note);
        }
        (Some(model), None) => {
            found.differences.push(Difference::Ttl { model: Some(model_ttl_text(found, &model)), live: None });
            set_ttl(found, &model, true);
        }
        (Some(model), Some(live)) => compare_both_ttl(found, &model, live),
    }
}

fn compare_both_ttl(found: &mut TableFindings<'_>, model: &Ttl, live: &LiveTtl) {
    let column = found.table.columns[model.column].name;
    let same_clock = live.column == column && live.unit == model.unit;
    let wanted = seconds(model.after);
    // A TTL that moves rows before it deletes them differs from the model's.
    let there = if let [LiveTtlTier { after, to: None }] = &*live.tiers { seconds(after) } else { None };
    if same_clock && wanted.is_some() && wanted == there {
        return;
    }
    // Seconds after which the last tier deletes rows; `None` if it does something else.
    let last = live.tiers.last().filter(|tier| tier.to.is_none()).and_then(|tier| seconds(&tier.after));
    if live.is_foreign() && same_clock && wanted.is_some() && wanted == last {
        return found.left_alone(format!("TTL = {}", live_ttl_text(live)));
    }
    found
        .differences
        .push(Difference::Ttl { model: Some(model_ttl_text(found, model)), live: Some(live_ttl_text(live)) });
    if live.is_foreign() {
        return found.by_hand.push(
            "TTL: the table's TTL moves rows to other storage, which a model cannot declare and the model's TTL would \
             end. Set the TTL by hand, with all its tiers"
                .to_owned(),
        );
    }
    // YDB cannot drop a column that the TTL uses.
    if found.table.columns.iter().all(|column| column.name != live.column) {
        let note = "its column is dropped; a later step sets the new TTL".to_owned();
        return found.as_one("TTL".to_owned(), |found| {
            found.noted(StepTurn::ResetTtl, Change::ResetTtl, note);
            set_ttl(found, model, true);
        });
    }
    set_ttl(found, model, !(same_clock && wanted > there && there.is_some()));
}

fn set_ttl(found: &mut TableFindings<'_>, model: &Ttl, may_delete: bool) {
    let setting = [format!("TTL = {}", model_ttl_text(found, model))];
    let column = Name(found.table.columns[model.column].name);
    if may_delete {
        let note = format!("YDB starts to delete rows whose {column} is longer ago than {}", model.after);
        found.destructive(StepTurn::SetTtl, Change::Set(&setting), note);
    } else {
        found.step(StepTurn::SetTtl, Change::Set(&setting))
    }
}

/// Parses a duration into whole seconds, because YDB keeps a TTL in whole seconds.
fn seconds(text: &str) -> Option<i64> {
    Some(duration(text)? / 1_000_000)
}

fn model_ttl_text(found: &TableFindings<'_>, ttl: &Ttl) -> String {
    ttl_text(found.table.columns[ttl.column].name, ttl.after, ttl.unit)
}

fn live_ttl_text(live: &LiveTtl) -> String {
    if let [LiveTtlTier { after, to: None }] = &*live.tiers {
        return ttl_text(&live.column, after, live.unit);
    }
    let tier = |tier: &LiveTtlTier| match &tier.to {
        // An unknown action is kept as printed.
        Some(action) if action.contains(' ') => format!("Interval(\"{}\") {action}", tier.after),
        Some(to) => format!("Interval(\"{}\") TO EXTERNAL DATA SOURCE {}", tier.after, Name(to)),
        None => format!("Interval(\"{}\") DELETE", tier.after),
    };
    let tiers: Vec<String> = live.tiers.iter().map(tier).collect();
    let unit = live.unit.map(|unit| format!(" AS {}", unit.yql())).unwrap_or_default();
    format!("{} ON {}{unit}", tiers.join(", "), Name(&live.column))
}

const BY_SIZE: &str = "AUTO_PARTITIONING_BY_SIZE";
const SIZE_MB: &str = "AUTO_PARTITIONING_PARTITION_SIZE_MB";
const BY_LOAD: &str = "AUTO_PARTITIONING_BY_LOAD";
const MIN: &str = "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT";
const MAX: &str = "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT";

pub(super) fn compare_partitioning(found: &mut TableFindings<'_>) {
    if let Some(partitioning) = &found.table.partitioning
        && (partitioning.uniform.is_some() || !partitioning.at_keys.is_empty())
    {
        found.not_compared(
            "first partitions",
            "they take effect when the table is created; after that, YDB splits and merges partitions",
        );
    }
    let Some(settings) = found.settings() else { return };
    match (found.table.store, &found.table.partitioning) {
        (Store::Row, Some(partitioning)) => compare_automatic(found, partitioning, settings),
        (Store::Row, None) => {}
        (Store::Column, partitioning) => {
            compare_by_hash(found, settings);
            compare_fixed(found, partitioning.and_then(|partitioning| partitioning.min), settings);
        }
    }
}

/// Compares automatic partitioning. If one setting differs, the step sets all of them, because YDB resets the others
/// when one is set alone.
fn compare_automatic(found: &mut TableFindings<'_>, model: &Partitioning, live: &LiveSettings) {
    let mut differ = false;
    let mut check = |name: &str, model: String, live: String| {
        if model != live {
            differ = true;
            found.differences.push(Difference::Setting { name: name.into(), model, live });
        }
    };
    let by_size = model.by_size != BySize::Off;
    if let Some(there) = live.by_size {
        check(BY_SIZE, switch(by_size).into(), switch(there).into());
    }
    if let (Some(wanted), Some(there)) = (partition_megabytes(model), live.size_mb) {
        check(SIZE_MB, wanted.to_string(), there.to_string());
    }
    check(BY_LOAD, switch(model.by_load == ByLoad::On).into(), switch(live.by_load.unwrap_or(false)).into());
    if let Some(there) = least(model, live) {
        check(MIN, model.fewest().to_string(), there.to_string());
    }
    if let Some(wanted) = model.max {
        check(MAX, wanted.to_string(), live.max.map_or_else(|| "none".into(), |max| max.to_string()));
    }
    if differ {
        // A maximum that the model does not declare is kept, unless it is below the model's minimum.
        let open = live.max.map(|max| max.max(model.fewest().into()));
        let settings = automatic_partitioning(model, model.max.map(u64::from).or(open));
        found.step(StepTurn::Partitioning, Change::Set(&settings));
    }
    if live.by_size.is_none() || by_size && live.by_size == Some(true) && live.size_mb.is_none() {
        found.not_compared("partition size", "SHOW CREATE TABLE does not print it");
    }
}

/// Returns the minimum number of partitions of the table; `None` if it is not printed and may equal the model's.
///
/// SHOW CREATE TABLE omits the minimum if it equals the number of partitions, and some releases omit a minimum of one.
fn least(model: &Partitioning, live: &LiveSettings) -> Option<u64> {
    let wanted = u64::from(model.fewest());
    let partitions = live.split_points.len() as u64 + 1;
    match live.min {
        Some(min) => Some(min),
        None if wanted == 1 || wanted == partitions => None,
        None => Some(partitions),
    }
}

fn compare_by_hash(found: &mut TableFindings<'_>, settings: &LiveSettings) {
    let there = &settings.partition_by;
    let table = found.table;
    // Without `PARTITION BY HASH`, the key chooses the partition, on both sides.
    let same = match table.partition_by {
        [] => there.is_empty() || *there == found.live.primary_key,
        chosen => {
            let names = chosen.iter().map(|&i| table.columns[i].name);
            names.eq(if there.is_empty() { &found.live.primary_key } else { there }.iter().map(String::as_str))
        }
    };
    if same {
        return;
    }
    let model: Vec<&str> = match table.partition_by {
        [] => table.primary_key().collect(),
        chosen => chosen.iter().map(|&i| table.columns[i].name).collect(),
    };
    found.reasons.push(format!(
        "the table has PARTITION BY HASH ({}), but the model declares ({}): YDB cannot change it",
        Names(there.iter().map(String::as_str)),
        Names(model.iter().copied())
    ));
    let model = model.into_iter().map(str::to_owned).collect();
    found.differences.push(Difference::PartitionBy { model, live: there.clone() });
}

/// Compares the number of partitions of a column table, which stays as it was at creation.
fn compare_fixed(found: &mut TableFindings<'_>, wanted: Option<u32>, settings: &LiveSettings) {
    let (Some(wanted), Some(there)) = (wanted, settings.min) else { return };
    if u64::from(wanted) != there {
        let (model, live) = (wanted.to_string(), there.to_string());
        found.differences.push(Difference::Setting { name: MIN.into(), model, live });
        found.reasons.push(format!(
            "the column table has {there} partitions, but the model declares {wanted}: YDB cannot change the number"
        ));
    }
}
