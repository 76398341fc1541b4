//! Names of functions: how YQL compares them, and which it has. Some of them the engine does not support.

/// The names of YQL's functions, as its translator and its list of modules have them. A line is a group and names:
/// functions, aggregates, window functions, the functions of a module, and modules that the engine does not support.
const NAMES: &str = include_str!("names.txt");

/// A function's name as YQL compares it: without case and underscores.
pub(super) fn normalized(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// The lines of the list.
pub(super) fn lines() -> impl Iterator<Item = &'static str> {
    NAMES.lines()
}

/// The names of a group.
pub(super) fn group(wanted: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let lines = lines().filter_map(move |line| line.strip_prefix(wanted)?.strip_prefix(": "));
    lines.flat_map(|names| names.split(' '))
}

/// Whether YQL has a function of this normalized name in a group.
pub(super) fn exists(group_name: &str, name: &str) -> bool {
    group(group_name).any(|known| known.eq_ignore_ascii_case(name))
}
