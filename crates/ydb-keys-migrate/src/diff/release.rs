//! Notes on steps of a plan that depend on the server's release.

use ydb_keys_core::schema::release::SERIALIZABLE;

use super::{Action, StatementKind, Step, TablePlan};
use crate::live::Release;

/// Release that deprecated `KEY_BLOOM_FILTER` in favor of local Bloom indexes. Every release accepts the setting (YDB's
/// page on tables: it "enables a bloom filter over the full primary key"), and therefore plans use it on every release.
const LOCAL_BLOOM_INDEXES: Release = Release::new(26, 2);

/// Setting that is deprecated.
const BLOOM_FILTER: &str = "KEY_BLOOM_FILTER = ENABLED";

impl TablePlan {
    /// Returns `true` if a step needs a note that depends on the release, or if a copy needs a certain release.
    pub(crate) fn asks_for_release(&self) -> bool {
        self.rekey.is_some() || self.steps.iter().any(|step| makes_a_filter(self, step))
    }

    /// Adds notes on settings that the release has deprecated, and on the release that a copy needs.
    #[must_use]
    pub(crate) fn noted(mut self, release: Option<Release>) -> Self {
        if let Some(rekey) = &mut self.rekey {
            match too_old_for_key_changes(release) {
                Some(true) => rekey.obstacles.extend(release.map(obstacle)),
                Some(false) => {}
                // The server does not report its release.
                None => rekey.phases.insert(
                    0,
                    format!(
                        "before this, make sure that the server is YDB {SERIALIZABLE} or later, because it does not say so: \
                         on an earlier one a write can be lost while the key changes"
                    ),
                ),
            }
        }
        let Some(release) = release.filter(|&release| release >= LOCAL_BLOOM_INDEXES) else { return self };
        for at in 0..self.steps.len() {
            if !makes_a_filter(&self, &self.steps[at]) {
                continue;
            }
            let step = &mut self.steps[at];
            let note = format!(
                "YDB {release} accepts KEY_BLOOM_FILTER, but {LOCAL_BLOOM_INDEXES} deprecated it in favor of a local \
                 Bloom index over the whole key, which also counts as the model's filter"
            );
            step.note = Some(match step.note.take() {
                Some(before) => format!("{before}; {note}"),
                None => note,
            });
        }
        self
    }
}

/// Returns `true` if a key must not be changed on this release; `None` if that is unknown.
///
/// A change moves rows between tables while programs write them, and relies on serializable transactions. It needs a
/// release that keeps their order. Such a release also renames a table safely while it is written (from 25.1.4 on: ydb
/// #4782, #23466, #23533).
pub(crate) fn too_old_for_key_changes(release: Option<Release>) -> Option<bool> {
    release?.reaches(SERIALIZABLE).map(|reaches| !reaches)
}

/// Returns the reason why the key cannot be changed on this release.
pub(crate) fn obstacle(release: Release) -> String {
    format!(
        "this server is YDB {release}, on which a commit can succeed although another transaction has changed what it had \
         read, so that a write would be lost while the key changes: update it to {SERIALIZABLE} or later"
    )
}

fn makes_a_filter(plan: &TablePlan, step: &Step) -> bool {
    match &step.action {
        Action::Statement { kind: StatementKind::CreateTable, .. } => plan.table.bloom_filter,
        Action::Statement { kind: StatementKind::Set { settings }, .. } => {
            settings.iter().any(|setting| setting == BLOOM_FILTER)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use ydb_keys::schema::ColumnDef;
    use ydb_keys::{Column as _, Table};

    use super::*;
    use crate::diff::{Rekey, compare};

    const ID: ColumnDef = ColumnDef::new("id", u64::INFO);
    static FILTERED: Table = Table { name: "visits", columns: &[ID], key: &[0], bloom_filter: true, ..Table::EMPTY };
    static PLAIN: Table = Table { name: "visits", columns: &[ID], key: &[0], ..Table::EMPTY };

    fn first_note(table: &'static Table, release: Option<Release>) -> Option<String> {
        compare(table, table.name, None).noted(release).steps.remove(0).note
    }

    #[test]
    fn a_deprecated_filter_is_noted() {
        assert!(compare(&FILTERED, "visits", None).asks_for_release());
        assert!(!compare(&PLAIN, "visits", None).asks_for_release());
        let note = first_note(&FILTERED, Some(Release::new(26, 2))).unwrap_or_default();
        assert_eq!(
            note,
            "YDB 26.2 accepts KEY_BLOOM_FILTER, but 26.2 deprecated it in favor of a local Bloom index over the whole \
             key, which also counts as the model's filter"
        );
        assert!(
            first_note(&FILTERED, Some(Release::new(27, 1))).is_some_and(|note| note.starts_with("YDB 27.1 accepts"))
        );
    }

    #[test]
    fn older_releases_and_plans_without_a_filter_get_no_note() {
        assert_eq!(first_note(&FILTERED, Some(Release::new(26, 1))), None);
        assert_eq!(first_note(&FILTERED, None), None);
        assert_eq!(first_note(&PLAIN, Some(Release::new(26, 2))), None);
    }

    #[test]
    fn a_copy_needs_a_release() {
        let plan = || {
            let phases = vec!["create it".to_owned()];
            let [reasons, obstacles, carried, not_copied] = [const { Vec::new() }; 4];
            let rekey = Some(Rekey { reasons, obstacles, carried, not_copied, phases });
            TablePlan { rekey, ..compare(&PLAIN, "visits", None) }
        };
        assert!(plan().asks_for_release());
        let noted = |release| plan().noted(release).rekey.map(|rekey| (rekey.obstacles.len(), rekey.phases.len()));
        for (version, expected) in [
            (None, (0, 2)),
            (Some("stable-24-4"), (1, 1)),
            (Some("stable-25-2-1"), (1, 1)),
            (Some("stable-25-3"), (0, 2)),
            (Some("stable-25-3-1"), (0, 1)),
            (Some("stable-25-4"), (0, 1)),
        ] {
            assert_eq!(noted(version.and_then(Release::of)), Some(expected), "{version:?}");
        }
    }
}
