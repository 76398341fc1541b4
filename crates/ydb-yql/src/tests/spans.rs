//! Tests that the text of each span parses to the node with this span.

use proptest::prelude::*;

use super::printer;
use crate::ast::*;
use crate::facts::children;
use crate::{Span, parse};

/// Asserts that the spans of all nodes of a query are correct.
pub(super) fn assert_spans(text: &str, query: &Query) {
    let check = Check { text, ansi: text.starts_with("--!ansi_lexer") };
    for statement in &query.statements {
        let again = check.parsed(statement.span.of(text));
        assert_eq!(printer::query(&again), printer::statement(&statement.kind), "of {text}");
        check.statement(&statement.kind);
    }
}

struct Check<'t> {
    text: &'t str,
    ansi: bool,
}

impl Check<'_> {
    fn parsed(&self, part: &str) -> Query {
        let mode = if self.ansi { "--!ansi_lexer\n" } else { "" };
        let implicit = "PRAGMA AnsiImplicitCrossJoin;";
        let cross = if self.text.contains(implicit) { implicit } else { "" };
        let mut query = parse(&format!("{mode}{cross}{part}"))
            .unwrap_or_else(|error| panic!("{error} in the part {part} of {}", self.text));
        query.statements.drain(..usize::from(!cross.is_empty()));
        query
    }

    fn statement(&self, statement: &StatementKind) {
        match statement {
            StatementKind::Pragma { name, .. } => name.iter().for_each(|name| self.ident(name)),
            StatementKind::Declare { name, .. } => self.ident(name),
            StatementKind::Let { names, value } => {
                names.iter().for_each(|name| self.ident(name));
                self.expr(value);
            }
            StatementKind::Select(query) | StatementKind::Discard(query) => self.query(query),
            StatementKind::Insert(insert) => {
                self.table(&insert.table);
                insert.columns.iter().flatten().for_each(|name| self.ident(name));
                self.query(&insert.source);
            }
            StatementKind::Update(update) => {
                self.table(&update.table);
                let UpdateKind::Set { assignments, filter } = &update.kind else { return };
                for (name, value) in assignments {
                    self.ident(name);
                    self.expr(value);
                }
                filter.iter().for_each(|filter| self.expr(filter));
            }
            StatementKind::Delete(delete) => {
                self.table(&delete.table);
                match &delete.kind {
                    DeleteKind::Where(filter) => filter.iter().for_each(|filter| self.expr(filter)),
                    DeleteKind::On { source, .. } => self.query(source),
                }
            }
            _ => {}
        }
    }

    fn ident(&self, ident: &Ident) {
        let written = ident.span.of(self.text).trim_start_matches('$');
        if !written.starts_with(['`', '"']) {
            assert_eq!(written, ident.name.trim_start_matches('$'), "of {}", self.text);
        }
    }

    fn table(&self, table: &TableName) {
        self.ident(&table.path);
        table.view.iter().for_each(|view| self.ident(view));
        assert_eq!(table.span().of(self.text).contains("VIEW"), table.view.is_some());
    }

    fn query(&self, query: &SelectQuery) {
        let again = self.parsed(query.span.of(self.text));
        let StatementKind::Select(again) = &again.statements[0].kind else { panic!("{} is no query", self.text) };
        assert_eq!(printer::select(again), printer::select(query), "of {}", self.text);
        self.body(&query.body);
        let order = query.order_by.iter().map(|item| &item.expr);
        order.chain(&query.limit).chain(&query.offset).for_each(|expr| self.expr(expr));
    }

    fn body(&self, body: &SelectBody) {
        match body {
            SelectBody::Core(core) => self.core(core),
            SelectBody::Union { first, rest } => {
                self.body(first);
                rest.iter().for_each(|(_, body)| self.body(body));
            }
            SelectBody::Values(rows) => rows.iter().flatten().for_each(|expr| self.expr(expr)),
            SelectBody::Query(query) => self.query(query),
        }
    }

    fn core(&self, core: &SelectCore) {
        let written = core.span.of(self.text);
        assert!(["FROM", "SELECT"].iter().any(|word| written[..word.len()].eq_ignore_ascii_case(word)), "{written}");
        for item in &core.items {
            let item_text = item.span().of(self.text);
            match item {
                SelectItem::Star { .. } => assert!(item_text.ends_with('*'), "{item_text}"),
                SelectItem::Expr { expr, alias } => {
                    self.expr(expr);
                    alias.iter().for_each(|alias| self.ident(alias));
                    self.parsed(&format!("SELECT {item_text} FROM t"));
                }
            }
        }
        if let Some(from) = &core.from {
            let written = from.span.of(self.text);
            assert!(written[..4].eq_ignore_ascii_case("FROM"), "{written}");
            self.source(&from.source);
            for join in &from.joins {
                self.source(&join.source);
                match &join.on {
                    Some(JoinOn::On(expr)) => self.expr(expr),
                    Some(JoinOn::Using(names)) => names.iter().for_each(|name| self.ident(name)),
                    None => {}
                }
            }
        }
        core.filter.iter().chain(&core.having).for_each(|expr| self.expr(expr));
        for grouping in &core.group_by {
            if let Grouping::Keys(keys) | Grouping::Rollup(keys) | Grouping::Cube(keys) = grouping {
                keys.iter().for_each(|(expr, _)| self.expr(expr));
            }
        }
    }

    fn source(&self, source: &Source) {
        self.parsed(&format!("SELECT * FROM {}", source.span.of(self.text)));
        source.alias.iter().for_each(|alias| self.ident(alias));
        match &source.kind {
            SourceKind::Table(table) => self.table(table),
            SourceKind::AsTable(expr) => self.expr(expr),
            SourceKind::Named(name) => self.ident(name),
            SourceKind::Query { query, .. } => self.query(query),
        }
    }

    fn expr(&self, expr: &Expr) {
        let written = expr.span.of(self.text);
        let bare = matches!(expr.kind, ExprKind::Subquery(_)) && !written.starts_with('(');
        let again = self.parsed(&if bare { format!("SELECT ({written})") } else { format!("SELECT {written}") });
        assert_eq!(printed(&again), printer::expr(expr), "{written} of {}", self.text);
        match &expr.kind {
            ExprKind::Subquery(query) | ExprKind::Exists(query) => self.query(query),
            ExprKind::In { set, .. } => {
                if let InSet::Query(query) = &**set {
                    self.query(query);
                }
            }
            ExprKind::Lambda { params, body } => {
                params.iter().for_each(|param| self.ident(param));
                match &body.kind {
                    ExprKind::Let { locals, body } => {
                        locals.iter().flat_map(|(names, _)| names).for_each(|name| self.ident(name));
                        locals.iter().for_each(|(_, value)| self.expr(value));
                        self.expr(body);
                    }
                    _ => self.expr(body),
                }
            }
            ExprKind::Named(name) | ExprKind::Column { qualifier: None, name } => self.ident(name),
            ExprKind::Column { qualifier: Some(qualifier), name } => {
                self.ident(qualifier);
                self.ident(name);
            }
            // A construct that is no call in the text has a name with an empty span.
            ExprKind::Call(call) if call.name.span != Span::default() => self.ident(&call.name),
            _ => {}
        }
        children(expr, &mut |child| self.expr(child));
    }
}

/// Prints the first item of a SELECT.
fn printed(query: &Query) -> String {
    let StatementKind::Select(select) = &query.statements[0].kind else { return printer::query(query) };
    match &select.body {
        SelectBody::Core(core) => match &core.items[..] {
            [SelectItem::Expr { expr, alias: None }] => printer::expr(expr),
            _ => printer::query(query),
        },
        _ => printer::query(query),
    }
}

/// Generates expressions. Most have a part in parentheses, spaces or a comment.
fn expressions() -> impl Strategy<Value = String> {
    const LEAVES: &[&str] = &["a", "t.b", "`ц`.`é`", "$x", "1", "'é'u", "NULL", "( a )", "f()", "$x.y[0]", "(1, 2)"];
    const OPERATORS: &[&str] = &["=", "<", "AND", "OR", "XOR", "+", "- -", "* /* é */", "||", "??", ">>", "IN", "LIKE"];
    prop::sample::select(LEAVES).prop_map(str::to_owned).prop_recursive(5, 40, 3, |inner| {
        let operator = prop::sample::select(OPERATORS);
        prop_oneof![
            (inner.clone(), operator, inner.clone()).prop_map(|(left, op, right)| format!("{left} {op}\n{right}")),
            inner.clone().prop_map(|inner| format!("( {inner}) ")),
            inner.clone().prop_map(|inner| format!("((NOT({inner}))) IS  NOT NULL")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) NOT BETWEEN ({b}) AND 2")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("CASE WHEN {a} THEN {b} ELSE [{a}, ] END")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("M::f ({a}, {b} AS c)")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) IN ( ({b}), {a} )")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("(SELECT {a} AS x FROM t WHERE {b} LIMIT 1)")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn of_generated_expressions(expr in expressions()) {
        // The grammar does not allow every chain of operators; each operand within parentheses is valid.
        let text = format!("SELECT 'é', {expr} FROM t");
        if let Ok(query) = parse(&text) {
            assert_spans(&text, &query);
        }
    }
}

#[test]
fn of_what_is_written_between() {
    let text = "UPSERT INTO `é` ( a, `b` , ) SELECT /* é */ (x) AS a, t.* FROM t VIEW i AS u ; VALUES (1 , (2) )";
    let query = parse(text).unwrap();
    let StatementKind::Insert(insert) = &query.statements[0].kind else { panic!("no INSERT") };
    let columns = insert.columns.as_deref().unwrap();
    assert_eq!(columns[0].span.to(columns[1].span).of(text), "a, `b`");
    assert_eq!(insert.table.span().of(text), "`é`");
    let SelectBody::Core(core) = &insert.source.body else { panic!("no core") };
    let items: Vec<&str> = core.items.iter().map(|item| item.span().of(text)).collect();
    assert_eq!(items, ["(x) AS a", "t.*"]);
    let from = core.from.as_ref().unwrap();
    assert_eq!((from.span.of(text), from.source.span.of(text)), ("FROM t VIEW i AS u", "t VIEW i AS u"));
    assert_eq!(query.statements[0].span.of(text), text.split(" ;").next().unwrap());
    let StatementKind::Select(values) = &query.statements[1].kind else { panic!("no VALUES") };
    let SelectBody::Values(rows) = &values.body else { panic!("no rows") };
    assert_eq!(rows[0][0].span.to(rows[0][1].span).of(text), "1 , (2)");
    assert_eq!(Span::default().of(text), "");
}
