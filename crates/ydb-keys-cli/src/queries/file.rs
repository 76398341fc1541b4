//! A file to its queries: each begins with `-- name: latest_orders`, as sqlc writes it.

/// A query of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedQuery<'t> {
    /// Its name; that of the file if it has none.
    pub(crate) name: &'t str,
    /// Its text.
    pub(crate) text: &'t str,
    /// Where its text begins in the file.
    pub(crate) begin: usize,
    /// The line of the file in which the text begins, from 0.
    pub(crate) line: u32,
    /// The reason of `-- full_scan(reason)`: the query may read all rows.
    pub(crate) full_scan: Option<&'t str>,
}

/// The queries of a file. What comes before the first name belongs to no query; a file without names is one query.
pub(crate) fn named<'t>(file: &'t str, text: &'t str) -> Vec<NamedQuery<'t>> {
    let mut found: Vec<(&str, usize, u32)> = Vec::new();
    let mut offset = 0;
    for (number, line) in (0..).zip(text.split_inclusive('\n')) {
        if let Some(name) = name_of(line) {
            found.push((name, offset, number));
        }
        offset += line.len();
    }
    if found.is_empty() {
        found.push((file, 0, 0));
    }
    let ends = found.iter().skip(1).map(|&(_, begin, _)| begin).chain([text.len()]).collect::<Vec<_>>();
    let queries = found.into_iter().zip(ends).map(|((name, begin, line), end)| {
        let text = &text[begin..end];
        NamedQuery { name, text, begin, line, full_scan: text.lines().find_map(opt_out) }
    });
    queries.collect()
}

/// A text that is one query, with its name if it says one.
pub(crate) fn whole<'t>(name: &'t str, text: &'t str) -> NamedQuery<'t> {
    let name = text.lines().find_map(name_of).unwrap_or(name);
    NamedQuery { name, text, begin: 0, line: 0, full_scan: text.lines().find_map(opt_out) }
}

/// The name in `-- name: latest_orders :many`.
fn name_of(line: &str) -> Option<&str> {
    let rest = comment(line)?.strip_prefix("name:")?;
    rest.split_whitespace().next()
}

/// The reason in `-- full_scan(reason)`.
fn opt_out(line: &str) -> Option<&str> {
    let reason = comment(line)?.strip_prefix("full_scan(")?.strip_suffix(')')?.trim();
    (!reason.is_empty()).then_some(reason)
}

fn comment(line: &str) -> Option<&str> {
    line.trim().strip_prefix("--").map(str::trim)
}
