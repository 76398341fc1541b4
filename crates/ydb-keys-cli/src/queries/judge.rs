//! Judgement of one query against the tables: its faults, and the access to the rows of each source.

use ydb_keys_core::queries::{self, Access, Adds, Choice, FullScan, Query, What, accesses, choices, extent, faults};
use ydb_keys_core::schema::any::{HashDef, Table};
use ydb_yql::advice::{Advice, advice};
use ydb_yql::facts::{self, ALL_SOURCES, Facts, Scope, SourceKind, UnknownSource, Values, Verb};
use ydb_yql::{Error, ErrorKind, Position};

use super::fix::{DeclaredNames, conditions};
use super::{JudgedQuery, JudgedRead, NamedQuery, QueryFault, QueryTables, coded, whole};

/// End of a message whose cure `--fix` writes.
pub(super) const PROMISE: &str = "; `--fix` does it";

/// Assumptions for the judgement of queries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// `true` if something adds the condition on a computed column before the query runs: fixed inputs then fix the
    /// column.
    pub(crate) implied_hash: bool,
}

impl Options {
    fn adds(self) -> Adds {
        if self.implied_hash { Adds::Others } else { Adds::Nobody }
    }
}

/// Judges a query without optional pieces.
pub(super) fn judge(query: &NamedQuery<'_>, tables: &QueryTables<'_>, options: Options) -> JudgedQuery {
    let mut judge = Judge { query, tables, options, errors: Vec::new(), questions: Vec::new(), sources: Vec::new() };
    match ydb_yql::parse(query.text) {
        Ok(tree) => {
            let (facts, named) = (Facts::of(&tree), DeclaredNames::of(&tree));
            // The program knows the types of parameters that are not declared.
            for facts::Mistake { at, fault, cure } in &facts.mistakes {
                judge.fault("syntax", None, *at, format!("{fault}: {cure}"));
            }
            judge.facts(&facts, &Values::declared(&tree, &facts), &named);
            judge.hashes_of_rows(&tree, &named);
        }
        // YDB may understand the text.
        Err(Error { kind: ErrorKind::Unsupported | ErrorKind::Stopped, .. }) => {
            return judge_unparsed(query, tables);
        }
        Err(error) => match advice(query.text, &error, &[]) {
            Some(Advice { at, fault, cure }) => judge.fault("syntax", None, at, format!("{fault}: {cure}")),
            None => judge.fault("syntax", None, error.at, error.message),
        },
    }
    judge.judged()
}

/// Judges a text that cannot be parsed. Only the existence of its tables is checked.
fn judge_unparsed(query: &NamedQuery<'_>, tables: &QueryTables<'_>) -> JudgedQuery {
    let options = Options::default();
    let mut judge = Judge { query, tables, options, errors: Vec::new(), questions: Vec::new(), sources: Vec::new() };
    judge.facts(&facts::unparsed(query.text), &Values::default(), &DeclaredNames::default());
    judge.judged()
}

pub(super) struct Judge<'j, 't> {
    query: &'j NamedQuery<'j>,
    pub(super) tables: &'j QueryTables<'t>,
    options: Options,
    errors: Vec<QueryFault>,
    questions: Vec<QueryFault>,
    sources: Vec<JudgedRead>,
}

impl Judge<'_, '_> {
    fn judged(self) -> JudgedQuery {
        let Judge { query, errors, questions, sources, .. } = self;
        let [errors, questions] = [errors, questions].map(|mut faults| {
            faults.sort_by_key(|fault| (fault.line, fault.column));
            faults.dedup();
            faults
        });
        JudgedQuery {
            name: query.name.to_owned(),
            ok: errors.is_empty(),
            errors,
            questions,
            sources,
            combinations: Vec::new(),
        }
    }

    pub(super) fn fault(&mut self, rule: &'static str, table: Option<&str>, at: Position, message: String) {
        let fault = self.fault_at(rule, table, at, message);
        self.errors.push(fault);
    }

    /// Adds a question about a doubtful place. A question is not a fault.
    pub(super) fn question(&mut self, rule: &'static str, table: Option<&str>, at: Position, message: String) {
        let fault = self.fault_at(rule, table, at, message);
        self.questions.push(fault);
    }

    fn fault_at(&self, rule: &'static str, table: Option<&str>, at: Position, message: String) -> QueryFault {
        let line = self.query.line + at.line;
        QueryFault { rule, table: table.map(str::to_owned), line, column: at.column, message }
    }

    fn facts(&mut self, facts: &Facts, values: &Values<'_>, named: &DeclaredNames<'_>) {
        let adds = self.options.adds();
        coded(self.query.text, facts, (values, &named.types_declared()), self.tables, |query| {
            let permission = |reason| query.tables.iter().map(move |table| FullScan { table, reason });
            let permissions: Vec<FullScan<'_>> = self.query.full_scan.into_iter().flat_map(permission).collect();
            let query = &Query { full_scans: &permissions, ..*query };
            let found: Vec<queries::Fault<'_>> = faults(query, adds).collect();
            for fault in &found {
                self.found(facts, query, fault, &found, named);
            }
            for target in facts.targets.iter().filter(|target| matches!(target.verb, Verb::UpdateOn | Verb::DeleteOn)) {
                if let Some(table) = self.tables.find(&target.table.path.name) {
                    self.sources.push(JudgedRead::new(table.name, None, Access::Point, (Access::Point, Access::Point)));
                }
            }
            for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
                self.compared_hashes(of, &scope);
                self.reads(of, &scope);
            }
        });
    }

    /// Adds a fault that the library has found, unless it follows from another fault.
    fn found<'q>(
        &mut self,
        facts: &Facts,
        query: &Query<'q>,
        fault: &queries::Fault<'q>,
        all: &[queries::Fault<'q>],
        named: &DeclaredNames<'_>,
    ) {
        let of = |scope: &queries::Scope<'_>| {
            facts.scopes.iter().zip(query.scopes()).find(|(_, other)| other.at == scope.at).map(|(of, _)| of)
        };
        let is_declared =
            |table: &Table<'_>, hash: &HashDef<'_>| hash.name == fault.name && self.tables.is_declared(table, hash);
        let is_hash = || fault.table.is_some_and(|table| table.computed().any(|hash| is_declared(table, &hash)));
        let follows = match fault.what {
            // No rule applies to an index of vectors.
            What::UnknownIndex => self.tables.is_other(&format!("{}/{}", fault.path().unwrap_or_default(), fault.name)),
            What::Missing(_) => all.iter().any(|other| is_misnamed(other) && other.nearest(query) == Some(fault.name)),
            // A column in braces is not at fault: the braces are.
            What::UnknownColumn | What::OfNone(_) => {
                all.iter().any(|other| is_of_several(other) && other.at + 1 == fault.at)
            }
            // The fault of the hash has the right value in its message.
            What::Null => is_hash(),
            What::Mismatch(mismatch) => mismatch.is_written && is_hash(),
            // The access to a table follows from the columns that its conditions name; one of them has a wrong name.
            What::FullScan(scope, _) | What::MissingHash(scope, _) | What::MissingBuckets(scope) => {
                let is_named = |name: &str| {
                    of(&scope).is_some_and(|of| of.bounding().iter().any(|column| &*column.name.name == name))
                };
                all.iter().any(|other| is_misnamed(other) && is_named(other.name))
            }
            _ => false,
        };
        if follows {
            return;
        }
        let hash =
            || fault.table.and_then(|table| Some((table, table.computed().find(|hash| hash.name == fault.name)?)));
        let cure = hash().and_then(|(table, hash)| match fault.what {
            What::MissingHash(scope, source) => {
                let of = of(&scope)?;
                let added = conditions(self.query.text, of, &scope, self.tables, named);
                let added = added.into_iter().find(|(added, _)| added.source == source).map(|(_, condition)| condition);
                Some(self.missing_hash(table, &hash, added.as_deref()))
            }
            What::MissingBuckets(_) => Some(self.missing_buckets(table, &hash)),
            What::RowsWithoutHash => Some(format!("write {} into it", self.expression(table, &hash))),
            _ => None,
        });
        let unknown =
            facts::unknown_sources(self.query.text, facts).into_iter().find(|source| source.start as usize == fault.at);
        let said = match unknown.filter(|_| matches!(fault.what, What::UnknownColumn | What::OfNone(_))) {
            Some(UnknownSource { fault, cure, .. }) => format!("{fault}: {cure}"),
            None => fault.shown(query),
        };
        let message = cure.map_or_else(|| said.clone(), |cure| format!("{said}: {cure}"));
        self.fault(fault.rule(), fault.path(), Position::of(self.query.text, fault.at), message);
    }

    /// Records the access to each table of a scope.
    fn reads(&mut self, of: &Scope, scope: &queries::Scope<'_>) {
        let (found, choices) = (accesses(scope, self.options.adds()), choices(scope, self.options.adds()));
        // A WHERE condition on the optional side of an outer join reaches the table only in some releases.
        let is_outer = of.sources.len() > 1 && of.conditions.iter().any(|condition| condition.bounds != ALL_SOURCES);
        for (number, source) in of.sources.iter().enumerate() {
            let (name, is_clear) = match &source.kind {
                SourceKind::Table(name) => (name, scope.is_understood),
                SourceKind::Altered(name) if !name.elsewhere => (name, false),
                SourceKind::Altered(_) | SourceKind::Rows(_) => continue,
            };
            let table = self.tables.find(&name.path.name);
            let (access, extent) = if is_clear && table.is_some() {
                let (best, worst) = extent(scope, number, self.options.adds());
                (found[number], (best, if is_outer { Access::Full } else { worst }))
            } else {
                (Access::Unknown, (Access::Unknown, Access::Unknown))
            };
            let path = table.map_or(&*name.path.name, |table| table.name);
            let chosen = match choices.get(number) {
                Some(Some(Choice::Index(index))) if is_clear => Some(*index),
                _ => None,
            };
            let index = name.view.as_ref().map(|view| &*view.name).or(chosen);
            let is_chosen = name.view.is_none() && chosen.is_some();
            self.sources.push(JudgedRead { is_chosen, ..JudgedRead::new(path, index, access, extent) });
        }
    }

    /// Returns the cure of a read by the columns after a bucket: the database does not try all buckets by itself.
    fn missing_buckets(&self, table: &Table<'_>, hash: &HashDef<'_>) -> String {
        let &HashDef { name: bucket, buckets, .. } = hash;
        let all = match buckets.filter(|_| !self.tables.is_guessed(table, hash)) {
            Some(count @ 0..=16) => (0..count).map(|bucket| bucket.to_string()).collect::<Vec<_>>().join(", "),
            Some(count) => format!("0, 1, .., {}", count - 1),
            None => "0, 1, ..".to_owned(),
        };
        format!("name all buckets, as in `{bucket} IN ({all})`")
    }

    /// Returns the cure of a read in which the inputs of a hash have values, and the hash has none.
    fn missing_hash(&self, table: &Table<'_>, hash: &HashDef<'_>, added: Option<&str>) -> String {
        let inputs: Vec<String> = hash.inputs.iter().map(|&input| format!("`{}`", table.columns[input].name)).collect();
        let inputs = inputs.join(", ");
        match added {
            _ if self.tables.is_guessed(table, hash) => format!(
                "add a condition on it next to those on {inputs}; how it is computed is not known, because the table has \
                 no layout (`ydb_keys.layout`)"
            ),
            None => format!(
                "compute it in the program for each value of {inputs}, and compare both, as in `({}, {}) IN $keys`",
                hash.name,
                inputs.replace('`', "")
            ),
            Some(added) => format!("add `{added}` next to the condition on {inputs}{PROMISE}"),
        }
    }
}

/// Returns `true` if the fault is that several values stand in the place of one.
fn is_of_several(fault: &queries::Fault<'_>) -> bool {
    match fault.what {
        What::NotACount(_) => true,
        What::Mismatch(mismatch) => mismatch.is_of_several(),
        _ => false,
    }
}

/// Returns `true` if the fault is a column that no source has, or several have.
fn is_misnamed(fault: &queries::Fault<'_>) -> bool {
    matches!(fault.what, What::UnknownColumn | What::OfNone(_) | What::Ambiguous)
}

/// Greatest length of a text in the system views in bytes: in older releases and in newer ones.
const LIMITS: [usize; 2] = [4 << 10, 10 << 10];

/// Judges a query that a database has run. If its text is cut off or cannot be parsed, only its tables are listed.
pub(crate) fn judge_ran(name: &str, text: &str, tables: &QueryTables<'_>, options: Options) -> JudgedQuery {
    let query = whole(name, text);
    // Table names may be relative to a directory that the text sets relative to another directory.
    let has_relative_prefix = text.to_ascii_lowercase().contains("relativepathprefix");
    let is_unclear = is_cut_off(text) || has_relative_prefix || ydb_yql::parse(text).is_err();
    let mut judged = if is_unclear { judge_unparsed(&query, tables) } else { judge(&query, tables, options) };
    // The query ran. All other faults come from a table that has changed since.
    judged.errors.retain(|fault| matches!(fault.rule, "full_scan" | "missing_hash" | "hash_written"));
    for fault in judged.errors.iter_mut().chain(&mut judged.questions) {
        fault.message = fault.message.replace(PROMISE, "");
    }
    judged.ok = judged.errors.is_empty();
    judged
}

/// Returns `true` if a text has a length at which the system views cut. They never cut within a character.
fn is_cut_off(text: &str) -> bool {
    LIMITS.iter().any(|limit| (limit - 3..=*limit).contains(&text.len()))
}
