//! Plans a query statement by statement and checks that the statements can be combined.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bindings::{Bindings, ValueOrigin};
use super::names::Scope;
use super::phases::are_used;
use super::steps::{Plan, SchemeStep, Step};
use super::{PlanOptions, Planner, ddl, optimize};
use crate::catalog::Catalog;
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::Write;
use crate::expr::{self, Expr, ExprKind, types};
use crate::types::{Primitive, Type};
use crate::yql::ast::{self, Ident, Literal};

/// Plans a parsed query. `given` has the types of the parameters that the client sent, by name with the `$`.
pub fn plan(
    query: &ast::Query,
    catalog: &Catalog,
    given: &BTreeMap<String, Type>,
    options: PlanOptions<'_>,
) -> Result<Plan> {
    let mut planner = Planner::new(catalog, given, options);
    let used = are_used(query);
    let uses = query.statements.iter().zip(&used).filter(|(_, is_used)| **is_used);
    planner.bindings = Bindings::new(uses.flat_map(|(statement, _)| statement.uses()));
    for (statement, is_used) in query.statements.iter().zip(used) {
        planner.enter(statement, is_used);
        planner.prepare(statement)?;
        planner.planned(statement)?;
    }
    planner.end_phase();
    let unused = query
        .unused
        .iter()
        .map(|name| Issue::new(codes::YQL_UNUSED_SYMBOL, format!("Symbol ${} is not used", name.name)).at(name.at));
    // Warnings about types stand in one tree (`TIssueManager`).
    let types = Issue { issues: planner.warnings, ..Issue::new(codes::CORE_TYPE_ANN, "Type annotation") };
    let types = Some(types).filter(|types| !types.issues.is_empty());
    let plan = Plan {
        warnings: unused.chain(types).collect(),
        params: planner.params,
        used: planner.used,
        subqueries: planner.subqueries,
        steps: planner.steps,
        reads_async_index: planner.reads_async_index,
        batch: planner.batch,
    };
    // A named value reads no table.
    let is_work = |step: &&Step| !matches!(step, Step::Subquery(subquery) if subquery.value().is_some());
    if plan.batch && plan.steps.iter().filter(is_work).count() > 1 {
        return Err(Error::new(Status::GenericError, "BATCH can't be used with multiple writes or reads."));
    }
    let is_data = |step: &Step| matches!(step, Step::Result(_) | Step::Discard(_) | Step::Write(_));
    if plan.is_scheme() && plan.steps.iter().any(is_data) {
        return Err(Error::issue(Issue::new(
            codes::KIKIMR_MIXED_SCHEME_DATA_TX,
            "Queries with mixed data and scheme operations are not supported. \
             Use separate queries for different types of operations.",
        )));
    }
    Ok(plan)
}

impl Planner<'_> {
    fn planned(&mut self, statement: &ast::Statement) -> Result<()> {
        let step = match &statement.kind {
            ast::StatementKind::Pragma { name, values } => return self.pragma(name, values, statement.at),
            ast::StatementKind::Declare { name, ty } => return self.declare(name, ty),
            ast::StatementKind::Let { names, value } => return self.bind(names, value, statement),
            ast::StatementKind::Select(query) => Step::Result(optimize::run(self.query(query)?)),
            ast::StatementKind::Discard(query) => Step::Discard(optimize::run(self.query(query)?)),
            ast::StatementKind::Insert(insert) => return self.write(|planner| planner.insert(insert)),
            ast::StatementKind::Update(update) => return self.write(|planner| planner.update(update)),
            ast::StatementKind::Delete(delete) => return self.write(|planner| planner.delete(delete)),
            ast::StatementKind::CreateTable(create) => {
                let path = self.path(&create.table.path)?;
                let spec = Box::new(ddl::create_table(create, path)?);
                Step::Scheme(SchemeStep::Create { spec, if_not_exists: create.if_not_exists })
            }
            ast::StatementKind::AlterTable { table, actions } => {
                let path = self.changed(&table.path, "KiAlterTable!")?;
                let alterations = ddl::alter_table(actions, |written| self.resolve(written))?;
                Step::Scheme(SchemeStep::Alter { path, alterations })
            }
            ast::StatementKind::DropTable { table, if_exists } => {
                let path =
                    if *if_exists { self.path(&table.path)? } else { self.changed(&table.path, "KiDropTable!")? };
                Step::Scheme(SchemeStep::Drop { path, if_exists: *if_exists })
            }
            ast::StatementKind::AlterSequence { path, if_exists, restart, .. } => {
                let restart = restart.map(|(at, value)| ddl::restart(at, value)).transpose()?;
                // YDB requires an absolute path and ignores the PRAGMA. UNVERIFIED: that a path relative to the
                // database works.
                let path = self.catalog.resolve(&path.name).map_err(|error| error.at(path.at))?;
                Step::Scheme(SchemeStep::RestartSequence { path, if_exists: *if_exists, restart })
            }
            ast::StatementKind::AlterTopic { path, if_exists, actions } => {
                let (path, actions) = (self.path(path)?, ddl::alter_topic(actions)?);
                Step::Scheme(SchemeStep::AlterTopic { path, if_exists: *if_exists, actions })
            }
            ast::StatementKind::Access(access) => {
                let changes = ddl::change_access(access)?;
                let paths = access.paths.iter().map(|path| self.path(path)).collect::<Result<Vec<_>>>()?;
                Step::Scheme(SchemeStep::ChangeAccess { paths, changes })
            }
            ast::StatementKind::TruncateTable { table } => {
                Step::Scheme(SchemeStep::Truncate { path: self.path(&table.path)? })
            }
            ast::StatementKind::ShowCreate { table } => Step::ShowCreate(self.table(&table.path, "KiShowCreate!")?),
            // Only a YQL script may contain COMMIT and ROLLBACK.
            ast::StatementKind::Commit => return Err(no_barrier("COMMIT", statement.at)),
            ast::StatementKind::Rollback => return Err(no_barrier("ROLLBACK", statement.at)),
        };
        self.steps.push(step);
        Ok(())
    }

    fn write(&mut self, plan: impl FnOnce(&mut Self) -> Result<Write>) -> Result<()> {
        let mut write = plan(self)?;
        write.source = optimize::run(write.source);
        self.push_write(&Arc::clone(&write.table), Step::Write(Box::new(write)));
        Ok(())
    }

    fn declare(&mut self, name: &Ident, ty: &ast::TypeExpr) -> Result<()> {
        let declared = types::resolve(ty)?;
        // YDB ignores a second declaration, with a warning.
        if self.bindings.get(&name.name).is_some() {
            return Ok(());
        }
        let sent = self.given.get(&format!("${}", name.name)).filter(|sent| **sent != declared);
        let mismatch = sent.map(|sent| {
            let message = format!("Parameter ${} type mismatch, expected: {declared}, actual: {sent}", name.name);
            Error::new(Status::BadRequest, message).at(name.at)
        });
        let value = self.param(&name.name, declared, name.at);
        // YDB only checks the parameters that the query uses.
        if let (ExprKind::Param(slot), Some(error)) = (&value.kind, mismatch) {
            self.mismatched.insert(*slot, error);
        }
        self.bindings.bind_value(&name.name, value, None);
        Ok(())
    }

    fn bind(&mut self, names: &[Ident], value: &ast::Expr, statement: &ast::Statement) -> Result<()> {
        // A lambda is compiled where it is called. Names that it uses could then have other values than where it is
        // defined.
        if let Some(again) = names.iter().find(|name| self.bindings.hides(&name.name)) {
            return Err(Error::unsupported(again.at, "A second value of a name beside a lambda"));
        }
        if let [name] = names {
            let known = match &value.kind {
                ast::ExprKind::Named(other) => self.bindings.position(&other.name),
                _ => None,
            };
            if let Some(known) = known {
                self.bindings.bind_again(&name.name, known);
                return Ok(());
            }
            let lambda = match &value.kind {
                ast::ExprKind::Lambda { params, body } => Some((params.clone(), (**body).clone())),
                ast::ExprKind::Call(call) if call.returns_function() => Some(call.lambda(value.at)),
                _ => None,
            };
            if let Some(lambda) = lambda {
                if !self.bindings.bind_lambda(&name.name, lambda, statement, self.read_by(statement)) {
                    return Err(Error::translation(name.at, "Lambdas are nested too deeply"));
                }
            } else if let ast::ExprKind::Subquery(query) = &value.kind {
                self.bindings.bind_query(&name.name, query, statement, self.read_by(statement));
            } else {
                let source = self.source_of(value, statement);
                let value = self.ahead(|planner| planner.constant(value))?;
                self.check_depth(&value.ty, name.at)?;
                self.bindings.bind_value(&name.name, value, source);
            }
            return Ok(());
        }
        let source = self.source_of(value, statement);
        let source_of = |i| source.as_ref().map(|source| ValueOrigin { item: Some(i), ..source.clone() });
        let tuple = self.ahead(|planner| planner.constant(value))?;
        self.check_depth(&tuple.ty, value.at)?;
        let Type::Tuple(items) = &tuple.ty else {
            let message = format!("Expected tuple type, but got: {}", tuple.ty);
            return Err(Error::type_annotation(value.at, message));
        };
        if items.len() != names.len() {
            let message = format!("Expected tuple of {} items, but it has {}", names.len(), items.len());
            return Err(Error::type_annotation(value.at, message));
        }
        if let ExprKind::Items(items) = tuple.kind {
            for (i, (name, item)) in names.iter().zip(items).enumerate() {
                self.bindings.bind_value(&name.name, item, source_of(i));
            }
            return Ok(());
        }
        // The name cannot be written in a query. It only serves to compute a large tuple once.
        let whole = Ident::new("", value.at);
        self.bindings.bind_value(&whole.name, tuple, None);
        for (i, name) in names.iter().enumerate() {
            let item = expr::item(self.named(&whole)?, i);
            self.bindings.bind_value(&name.name, item, source_of(i));
        }
        Ok(())
    }

    /// Returns the origin from which a value is computed again in a later phase. Returns `None` if the value reads no
    /// tables.
    fn source_of(&self, value: &ast::Expr, statement: &ast::Statement) -> Option<ValueOrigin> {
        (!statement.tables.is_empty() || self.bindings.reads(statement)).then(|| ValueOrigin {
            value: Arc::new(value.clone()),
            length: statement.length,
            names: self.bindings.named_by(statement),
            scope: self.bindings.count(),
            phase: self.phase.number,
            item: None,
        })
    }

    /// Compiles an expression that may not name columns.
    pub(super) fn constant(&mut self, value: &ast::Expr) -> Result<Expr> {
        expr::compile(value, &mut Scope::constant(self))
    }

    /// Compiles the count of LIMIT or OFFSET: a Uint64 that names no columns. Returns `None` for NULL, which means no
    /// limit.
    pub(super) fn count(&mut self, value: &ast::Expr, what: &str) -> Result<Option<Expr>> {
        let count = self.constant(value)?;
        if count.ty == Type::Null {
            return Ok(None);
        }
        let at = value.at;
        let found = count.ty.clone();
        let target = match found.unwrap_optional() {
            Type::Primitive(Primitive::Uint64) => found.clone(),
            _ => Type::Primitive(Primitive::Uint64),
        };
        expr::coerce(count, &target).map(Some).map_err(|_| {
            Error::type_annotation(at, format!("Mismatch type argument #1, type diff: {found}!=Uint64 ({what})"))
        })
    }

    /// Returns the absolute path of a table that is altered or dropped. Fails if the table does not exist, unless an
    /// earlier statement may create it.
    fn changed(&self, path: &Ident, function: &str) -> Result<String> {
        if !self.steps.iter().any(|step| matches!(step, Step::Scheme(_))) {
            self.table(path, function)?;
        }
        self.path(path)
    }
}

fn no_barrier(name: &str, at: Position) -> Error {
    let issue = Issue::new(codes::KIKIMR_BAD_OPERATION, format!("{name} not supported inside YDB query"));
    Error::in_function(at, "Commit!", issue)
}

/// Pragmas without effect here: they tune planning, warnings or limits, or ask for the default.
const IGNORED: &str = "\
    ansiimplicitcrossjoin disableansiimplicitcrossjoin ansiinforemptyornullableitemscollections ansilike \
    ansioptionalas ansicurrentrow ansirankfornullablekeys ansiorderbylimitinunionall coalescejoinkeysonqualifiedall \
    costbasedoptimizer emitaggapply filterpushdownoverjoinoptionalside jsonqueryreturnsjsondocument \
    pullupflatmapoverjoin disablefilterpushdownoverjoinoptionalside disablepullupflatmapoverjoin \
    disablestrictjoinkeytypes disableunicodeliterals disablewarnuntypedstringliterals regexusere2 rotatejointree \
    uniquehint warnonansialiasshadowing warning warnunnamedcolumns warnuntypedstringliterals usetableprefixforeach";

/// Modules of pragmas without effect here: they only tune, or concern functions that this engine lacks.
const IGNORED_MODULES: &[&str] = &["ydb", "kikimr", "config", "dq", "warning", "yson"];

impl Planner<'_> {
    /// Applies a pragma. Many pragmas change only how YDB plans or warns, never its answer, or ask for what is always
    /// so here.
    ///
    /// Fails if the pragma would change the answer in a way that this engine does not support.
    fn pragma(&mut self, name: &[Ident], values: &[ast::Expr], at: Position) -> Result<()> {
        let words: Vec<String> = name.iter().map(|word| word.name.to_ascii_lowercase()).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["orderedcolumns"] => self.ordered_columns = true,
            ["disableorderedcolumns"] => self.ordered_columns = false,
            ["simplecolumns"] => self.simple_columns = true,
            ["disablesimplecolumns"] => self.simple_columns = false,
            ["tablepathprefix"] if is_default(values) => self.path_prefix = None,
            // A cluster may be written before the directory.
            ["tablepathprefix" | "relativepathprefix"] => match text(&values[values.len().saturating_sub(1)..]) {
                Some(path) if words[0] == "tablepathprefix" || !path.starts_with('/') => self.path_prefix = Some(path),
                _ => return Err(wrong(name, "one path", at)),
            },
            ["groupbylimit"] => self.group_by_limit = limit(name, values, 10_000, at)?,
            ["groupbycubelimit"] => self.group_by_cube_limit = limit(name, values, 10, at)?,
            ["allowdotinalias"] => self.allow_dot_in_alias = true,
            // `true` is the default. `false` asks for another division, which this engine lacks.
            ["classicdivision"] if is_true(values) => {}
            // Like `HandleAuth` in YDB's yql_kikimr_datasource.cpp.
            ["ydb" | "kikimr", "auth"] => {
                let message = "Pragma auth not supported inside Kikimr query.";
                return Err(Error::issue(Issue::new(codes::KIKIMR_PRAGMA_NOT_SUPPORTED, message).at(at)));
            }
            ["ydb" | "kikimr", "optdisableautoindexselection"] => self.chooses_indexes = !is_true(values),
            [word] if IGNORED.split(' ').any(|ignored| ignored == word) => {}
            [module, ..] if IGNORED_MODULES.contains(&module) => {}
            // For example PositionalUnionAll, which changes the answer.
            _ => return Err(Error::unsupported(at, format!("PRAGMA {}", written(name)))),
        }
        Ok(())
    }
}

/// Returns `true` if a pragma's value is `= default`.
fn is_default(values: &[ast::Expr]) -> bool {
    let is = |name: &Ident| name.name.eq_ignore_ascii_case("default");
    matches!(values, [ast::Expr { kind: ast::ExprKind::Column { qualifier: None, name }, .. }] if is(name))
}

/// Returns `true` if a flag is set: it has no value, or its value is true.
fn is_true(values: &[ast::Expr]) -> bool {
    match values {
        [ast::Expr { kind: ast::ExprKind::Literal(Literal::Bool(value)), .. }] => *value,
        _ => values.is_empty() || text(values).is_some_and(|value| value.eq_ignore_ascii_case("true")),
    }
}

/// Returns the value of a pragma that takes one string.
fn text(values: &[ast::Expr]) -> Option<String> {
    match values {
        [ast::Expr { kind: ast::ExprKind::Literal(Literal::String { bytes, .. }), .. }] => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    }
}

/// Returns the value of a pragma that takes one number, written as a number or a string. `most` is this engine's own
/// maximum.
fn limit(name: &[Ident], values: &[ast::Expr], most: usize, at: Position) -> Result<usize> {
    let limit = match values {
        [ast::Expr { kind: ast::ExprKind::Literal(Literal::Integer { value, .. }), .. }] => {
            usize::try_from(*value).ok()
        }
        _ => text(values).and_then(|value| value.parse().ok()),
    };
    match limit {
        Some(limit) if limit > most => {
            Err(Error::unsupported(at, format!("PRAGMA {} of more than {most}", written(name))))
        }
        Some(limit) => Ok(limit),
        None => Err(wrong(name, "one number", at)),
    }
}

fn wrong(name: &[Ident], expected: &str, at: Position) -> Error {
    let message = format!("Expected {expected} as the value of {}", written(name));
    Error::new(Status::GenericError, message).at(at)
}

fn written(name: &[Ident]) -> String {
    name.iter().map(|word| &*word.name).collect::<Vec<_>>().join(".")
}
