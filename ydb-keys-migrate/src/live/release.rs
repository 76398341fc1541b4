//! The release of a server, read from the text of `Version()`.

use std::fmt;

/// A release of YDB without its patch number, such as `26.2`: which statements a server knows depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    year: u16,
    number: u16,
}

impl Release {
    /// The release of a year, `26`, and its number within the year.
    #[doc(hidden)]
    pub const fn new(year: u16, number: u16) -> Self {
        Release { year, number }
    }

    /// The release in the text of YQL's `Version()`; `None` for a build without one, such as `main`.
    ///
    /// The text is the branch or tag that the server was built from: `stable-26-1-1-10`, `26.2.1.14`,
    /// `release-25.2-ydb-7`.
    pub(crate) fn of(version: &str) -> Option<Self> {
        let mut words = version.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let year = words.find_map(|word| word.parse().ok().filter(|year| (22..100).contains(year)))?;
        let number = words.next()?.parse().ok().filter(|number| (1..10).contains(number))?;
        Some(Release { year, number })
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.year, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms that YDB's Django backend reads, and the forms of release tags.
    #[test]
    fn texts_of_servers() {
        for (text, year, number) in [
            ("stable-26-1-1-10", 26, 1),
            ("stable-26-2", 26, 2),
            ("26.2.1.14", 26, 2),
            ("23.4.11-ydb", 23, 4),
            ("release-25.2-ydb-7", 25, 2),
            ("refs/tags/26.3.1.2", 26, 3),
            ("stable-25-1-4.hotfix", 25, 1),
        ] {
            assert_eq!(Release::of(text), Some(Release::new(year, number)), "{text}");
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
    }
}
