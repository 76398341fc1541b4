//! Reasons for the rank of each key, one line each.

use super::candidate::BUCKETS;
use super::measure::Measured;
use super::profile::ProfiledColumn;
use super::read::WantedRead;
use super::score::{EVEN, Ranked, Served, ServedRead};

/// Least difference between two parts of a score that a reason mentions.
const NOTABLE: f64 = 0.5;
/// Least share of the rows for one value at which it is too frequent for one partition.
const TOO_MUCH: f64 = 0.1;
/// Greatest number of rows read per wanted row for which no remark is made.
const MANY_ROWS: f64 = 32.0;

/// Writes the reasons: the strengths of the first key, and the weaknesses of each later key compared with the first.
pub(super) fn explain(ranked: &mut [Ranked], even: &Measured, columns: &[ProfiledColumn]) {
    let Some((best, others)) = ranked.split_first_mut() else { return };
    best.reason = praise(best, even);
    for other in others {
        other.reason = blame(other, best, columns);
    }
}

fn praise(best: &Ranked, even: &Measured) -> String {
    let writes = if best.measured.hottest <= even.hottest * EVEN {
        "the writes spread as evenly as those of random keys".to_owned()
    } else {
        format!(
            "the hottest partition takes {} of the writes, {} with random keys",
            percent(best.measured.hottest),
            percent(even.hottest)
        )
    };
    let costs = best.reads.iter().map(|read| format!("`{}` {}", read.read, read_of(&read.served)));
    std::iter::once(writes).chain(costs).collect::<Vec<_>>().join("; ")
}

fn blame(other: &Ranked, best: &Ranked, columns: &[ProfiledColumn]) -> String {
    let (score, of_best) = (other.score, best.score);
    let parts = [score.writes - of_best.writes, score.reads - of_best.reads, score.rules - of_best.rules];
    let worst = parts.iter().copied().fold(0.0, f64::max);
    if worst < NOTABLE {
        return equal(other, best);
    }
    if parts[0] >= worst {
        return hot(other, columns);
    }
    if parts[1] >= worst {
        let worse = |(read, best): &(&ServedRead, &ServedRead)| read.served.cost - best.served.cost;
        let most = other.reads.iter().zip(&best.reads).max_by(|a, b| worse(a).total_cmp(&worse(b)));
        return most.map_or_else(String::new, |(read, _)| format!("`{}` {}", read.read, read_of(&read.served)));
    }
    match other.rules.first() {
        Some(&"nullable_key") if score.rules > 10.0 => "its first column has NULLs, which no `=` finds".to_owned(),
        Some(rule) => format!("breaks the rule {rule}"),
        None => equal(other, best),
    }
}

/// Describes the share of the writes that one partition takes, and the cause.
fn hot(other: &Ranked, columns: &[ProfiledColumn]) -> String {
    let share = format!("one partition takes {} of the writes", percent(other.measured.hottest));
    if other.candidate.uuid == Some(7) {
        return format!("{share}: a UUID v7 begins with its clock");
    }
    let inputs = other
        .candidate
        .prefix
        .as_ref()
        .map_or(&other.candidate.order[..1.min(other.candidate.order.len())], |prefix| &prefix.inputs);
    let Some(column) = inputs.first().and_then(|&column| columns.get(column)) else { return share };
    let name = &column.name;
    match &column.frequent {
        _ if other.candidate.prefix.is_none() && column.growth >= super::profile::GROWS => {
            format!("{share}: `{name}` grows")
        }
        _ if other.candidate.prefix.is_none() && column.grows() => format!("{share}: `{name}` falls"),
        _ if other.candidate.prefix.is_none() && column.is_time_ordered => {
            format!("{share}: `{name}` is made from a clock")
        }
        _ if column.distinct_is_exact && column.distinct <= 64 => {
            format!("{share}: `{name}` has {} values", column.distinct)
        }
        Some(frequent) if frequent.share > other.measured.hottest / 2.0 => {
            format!("{share}: `{name}` = {} has {} of the rows", frequent.value, percent(frequent.share))
        }
        _ => share,
    }
}

/// Returns a remark on a column whose most frequent value heats one partition under every key that keeps the rows of a
/// value together.
pub(super) fn too_frequent(position: usize, columns: &[ProfiledColumn], ranked: &[Ranked]) -> Option<String> {
    let column = columns.get(position)?;
    let frequent = column.frequent.as_ref()?;
    let keeps = |key: &&Ranked| {
        let hashed = key.candidate.prefix.as_ref().is_none_or(|prefix| prefix.inputs == [position]);
        key.candidate.order.first() == Some(&position) && hashed && key.candidate.uuid.is_none()
    };
    let least = ranked.iter().filter(keeps).map(|key| key.measured.hottest).reduce(f64::min)?;
    // Rows of a frequent value are divided if the next columns of the key spread them.
    if frequent.share < TOO_MUCH || least < frequent.share * 0.75 {
        return None;
    }
    let (name, share) = (&column.name, percent(frequent.share));
    Some(format!(
        "`{name}` = {} has {share} of the rows. No key that keeps the rows of one `{name}` together cures that: one \
         partition takes them. A bucket of another column divides them, at the price of {BUCKETS} ranges for a read; \
         or store the rows of that value in a separate table.",
        frequent.value
    ))
}

/// Suggests an index for each read that the best key does not serve.
pub(super) fn indexes(best: &Ranked, reads: &[WantedRead], columns: &[ProfiledColumn]) -> Vec<String> {
    let name = |column: usize| columns.get(column).map_or("", |column| column.name.as_str());
    let unserved = best.reads.iter().zip(reads).filter(|(read, _)| read.served.rows_read > MANY_ROWS);
    let remark = |(ServedRead { read: text, served }, read): (&ServedRead, &WantedRead)| {
        let on: Vec<&str> = read.columns().map(name).collect();
        let by = on.first().copied().unwrap_or_default();
        let grows = read.columns().next().and_then(|first| columns.get(first)).is_some_and(ProfiledColumn::grows);
        // An index is a table, too, and its growing key heats one partition.
        let hot = if grows { " (with a bucket in front: it grows)" } else { "" };
        format!(
            "`{text}` {} under the first key. An index serves it: `index(by_{by}, on({}))`{hot}.",
            read_of(served),
            on.join(", ")
        )
    };
    unserved.map(remark).collect()
}

/// Describes the disadvantage of a key that is about as good as the best one.
fn equal(other: &Ranked, best: &Ranked) -> String {
    let (own, of_best) = (&other.candidate, &best.candidate);
    match (&own.prefix, &of_best.prefix) {
        _ if own.uuid.is_some() && of_best.uuid.is_none() => "as good, but the ids have to change".to_owned(),
        (Some(prefix), None) if prefix.buckets.is_some() => "as good without a bucket".to_owned(),
        (Some(_), None) => "as good without a hash".to_owned(),
        (Some(a), Some(b))
            if a.buckets.is_none() && b.buckets.is_none() && a.inputs == b.inputs && a.function != b.function =>
        {
            format!("as good; {} is the usual one", b.function)
        }
        (Some(a), Some(b)) if a.inputs.len() > b.inputs.len() => "as good, but its hash takes more columns".to_owned(),
        (Some(a), Some(b)) if a.buckets.is_some() && b.buckets.is_none() => "as good, but a hash is simpler".to_owned(),
        _ if other.key_size >= best.key_size + 1.0 => {
            format!("about as good, but its keys are {:.0} bytes longer", other.key_size - best.key_size)
        }
        _ => "about as good, by a little worse in sum".to_owned(),
    }
}

/// Describes a read: `is one range`, `is 16 ranges`, `scans the table`.
fn read_of(served: &Served) -> String {
    let Some(ranges) = served.ranges else { return "scans the whole table".to_owned() };
    let mut text = match ranges {
        1 => "is one range".to_owned(),
        _ => format!("is {ranges} ranges, read side by side"),
    };
    if served.rows_read >= 1.5 {
        let digits = usize::from(served.rows_read < 10.0);
        text.push_str(&format!(" with {:.digits$} rows for each one wanted", served.rows_read));
    }
    if served.in_order == Some(false) {
        text.push_str(", not in order");
    }
    text
}

/// Formats a share as `12%`, `1.5%` or `<0.1%`. There is no space, because a line must not break within it.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.05 {
        return "<0.1%".to_owned();
    }
    if percent < 9.95 { format!("{percent:.1}%") } else { format!("{percent:.0}%") }
}
