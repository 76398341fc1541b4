//! Column families and their settings.

use ydb_keys_core::ddl::{Change, Family, Name};
use ydb_keys_core::schema::settings::{Compression, FamilyDef};

use super::findings::{Findings, Turn};
use crate::diff::Difference;
use crate::live::LiveFamily;

pub(super) fn compare(found: &mut Findings<'_>) {
    // An older server does not report families; `settings::not_reported` adds them to what was not compared.
    let Some(settings) = found.settings() else { return };
    for family in found.table.families {
        let live = settings.families.iter().find(|live| live.name == family.name);
        match live {
            Some(live) => both(found, family, live),
            None if is_there(found, family) => {
                let bare = LiveFamily { name: family.name.into(), data: None, compression: None, cache_mode: None };
                both(found, family, &bare);
            }
            None => {
                let model = Family(family).to_string();
                found.differs(Difference::Family { name: family.name.into(), model, live: None });
                found.step(Turn::AddFamily, Change::AddFamily(family));
            }
        }
    }
}

/// Whether the table has the family: YDB may not print a family without settings.
fn is_there(found: &Findings<'_>, family: &FamilyDef) -> bool {
    family.name == "default" || found.live.columns.iter().any(|column| column.family.as_deref() == Some(family.name))
}

/// Compares the settings of a family that both sides have. Settings that the model leaves out are up to the server.
fn both(found: &mut Findings<'_>, model: &FamilyDef, live: &LiveFamily) {
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
    found.differs(Difference::Family {
        name: model.name.into(),
        model: Family(model).to_string(),
        live: Some(text(live)),
    });
    let note = "existing rows change when the table is compacted".to_owned();
    found.noted(Turn::AlterFamily, Change::AlterFamily(&changed), note);
}

fn text(live: &LiveFamily) -> String {
    let settings = [("DATA", &live.data), ("COMPRESSION", &live.compression), ("CACHE_MODE", &live.cache_mode)];
    let settings: Vec<String> =
        settings.iter().filter_map(|(key, value)| value.as_ref().map(|value| format!("{key} = \"{value}\""))).collect();
    format!("FAMILY {} ({})", Name(&live.name), settings.join(", "))
}
