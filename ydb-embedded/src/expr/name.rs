//! Names of functions, as YQL compares them.

/// A function's name as YQL compares it: without case and underscores.
pub(super) fn normalized(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}
