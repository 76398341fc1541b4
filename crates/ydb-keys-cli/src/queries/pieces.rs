//! Queries with optional pieces. Each combination of pieces is judged as a query of its own; a fault names its
//! combination.

use ydb_yql::pieces::{Cause, PieceFault, Pieces};

use super::fix::{fixed as fixed_text, insertions};
use super::judge::{Options, PROMISE, judge as judge_text};
use super::{CombinationReads, JudgedQuery, NamedQuery, QueryFault, QueryTables};

/// Judges a query. A fault of all combinations has no name; the name of another fault is its cause.
pub(crate) fn judge(query: &NamedQuery<'_>, tables: &QueryTables<'_>, options: Options) -> JudgedQuery {
    let mut judged = judge_all(query, tables, options);
    let promised = |fault: &QueryFault| fault.message.contains(PROMISE);
    if judged.combinations.is_empty() || !judged.errors.iter().any(promised) {
        return judged;
    }
    // `--fix` writes only what suits all combinations.
    let left = match fixed(query.text, tables) {
        Some(text) => judge_all(&NamedQuery { text: &text, ..query.clone() }, tables, options).errors,
        None => judged.errors.clone(),
    };
    for fault in judged.errors.iter_mut().filter(|fault| promised(fault)) {
        let is_same =
            |other: &QueryFault| (other.rule, &other.table, other.line) == (fault.rule, &fault.table, fault.line);
        if left.iter().any(is_same) {
            fault.message = fault.message.replace(PROMISE, "");
        }
    }
    judged
}

fn judge_all(query: &NamedQuery<'_>, tables: &QueryTables<'_>, options: Options) -> JudgedQuery {
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
    let combinations = pieces.combinations();
    let judged = combinations.iter().map(|combination| {
        let text = pieces.text(query.text, combination);
        judge_text(&NamedQuery { text: &text, ..query.clone() }, tables, options)
    });
    let judged: Vec<JudgedQuery> = judged.collect();
    let ids: Vec<u64> = combinations.iter().map(|combination| pieces.id(combination)).collect();
    let all = |faults: fn(&JudgedQuery) -> &[QueryFault]| {
        let mut found: Vec<QueryFault> = Vec::new();
        let mut known: Vec<&QueryFault> = Vec::new();
        for (first, fault) in judged.iter().enumerate().flat_map(|(at, of)| faults(of).iter().map(move |of| (at, of))) {
            if !known.contains(&fault) {
                known.push(fault);
                let failing = (0..ids.len()).filter(|&at| faults(&judged[at]).contains(fault)).map(|at| 1 << at);
                let name = pieces.cause(query.text, Cause::of(&ids, failing.sum()), &combinations[first]);
                let of = if name.is_empty() { name } else { name + ", " };
                found.push(QueryFault { message: of + &fault.message, ..fault.clone() });
            }
        }
        found
    };
    let (errors, questions) = (all(|of| &of.errors), all(|of| &of.questions));
    let sources = judged.first().map(|first| first.sources.clone()).unwrap_or_default();
    let reads = combinations.iter().zip(judged).map(|(combination, JudgedQuery { ok, sources, .. })| {
        CombinationReads { name: pieces.name(query.text, combination), ok, sources }
    });
    JudgedQuery {
        name: query.name.to_owned(),
        ok: errors.is_empty(),
        errors,
        questions,
        sources,
        combinations: reads.collect(),
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
