//! Queries by shape: texts that differ only in their literals and spaces are one query.

use super::RunQuery;

/// Sums the runs of queries of one shape. The first text stands for all of them.
pub(crate) fn grouped(queries: Vec<RunQuery>) -> Vec<RunQuery> {
    let mut found: Vec<(String, RunQuery)> = Vec::new();
    for query in queries {
        let shape = shape(&query.text);
        match found.iter_mut().find(|(of, _)| *of == shape) {
            Some((_, first)) => {
                let both = first.runs + query.runs;
                first.rows = match (first.rows, query.rows) {
                    (Some(one), Some(other)) if both > 0.0 => Some((one * first.runs + other * query.runs) / both),
                    (one, other) => one.or(other),
                };
                first.runs = both;
            }
            None => found.push((shape, query)),
        }
    }
    found.into_iter().map(|(_, query)| query).collect()
}

/// Returns a text with `?` for each literal and for each list of them, without comments and needless spaces.
fn shape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let ends_word = out.chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '`'));
        match c {
            '\'' | '"' => {
                let mut is_escaped = false;
                for (_, next) in rest.by_ref() {
                    match next {
                        _ if is_escaped => is_escaped = false,
                        '\\' => is_escaped = true,
                        _ if next == c => break,
                        _ => {}
                    }
                }
                out.push('?');
            }
            '-' if text[at..].starts_with("--") => rest.by_ref().take_while(|(_, next)| *next != '\n').for_each(drop),
            _ if c.is_ascii_digit() && !ends_word => {
                while rest.next_if(|(_, next)| next.is_alphanumeric() || *next == '.').is_some() {}
                out.push('?');
            }
            _ if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            _ => out.push(c),
        }
    }
    while out.contains("?, ?") || out.contains("?,?") {
        out = out.replace("?, ?", "?").replace("?,?", "?");
    }
    out.trim().to_owned()
}
