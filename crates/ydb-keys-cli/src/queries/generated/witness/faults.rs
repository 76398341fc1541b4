//! Faults that are planted in the texts that are sent, as the library once made them: the comparison must find each.

use super::models::{SHAPES, Shape};

/// Plants a fault in a text, if there is a place for it.
pub(super) type Fault = fn(&str) -> Option<String>;

/// All of them, with their names.
pub(super) const FAULTS: [(&str, Fault); 7] = [
    ("a condition is left out", leave_out),
    ("two computed columns change places", swap),
    ("a hash is that of a value of another type", hash_as_another_type),
    ("a written hash is another one", write_another),
    ("the buckets of an outer join's source are in WHERE", move_buckets),
    ("the hash of one branch holds for all", hoist),
    ("a row of a join without a partner has a hash", hash_no_row),
];

fn computed() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().flat_map(|shape| shape.table.computed()).map(|hash| hash.name)
}

/// The first condition `label.hash = .. AND `: where it begins and ends.
fn condition(text: &str, is_one: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let is_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '`');
    let found = computed().flat_map(|hash| {
        let condition = format!("{hash} = ");
        text.match_indices(&condition).map(|(at, _)| at).collect::<Vec<_>>()
    });
    let found = found.map(|at| text[..at].trim_end_matches(is_label).len()).filter(|&at| is_one(at)).min()?;
    let end = found + text[found..].find(" AND ")? + " AND ".len();
    Some((found, end))
}

fn leave_out(text: &str) -> Option<String> {
    let (start, end) = condition(text, |_| true)?;
    Some(format!("{}{}", &text[..start], &text[end..]))
}

fn swap(text: &str) -> Option<String> {
    let pairs = SHAPES.iter().map(|shape| shape.table.computed().map(|hash| hash.name).collect::<Vec<_>>());
    pairs.into_iter().find_map(|pair| {
        let [one, other] = pair[..] else { return None };
        let (listed, named) = (format!(", {one}, {other})"), [format!(" AS {one}"), format!(" AS {other}")]);
        if text.contains(&listed) {
            return Some(text.replace(&listed, &format!(", {other}, {one})")));
        }
        let has_both = named.iter().all(|name| text.contains(name));
        has_both.then(|| text.replace(&named[0], "\0").replace(&named[1], &named[0]).replace('\0', &named[1]))
    })
}

fn hash_as_another_type(text: &str) -> Option<String> {
    let at = text.find("Digest::XXH3(")?;
    let (before, hashed) = text.split_at(at);
    let wrong = [("AS Uint32)", "AS Uint64)"), ("AS Uint8)", "AS Uint32)"), ("u)", "ul)")];
    let (right, wrong) = wrong.into_iter().find(|(right, _)| hashed.contains(right))?;
    Some(format!("{before}{}", hashed.replacen(right, wrong, 1)))
}

/// A parameter in a list of values, or of items.
fn write_another(text: &str) -> Option<String> {
    let is_written = ["INSERT", "UPSERT", "REPLACE"].iter().any(|verb| text.contains(verb));
    let (at, parameter) = computed().filter(|_| is_written).find_map(|hash| {
        let (at, found) = text.match_indices(&format!(", ${hash}_")).next()?;
        let digits = text[at + found.len()..].chars().take_while(char::is_ascii_digit).count();
        Some((at, &text[at + 2..at + found.len() + digits]))
    })?;
    let other = format!(", {parameter} + {parameter} + 1ul");
    Some(format!("{}{other}{}", &text[..at], &text[at + 2 + parameter.len()..]))
}

fn move_buckets(text: &str) -> Option<String> {
    const BEFORE: &str = "(SELECT * FROM ";
    let from = text.find(&format!(" LEFT JOIN {BEFORE}"))? + " LEFT JOIN ".len();
    let inner = &text[from + BEFORE.len()..];
    let (table, condition) = inner[..inner.find("))")? + 1].split_once(" WHERE ")?;
    let is_buckets = computed().any(|hash| condition.starts_with(&format!("{hash} IN (")));
    let rest = inner[table.len() + " WHERE ".len() + condition.len()..].strip_prefix(") AS ")?;
    let label = rest.split(' ').next()?;
    let moved = format!("{label}.{condition}");
    let rest = match rest.split_once(" WHERE ") {
        Some((on, filter)) => format!("{on} WHERE {moved} AND ({filter})"),
        None => format!("{rest} WHERE {moved}"),
    };
    is_buckets.then(|| format!("{}{table} AS {rest}", &text[..from]))
}

fn hoist(text: &str) -> Option<String> {
    let filter = |at: usize| text[..at].rfind(" WHERE ").map(|place| place + " WHERE ".len());
    let (start, end) = condition(text, |at| filter(at).is_some() && text[at..].contains(" OR "))?;
    let place = filter(start)?;
    Some(format!("{}{}({})", &text[..place], &text[start..end], &text[place..]))
}

/// A hash beside a comparison with NULL of a column that a LEFT JOIN may leave without a row.
fn hash_no_row(text: &str) -> Option<String> {
    let is_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '`');
    // What follows from a condition does not follow from its opposite.
    let compared = text.match_indices(" IS NOT DISTINCT FROM NULL").filter(|_| !text.contains("NOT ("));
    compared.map(|(at, _)| text[..at].trim_end_matches(is_label).len()).find_map(|at| {
        let label = text[at..].split('.').next()?;
        let joined = |shape: &&Shape| text.contains(&format!(" LEFT JOIN `{}` AS {label} ", shape.table.name));
        let hash = SHAPES.iter().find(joined)?.table.hash?;
        Some(format!("{}{label}.{} = 0 AND {}", &text[..at], hash.name, &text[at..]))
    })
}
