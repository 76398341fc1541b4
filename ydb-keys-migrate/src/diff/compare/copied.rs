//! What a table has besides its rows and its model: what a copy carries over, what it loses, and what prevents it.

use ydb_keys::__internal::ddl::{Name, Text};

use super::findings::Findings;
use super::indexes;
use crate::live::LiveSettings;
use crate::pull::unsettled;
use crate::rekey::{
    Paths, kept_settings, recomputed, reserved_attributes, serials, settings_of_index, user_attributes,
};

pub(super) fn compare(found: &mut Findings<'_>) {
    if let Some(obstacle) = Paths::of(found.path).obstacle() {
        found.hinders_a_copy(obstacle);
    }
    recomputed(found.table, found.live).into_iter().for_each(|obstacle| found.hinders_a_copy(obstacle));
    rights(found);
    let live = found.live;
    for (name, value) in user_attributes(&live.attributes) {
        found.carried(format!("attribute {} = {}", Name(name), Text(value, '\'')));
    }
    for name in reserved_attributes(&live.attributes) {
        found.not_copied(format!("attribute {}, which only the server can set", Name(name)));
    }
    match found.settings() {
        Some(settings) => of_settings(found, settings),
        None => {
            for column in serials(found.table) {
                found.not_copied(format!(
                    "the position of the sequence of {}, which this server does not report: numbering continues after \
                     the greatest number in the rows, so the numbers of rows deleted from the end are used again",
                    Name(column.name)
                ));
            }
        }
    }
}

/// A renamed table keeps its own rights, so a copy must be given the rights of the old table.
fn rights(found: &mut Findings<'_>) {
    let Some(rights) = &found.live.rights else { return };
    for (subject, names) in &rights.grants {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        found.carried(format!("grant of {} to {}", names.join(", "), Name(subject)));
    }
    if !rights.owner.is_empty() {
        found.carried(format!(
            "owner {}, if this user runs the copy; otherwise the copy stops before the first row, because an owner can \
             only be changed by hand",
            Name(&rights.owner)
        ));
    }
}

fn of_settings(found: &mut Findings<'_>, settings: &LiveSettings) {
    for feed in &settings.changefeeds {
        let name = Name(feed);
        let with = settings.changefeed_settings.iter().find(|(of, _)| of == feed);
        let with = with.map_or_else(String::new, |(_, text)| format!(" WITH ({text})"));
        let declared = found.table.changefeeds.iter().any(|declared| declared.name == feed);
        let again = match declared {
            true => "after the copy, the next plan adds it again".to_owned(),
            false => format!("after the copy, run ALTER TABLE {} ADD CHANGEFEED {name}{with}", Name(found.path)),
        };
        found.hinders_a_copy(format!(
            "changefeed {name}: YDB cannot rename a table that has a changefeed. When its readers are done, run \
             ALTER TABLE {} DROP CHANGEFEED {name}; {again}",
            Name(found.path)
        ));
        if found.table.changefeeds.is_empty() && !found.needs_a_copy_already() {
            found.left_alone(format!("changefeed {name}"));
        }
    }
    for (index, text) in &settings.index_settings {
        let declared = found.table.indexes.iter().find(|declared| declared.name == index);
        let live = found.live.index(index);
        let what = format!("settings of index {}: {text}", Name(index));
        match declared {
            Some(declared) if found.needs_a_copy_already() => {
                if settings_of_index(found.live, declared).is_some_and(|settings| settings.are_by_hand) {
                    found.carried(what);
                }
            }
            // `index_settings` compares them.
            Some(declared) if declared.hash.is_some_and(|hash| hash.buckets.is_some()) => {}
            // Without the index, a step that drops it says what is lost.
            None if live.is_some_and(|live| indexes::unsaid(found, live).is_none())
                && !found.needs_a_copy_already() => {}
            _ => found.left_alone(what),
        }
    }
    for text in kept_settings(found.table, found.live) {
        found.carried(text);
    }
    for family in &settings.families {
        if found.table.families.iter().all(|declared| declared.name != family.name) && family.name != "default" {
            found.not_copied(format!("family {}", Name(&family.name)));
        }
    }
    for family in &settings.families {
        let unsettled = unsettled(family, found.live.store);
        if !unsettled.is_empty() {
            found.left_alone(format!("of family {}: {}", Name(&family.name), unsettled.join(", ")));
        }
    }
    for text in found.live.unsaid() {
        found.left_alone(text);
    }
}
