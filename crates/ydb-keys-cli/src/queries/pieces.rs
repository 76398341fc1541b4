//! Queries with optional pieces. Each combination of pieces is judged as a query of its own; a fault names its
//! combination.

use ydb_yql::pieces::{PieceFault, Pieces};

use super::fix::{fixed as fixed_text, insertions};
use super::judge::{Options, judge as judge_text};
use super::{CombinationReads, JudgedQuery, NamedQuery, QueryFault, QueryTables};

/// Judges a query. A fault of all combinations is reported once; a fault of some combinations names the first of them.
pub(crate) fn judge(query: &NamedQuery<'_>, tables: &QueryTables<'_>, options: Options) -> JudgedQuery {
    let pieces = match Pieces::of(query.text, &|_| true) {
        Ok(None) => return judge_text(query, tables, options),
        Ok(Some(pieces)) => pieces,
        Err(PieceFault { at, fault, cure }) => {
            let fault = QueryFault {
                rule: "syntax",
                table: None,
                line: query.line + at.line,
                column: at.column,
                message: format!("{fault}: {cure}"),
            };
            return JudgedQuery { name: query.name.to_owned(), errors: vec![fault], ..JudgedQuery::default() };
        }
    };
    let judged = pieces.combinations().into_iter().map(|combination| {
        let text = pieces.text(query.text, &combination);
        let judged = judge_text(&NamedQuery { text: &text, ..query.clone() }, tables, options);
        (pieces.name(query.text, &combination), judged)
    });
    let mut judged: Vec<(String, JudgedQuery)> = judged.collect();
    let mut all = judged.first().map(|(_, first)| first.clone()).unwrap_or_default();
    for (name, JudgedQuery { errors, questions, .. }) in judged.iter().skip(1) {
        add(&mut all.errors, name, errors);
        add(&mut all.questions, name, questions);
    }
    all.ok = all.errors.is_empty();
    let reads = |(name, JudgedQuery { ok, sources, .. })| CombinationReads { name, ok, sources };
    all.combinations = judged.drain(..).map(reads).collect();
    all
}

/// Adds the faults that no earlier combination has.
fn add(all: &mut Vec<QueryFault>, name: &str, faults: &[QueryFault]) {
    for fault in faults {
        let is_known = |known: &QueryFault| {
            (known.rule, known.line, known.column) == (fault.rule, fault.line, fault.column)
                && known.message.ends_with(&fault.message)
        };
        if !all.iter().any(is_known) {
            all.push(QueryFault { message: format!("{name}, {}", fault.message), ..fault.clone() });
        }
    }
}

/// Lists the texts that a query stands for, with the names of the combinations; only itself if it has no pieces.
pub(crate) fn texts(query: &NamedQuery<'_>) -> Vec<(String, String)> {
    let Ok(Some(pieces)) = Pieces::of(query.text, &|_| true) else {
        return vec![(query.name.to_owned(), query.text.to_owned())];
    };
    let text = |combination| {
        let of = pieces.name(query.text, &combination);
        let name = if of.is_empty() { query.name.to_owned() } else { format!("{} ({of})", query.name) };
        (name, pieces.text(query.text, &combination))
    };
    pieces.combinations().into_iter().map(text).collect()
}

/// Adds to a query the conditions and indexes that its combinations lack; `None` if there is nothing to add. A place
/// stays as it is if two combinations that contain it need different texts there, such as different indexes.
pub(crate) fn fixed(text: &str, tables: &QueryTables<'_>) -> Option<String> {
    let Ok(Some(pieces)) = Pieces::of(text, &|_| true) else { return fixed_text(text, tables) };
    let texts: Vec<String> = pieces.combinations().iter().map(|combination| pieces.text(text, combination)).collect();
    let added: Vec<Vec<(usize, String)>> = texts.iter().map(|text| insertions(text, tables)).collect();
    let mut common: Vec<(usize, &str)> = Vec::new();
    for (own, insertions) in texts.iter().zip(&added) {
        for (at, written) in insertions {
            // Characters beside the place. In a text without the piece, they are blank.
            let beside = |of: &str| of.get(at.saturating_sub(1)..(at + 1).min(of.len())).map(str::to_owned);
            let has_place = |of: &String| beside(of) == beside(own);
            let mut others = texts.iter().zip(&added).filter(|(of, _)| has_place(of));
            if others.all(|(_, others)| others.contains(&(*at, written.clone()))) {
                common.push((*at, written));
            }
        }
    }
    common.sort_unstable();
    common.dedup();
    let mut out = text.to_owned();
    common.iter().rev().for_each(|(at, written)| out.insert_str(*at, written));
    (out != text).then_some(out)
}
