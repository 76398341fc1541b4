//! The time to live of rows.

use ydb_keys_core::ddl::{Change, Name, ttl_text};
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::Ttl;

use super::findings::{Findings, Turn};
use crate::diff::Difference;
use crate::live::{LiveTtl, LiveTtlTier};
use crate::pull::unsaid;

pub(super) fn compare(found: &mut Findings<'_>) {
    let Some(settings) = found.settings() else { return };
    match (found.table.ttl, &settings.ttl) {
        (None, None) => {}
        (None, Some(live)) if !unsaid::is_ttl(found.live, live) => found.left_alone(format!("TTL = {}", text(live))),
        (None, Some(live)) => {
            found.differs(Difference::Ttl { model: None, live: Some(text(live)) });
            let note = "rows no longer expire".to_owned();
            found.noted(Turn::ResetTtl, Change::ResetTtl, note);
        }
        (Some(model), None) => {
            found.differs(Difference::Ttl { model: Some(model_text(found, &model)), live: None });
            set(found, &model, true);
        }
        (Some(model), Some(live)) => both(found, &model, live),
    }
}

fn both(found: &mut Findings<'_>, model: &Ttl, live: &LiveTtl) {
    let column = found.table.columns[model.column].name;
    let same_clock = live.column == column && live.unit == model.unit;
    let (wanted, there) = (seconds(model.after), deletes_after(live));
    if same_clock && wanted.is_some() && wanted == there {
        return;
    }
    if live.is_foreign() && same_clock && wanted.is_some() && wanted == last_after(live) {
        return found.left_alone(format!("TTL = {}", text(live)));
    }
    found.differs(Difference::Ttl { model: Some(model_text(found, model)), live: Some(text(live)) });
    if live.is_foreign() {
        return found.by_hand(
            "TTL: the table's TTL moves rows to other storage, which a model cannot declare and the model's TTL would \
             end. Set the TTL by hand, with all its tiers"
                .to_owned(),
        );
    }
    // YDB cannot drop a column that the TTL uses.
    if found.table.columns.iter().all(|column| column.name != live.column) {
        let note = "its column is dropped; a later step sets the new TTL".to_owned();
        return found.as_one("TTL".to_owned(), |found| {
            found.noted(Turn::ResetTtl, Change::ResetTtl, note);
            set(found, model, true);
        });
    }
    set(found, model, !(same_clock && wanted > there && there.is_some()));
}

fn set(found: &mut Findings<'_>, model: &Ttl, may_delete: bool) {
    let setting = [format!("TTL = {}", model_text(found, model))];
    let column = Name(found.table.columns[model.column].name);
    match may_delete {
        true => {
            let note = format!("YDB starts to delete rows whose {column} is longer ago than {}", model.after);
            found.destructive(Turn::SetTtl, Change::Set(&setting), note);
        }
        false => found.step(Turn::SetTtl, Change::Set(&setting)),
    }
}

/// After how many seconds rows are deleted; `None` if they are moved before that, or if the duration cannot be read.
fn deletes_after(live: &LiveTtl) -> Option<i64> {
    match &*live.tiers {
        [LiveTtlTier { after, to: None }] => seconds(after),
        _ => None,
    }
}

/// After how many seconds the last tier deletes rows; `None` if the last tier does something else.
fn last_after(live: &LiveTtl) -> Option<i64> {
    live.tiers.last().filter(|tier| tier.to.is_none()).and_then(|tier| seconds(&tier.after))
}

/// YDB keeps a TTL in whole seconds.
fn seconds(text: &str) -> Option<i64> {
    Some(duration(text)? / 1_000_000)
}

fn model_text(found: &Findings<'_>, ttl: &Ttl) -> String {
    ttl_text(found.table.columns[ttl.column].name, ttl.after, ttl.unit)
}

fn text(live: &LiveTtl) -> String {
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
