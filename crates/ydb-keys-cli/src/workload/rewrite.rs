//! Queries that another text makes cheaper: the condition on a hash that is missing, an OR over two keys, a function
//! over a column. Each new text is judged before it is proposed.

use ydb_keys::YdbType;
use ydb_keys_core::ddl::Name;
use ydb_yql::Span;
use ydb_yql::ast::{
    Arg, BinaryOp, CompareOp, DeleteKind, Expr, ExprKind, Literal, SelectBody, SelectCore, SelectItem, StatementKind,
    TypeExprKind, UpdateKind,
};
use ydb_yql::facts::{SourceKind, children};

use super::Rewrite;
use super::judge::{Prepared, State, judged};
use crate::queries::{QueryTables, fixed};

/// Replaces the texts of queries by cheaper ones, and returns these.
pub(super) fn rewrites(queries: &mut [Prepared<'_>], state: &State<'_>) -> Vec<Rewrite> {
    let mut found = Vec::new();
    for query in queries {
        let before = state.with(|tables| judged(query, tables, state)).cost;
        let texts = state.with(|tables| {
            let fixed = fixed(&query.text, tables).map(|text| {
                let reason =
                    "the query does not compare the hash column that leads the key, and YDB does not compute it";
                (text, reason.to_owned())
            });
            fixed
                .into_iter()
                .chain(viewed(query, state))
                .chain(bucketed(query, tables))
                .chain(written(&query.text, &|column| time(tables, column)))
                .collect::<Vec<_>>()
        });
        for (text, reason) in texts {
            let new = state.with(|tables| {
                let new = Prepared::of(query.query, &text, tables).ok()?;
                let cost = judged(&new, tables, state).cost;
                Some((new, cost))
            });
            let Some((new, after)) = new.filter(|(_, after)| after.total() < before.total() * 0.98) else { continue };
            let (name, runs) = (query.query.name.clone(), query.query.runs);
            found.push(Rewrite { name, runs, reason, text: Some(text), before, after });
            let first = std::mem::replace(query, new);
            query.named.clone_from(&first.named);
            query.first = Some(Box::new(first));
            break;
        }
    }
    found
}

/// Names the index through which a query reads least, where YDB does not choose it.
fn viewed(query: &Prepared<'_>, state: &State<'_>) -> Option<(String, String)> {
    let named = State { names: true, drafts: state.drafts.clone(), ..*state };
    let pinned = named.with(|tables| judged(query, tables, &named)).pinned;
    let (table, index) = pinned.first()?;
    let sources = query.facts.scopes.iter().flat_map(|scope| &scope.sources);
    let mut names = sources.filter_map(|source| match &source.kind {
        SourceKind::Table(name) if name.view.is_none() && name.path.name.ends_with(table.as_str()) => Some(name),
        _ => None,
    });
    // A table that is read twice may need the index only once.
    let (name, None) = (names.next()?, names.next()) else { return None };
    let end = name.path.span.end as usize;
    let text = format!("{} VIEW {}{}", &query.text[..end], Name(index), &query.text[end..]);
    Some((text, format!("YDB does not use the index `{index}` unless the query names it")))
}

/// Adds a condition that names all buckets of a key: YDB then reads the range of the next column in each bucket.
fn bucketed(query: &Prepared<'_>, tables: &QueryTables<'_>) -> Option<(String, String)> {
    let [number] = query.tables.iter().copied().collect::<Vec<_>>()[..] else { return None };
    let hash = tables.all[number].hash?;
    let buckets = hash.buckets.filter(|buckets| *buckets <= 64)?;
    let filter = core(&query.text)?.filter?;
    let old = filter.span.of(&query.text);
    let all: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
    let new = format!("{} IN ({}) AND ({old})", Name(hash.name), all.join(", "));
    let reason = format!("the key begins with the bucket `{}`: name all of them", hash.name);
    (!old.contains(hash.name)).then(|| (replaced(&query.text, filter.span, &new), reason))
}

/// Returns the type of a column if all tables that have the column store a point in time in it.
fn time(tables: &QueryTables<'_>, column: &str) -> Option<YdbType> {
    let mut all = tables.all.iter().flat_map(|table| table.columns).filter(|def| def.name == column).map(|def| def.ty);
    let first = all.next().filter(|ty| matches!(ty, YdbType::Timestamp | YdbType::Datetime))?;
    all.all(|ty| ty == first).then_some(first)
}

/// Says why no key and no index helps a query, if its text shows that.
pub(super) fn hopeless(text: &str) -> Option<String> {
    let tree = ydb_yql::parse(text).ok()?;
    let finds_rows = |kind: &StatementKind| match kind {
        StatementKind::Update(update) => matches!(update.kind, UpdateKind::Set { .. }),
        StatementKind::Delete(delete) => matches!(delete.kind, DeleteKind::Where(_)),
        _ => false,
    };
    if tree.statements.iter().any(|of| finds_rows(&of.kind)) {
        let how = "`UPDATE t ON SELECT .. FROM t VIEW index` and `DELETE FROM t ON SELECT ..`";
        return Some(format!(
            "UPDATE and DELETE find rows by the primary key only: index the columns, and write {how}"
        ));
    }
    let core = core(text)?;
    let mut reason = None;
    let mut waiting: Vec<&Expr> = core.filter.iter().collect();
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Like { pattern, .. } if pattern.span.of(text).trim_matches(['"', '\'']).starts_with('%') => {
                reason = Some("no key serves a pattern that begins with `%`: use a full-text index".to_owned());
            }
            ExprKind::Binary { first, rest } if rest.iter().any(|of| matches!(of.op, BinaryOp::Compare(_))) => {
                let sides = std::iter::once(&**first).chain(rest.iter().map(|of| &of.expr));
                if let Some(call) = sides.into_iter().find(|side| is_made_of_column(side)) {
                    reason = Some(format!(
                        "`{}` is computed for every row, so no key is used: store the value in a column of its own, and \
                         index that column",
                        call.span.of(text)
                    ));
                }
            }
            ExprKind::Binary { rest, .. } if rest.iter().any(|of| of.op == BinaryOp::Or) => {
                reason =
                    reason.or(Some("an OR over several columns: index each of them, and write a UNION ALL".to_owned()));
            }
            _ => {}
        }
        children(expr, &mut |child| waiting.push(child));
    }
    reason
}

/// Returns `true` for a call or a cast of a column.
fn is_made_of_column(expr: &Expr) -> bool {
    let mut has_column = false;
    if matches!(expr.kind, ExprKind::Call(_) | ExprKind::Cast { .. }) {
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            has_column |= matches!(expr.kind, ExprKind::Column { .. });
            children(expr, &mut |child| waiting.push(child));
        }
    }
    has_column
}

/// Returns the only SELECT of a text, without its ORDER BY and LIMIT; `None` if there are several.
fn core(text: &str) -> Option<SelectCore> {
    let tree = ydb_yql::parse(text).ok()?;
    let mut selects = tree.statements.into_iter().filter_map(|statement| match statement.kind {
        StatementKind::Select(select) => Some(select),
        _ => None,
    });
    let (select, None) = (selects.next()?, selects.next()) else { return None };
    match select.body {
        SelectBody::Core(core) => Some(*core),
        _ => None,
    }
}

/// Writes a text anew by the constructs that no key serves, with the reason.
fn written(text: &str, time: &dyn Fn(&str) -> Option<YdbType>) -> Option<(String, String)> {
    let core = core(text)?;
    let filter = core.filter.as_ref()?;
    parts(filter, BinaryOp::And)
        .into_iter()
        .find_map(|part| ranged(text, part, time).or_else(|| split(text, &core, part)))
}

/// Writes a comparison of a day with a time, or of a beginning, as a range of the column.
fn ranged(text: &str, part: &Expr, time: &dyn Fn(&str) -> Option<YdbType>) -> Option<(String, String)> {
    let of = |expr: &Expr| expr.span.of(text);
    let range = match &part.kind {
        ExprKind::Binary { first, rest } => {
            let [operand] = &rest[..] else { return None };
            let (BinaryOp::Compare(CompareOp::Eq), ExprKind::Cast { expr, ty }) = (operand.op, &first.kind) else {
                return None;
            };
            let is_day = matches!(&ty.kind, TypeExprKind::Name(name) if name.name.eq_ignore_ascii_case("date"));
            let ExprKind::Column { name, .. } = &expr.kind else { return None };
            let day = of(&operand.expr);
            // A time equals a day only at midnight, so the other side must be a day, too.
            let is_date = is_date(text, day);
            // The value has the type of the column: YDB makes no range of a time and a date.
            let ty = time(&name.name).filter(|_| is_day && is_date)?;
            let (column, time) = (of(expr), format!("CAST({day} AS {ty})"));
            format!("{column} >= {time} AND {column} < {time} + Interval(\"P1D\")")
        }
        ExprKind::Call(call) if call.name.name.eq_ignore_ascii_case("startswith") => {
            let [Arg::Value(column), Arg::Value(beginning)] = &call.args[..] else { return None };
            let ExprKind::Literal(Literal::String { bytes, .. }) = &beginning.kind else { return None };
            // A pattern with these characters would mean something else.
            if bytes.is_empty() || bytes.iter().any(|byte| matches!(byte, b'%' | b'_' | b'\\' | b'\'' | b'"')) {
                return None;
            }
            let plain = str::from_utf8(bytes).ok().filter(|_| matches!(column.kind, ExprKind::Column { .. }))?;
            format!("{} LIKE '{plain}%'", of(column))
        }
        _ => return None,
    };
    let reason =
        format!("`{}` is computed for every row, so no key is used: compare the column itself with a range", of(part));
    Some((replaced(text, part.span, &range), reason))
}

/// Returns `true` if an expression is certainly a Date: a literal, a CAST, or a parameter that the text declares.
fn is_date(text: &str, expr: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    let (text, expr) = (plain(text), plain(expr));
    let is_declared = |end: &str| text.contains(&format!("declare {expr} as {end}"));
    expr.starts_with("date(")
        || expr.starts_with("cast(") && expr.ends_with(" as date)")
        || ["date;", "date?;", "date ;", "optional<date>"].into_iter().any(is_declared)
}

/// Writes an OR over several columns as a UNION ALL, each part of which finds its rows by a key of its own. A row that
/// an earlier part has given is left out of the later ones.
fn split(text: &str, core: &SelectCore, part: &Expr) -> Option<(String, String)> {
    let is_plain = |item: &SelectItem| match item {
        SelectItem::Star { .. } => true,
        SelectItem::Expr { expr, .. } => matches!(expr.kind, ExprKind::Column { .. }),
    };
    let is_simple = core.group_by.is_empty() && core.having.is_none() && !core.distinct && core.windows.is_empty();
    let alternatives = parts(part, BinaryOp::Or);
    // The text ends with the condition: nothing sorts the rows or cuts them.
    let ends = text[core.span.end as usize..].trim_matches(|c: char| c.is_whitespace() || c == ';').is_empty();
    if alternatives.len() < 2 || !is_simple || !ends || !core.items.iter().all(is_plain) {
        return None;
    }
    let select = core.span.of(text);
    let start = core.span.start;
    let place = Span { start: part.span.start - start, end: part.span.end - start };
    let branches = alternatives.iter().enumerate().map(|(number, alternative)| {
        let earlier = alternatives[..number].iter().map(|other| other.span.of(text)).collect::<Vec<_>>().join(" OR ");
        let own = alternative.span.of(text);
        let condition = match number {
            0 => format!("({own})"),
            _ => format!("({own}) AND NOT COALESCE({earlier}, false)"),
        };
        replaced(select, place, &condition)
    });
    let union = branches.collect::<Vec<_>>().join("\nUNION ALL\n");
    let reason = "no key serves an OR over several columns: a UNION ALL reads each part by a key of its own".to_owned();
    Some((replaced(text, core.span, &union), reason))
}

/// Returns the operands of a chain of AND or OR; the expression itself if it is none.
fn parts(expr: &Expr, op: BinaryOp) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary { first, rest } if rest.iter().all(|operand| operand.op == op) => {
            let mut all = parts(first, op);
            rest.iter().for_each(|operand| all.extend(parts(&operand.expr, op)));
            all
        }
        ExprKind::Tuple(items) if items.len() == 1 => parts(&items[0], op),
        _ => vec![expr],
    }
}

fn replaced(text: &str, span: Span, by: &str) -> String {
    let (start, end) = (span.start as usize, span.end as usize);
    format!("{}{by}{}", &text[..start], &text[end..])
}
