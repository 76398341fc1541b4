//! The release of a server as its `Version()` names it, and the releases that protocols of this project need. Not
//! public: only the other crates of this project use it.

use std::cmp::Ordering;
use std::fmt;

/// First release whose commits are serializable in all cases. In earlier ones a commit could succeed after a shard had
/// restarted, although another transaction had changed rows that it had read (ydb #27963, #28061; the changelog of
/// 25.3.1.25).
pub const SERIALIZABLE: Release = Release { year: 25, number: 3, patch: Some(1) };

/// A release of YDB, such as `26.2`. The statements that a server knows depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    year: u16,
    number: u16,
    /// Third number of the release; `None` if the server does not name it.
    patch: Option<u16>,
}

impl Release {
    /// Creates a release from a year, `26`, and a number within the year.
    pub const fn new(year: u16, number: u16) -> Self {
        Release { year, number, patch: None }
    }

    /// Parses the release from the text of YQL's `Version()`; `None` for a build without one, such as `main`.
    ///
    /// The text is the branch or tag from which the server was built: `stable-26-1-1-10`, `26.2.1.14`,
    /// `release-25.2-ydb-7`.
    pub fn of(version: &str) -> Option<Self> {
        let mut words = version.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let year = words.find_map(|word| word.parse().ok().filter(|year| (22..100).contains(year)))?;
        let number = words.next()?.parse().ok().filter(|number| (1..10).contains(number))?;
        Some(Release { year, number, patch: words.next().and_then(|word| word.parse().ok()) })
    }

    /// Returns `Some(true)` if this is the other release or a later one; `None` if the third number decides, and the
    /// server does not name it.
    pub fn reaches(self, other: Release) -> Option<bool> {
        match (self.year, self.number).cmp(&(other.year, other.number)) {
            Ordering::Less => Some(false),
            Ordering::Greater => Some(true),
            Ordering::Equal if other.patch.is_none() => Some(true),
            Ordering::Equal => self.patch.map(|_| self.patch >= other.patch),
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Release { year, number, patch } = self;
        match patch {
            Some(patch) => write!(f, "{year}.{number}.{patch}"),
            None => write!(f, "{year}.{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the forms that YDB's Django backend reads, and the forms of release tags.
    #[test]
    fn texts_of_servers() {
        for (text, year, number, patch) in [
            ("stable-26-1-1-10", 26, 1, Some(1)),
            ("stable-26-2", 26, 2, None),
            ("26.2.1.14", 26, 2, Some(1)),
            ("23.4.11-ydb", 23, 4, Some(11)),
            ("release-25.2-ydb-7", 25, 2, None),
            ("refs/tags/26.3.1.2", 26, 3, Some(1)),
            ("stable-25-1-4.hotfix", 25, 1, Some(4)),
        ] {
            assert_eq!(Release::of(text), Some(Release { year, number, patch }), "{text}");
        }
    }

    #[test]
    fn a_build_without_a_release() {
        for text in ["", "main", "trunk", "unknown", "stable", "26", "stable-26", "feature-12345", "1.2.3", "r1.0"] {
            assert_eq!(Release::of(text), None, "{text}");
        }
    }

    #[test]
    fn later_releases_are_greater() {
        let in_order = [(25, 4), (26, 1), (26, 2), (27, 1)].map(|(year, number)| Release::new(year, number));
        assert!(in_order.is_sorted());
        assert_eq!(in_order[2].to_string(), "26.2");
        assert!(Release::of("26.2.1.14").is_some_and(|patched| patched > Release::new(26, 2)));
    }

    #[test]
    fn the_third_number_counts_where_it_decides() {
        let reaches = |text| Release::of(text).and_then(|release| release.reaches(SERIALIZABLE));
        for (text, expected) in [
            ("stable-24-4-9", Some(false)),
            ("stable-25-2-1", Some(false)),
            ("25.3.0.1", Some(false)),
            ("stable-25-3-1", Some(true)),
            ("25.3.1.25", Some(true)),
            ("stable-25-3", None),
            ("stable-25-4", Some(true)),
            ("stable-26-1-1-10", Some(true)),
        ] {
            assert_eq!(reaches(text), expected, "{text}");
        }
        assert_eq!(SERIALIZABLE.to_string(), "25.3.1");
    }
}
