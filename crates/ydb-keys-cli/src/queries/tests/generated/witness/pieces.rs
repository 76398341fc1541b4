//! Tests of optional pieces: each combination has the same text, access and rows as the query written by hand.
//!
//! Conditions of a generated query become pieces, at random. In the query written by hand, conditions that are left out
//! are cut from the text.

use ydb_keys::__private::yql::{Given, Query};
use ydb_keys_core::queries::{Adds, accesses, choices};
use ydb_yql::ast::{BinaryOp, Expr, ExprKind, SelectBody, SelectQuery, StatementKind};
use ydb_yql::pieces::{Pieces, squeeze};

use super::tests::run;
use super::{Random, Statement, World, generated, leaked, query, sent};

const SEEDS: u64 = 3000;

/// Greatest number of pieces in a text.
const MOST: usize = 4;

#[test]
fn each_combination_is_the_query_written_by_hand() {
    run(async |world| {
        let (mut texts, mut combinations, mut with_rows) = (0, 0, 0);
        for seed in 0..SEEDS {
            let statement = generated(seed);
            let Some(marked) = Marked::of(&statement, &mut Random(seed)) else { continue };
            texts += 1;
            let pieces = Pieces::of(&marked.with_pieces(), &|_| true).unwrap().unwrap();
            for combination in pieces.combinations() {
                let whole = marked.with_pieces();
                let text = pieces.text(&whole, &combination);
                let holds = |number: usize| {
                    let condition =
                        pieces.conditions().iter().position(|names| *names == marked.parts[number].parameters);
                    combination.sent >> condition.unwrap() & 1 == 1
                };
                with_rows += usize::from(compare(&world, seed, &text, &marked.by_hand(holds)).await);
                combinations += 1;
            }
        }
        // Texts that are not compared prove nothing.
        assert!(texts > 300 && combinations > 1000 && with_rows > 250, "{texts} {combinations} {with_rows}");
    });
}

/// Compares a combination with the text written by hand. Returns `true` if both have rows.
async fn compare(world: &World, seed: u64, text: &str, by_hand: &str) -> bool {
    assert_eq!(squeeze(text), squeeze(by_hand));
    let mut parameters = generated(seed).parameters;
    parameters.retain(|own| has_parameter(by_hand, &own.name));
    let of = |text: &str| -> (&'static Query<'static>, Vec<Given>) {
        let query = leaked(Query { combination: Some(""), ..*query(text, &parameters) });
        (query, parameters.iter().enumerate().map(|(number, own)| (own.value)(query, number)).collect())
    };
    let ((one, given), (other, same)) = (of(text), of(by_hand));
    let read = |query: &'static Query<'static>| {
        let of = |scope| (accesses(&scope, Adds::Library), format!("{:?}", choices(&scope, Adds::Library)));
        query.scopes().map(of).collect::<Vec<_>>()
    };
    assert_eq!(read(one), read(other), "{by_hand}");
    let (Ok(one), Ok(other)) = (sent(one, &given), sent(other, &same)) else { return false };
    assert_eq!((&one.declared, &one.text), (&other.declared, &other.text));
    let (Ok(one), Ok(other)) = (world.rows(&one).await, world.rows(&other).await) else { return false };
    assert_eq!(one, other, "{by_hand}");
    !one.is_empty()
}

/// Condition that can be left out, with the word before it.
struct Part {
    start: usize,
    end: usize,
    parameters: Vec<String>,
}

/// Text with the conditions that become pieces.
struct Marked {
    text: String,
    parts: Vec<Part>,
}

impl Marked {
    fn of(statement: &Statement, random: &mut Random) -> Option<Self> {
        if statement.writing.is_some() {
            return None;
        }
        let text = statement.text.replace("|}", "}");
        // The replaced text has the same length, which keeps all places.
        let plain: String = text.chars().map(|c| if matches!(c, '{' | '}') { '`' } else { c }).collect();
        let plain = plain.replace(":by", "_by");
        let tree = ydb_yql::parse(&plain).ok()?;
        let mut found: Vec<(usize, usize)> = Vec::new();
        for statement in &tree.statements {
            if let StatementKind::Select(query) = &statement.kind {
                of_query(query, &mut found);
            }
        }
        let mut parts: Vec<Part> = Vec::new();
        for (start, end) in found {
            let inside = &text[start..end];
            let parameters = statement.parameters.iter().map(|own| own.name.clone());
            let mut parameters: Vec<String> = parameters.filter(|name| has_parameter(inside, name)).collect();
            parameters.sort();
            let is_free = parts.iter().all(|other| other.end <= start || end <= other.start);
            let is_word =
                inside.trim_start().starts_with("AND") && inside.matches('(').count() == inside.matches(')').count();
            if is_free && is_word && !parameters.is_empty() && parts.len() < MOST && random.once_in(2) {
                parts.push(Part { start, end, parameters });
            }
        }
        parts.sort_by_key(|part| part.start);
        // A parameter that is also needed outside the piece cannot decide about it.
        let outside = Marked { text: text.clone(), parts }.without_all();
        let mut parts = outside.1;
        parts.retain(|part| part.parameters.iter().all(|name| !has_parameter(&outside.0, name)));
        // A parameter that only some conditions share would make the text by hand differ.
        let marked = Marked { text, parts };
        let left = marked.by_hand(|_| false);
        let is_right = marked.parts.iter().flat_map(|part| &part.parameters).all(|name| !has_parameter(&left, name));
        (is_right && !marked.parts.is_empty()).then_some(marked)
    }

    fn without_all(self) -> (String, Vec<Part>) {
        let text = self.by_hand(|_| false);
        (text, self.parts)
    }

    fn with_pieces(&self) -> String {
        let mut out = self.text.clone();
        for part in self.parts.iter().rev() {
            out.insert_str(part.end, " }");
            out.insert_str(part.start, "{?");
        }
        out
    }

    fn by_hand(&self, holds: impl Fn(usize) -> bool) -> String {
        let mut out = self.text.clone();
        for (number, part) in self.parts.iter().enumerate().rev() {
            if !holds(number) {
                out.replace_range(part.start..part.end, " ");
            }
        }
        out
    }
}

fn of_query(query: &SelectQuery, found: &mut Vec<(usize, usize)>) {
    let mut bodies = vec![&query.body];
    while let Some(body) = bodies.pop() {
        match body {
            SelectBody::Core(core) => {
                core.filter.iter().chain(&core.having).for_each(|expr| of_expr(expr, found));
            }
            SelectBody::Union { first, rest } => {
                bodies.push(first);
                bodies.extend(rest.iter().map(|(_, body)| body));
            }
            SelectBody::Query(query) => of_query(query, found),
            SelectBody::Values(_) => {}
        }
    }
}

/// Finds the conditions after an AND, including the word.
fn of_expr(expr: &Expr, found: &mut Vec<(usize, usize)>) {
    if let ExprKind::Binary { first, rest } = &expr.kind {
        let mut before = first.span.end as usize;
        for operand in rest {
            let end = operand.expr.span.end as usize;
            if operand.op == BinaryOp::And {
                found.push((before, end));
            }
            before = end;
        }
    }
    ydb_yql::facts::children(expr, &mut |child| of_expr(child, found));
}

fn has_parameter(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices('$')
        .any(|(at, _)| text[at + 1..].strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word)))
}
