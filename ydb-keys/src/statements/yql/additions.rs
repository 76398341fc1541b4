//! What is added to a text: where, and the parameters that the client computes for it.

use ydb_yql::Span;
use ydb_yql::facts::Met;

use crate::queries::Query;
use crate::queries::added::{Added, Types, literal_value, name};
use crate::schema::{ColumnDef, HashDef};
use crate::types::Value;

/// A parameter that the client computes from others.
#[derive(Debug, PartialEq)]
pub(crate) struct Computed {
    /// Without its `$`.
    pub(crate) name: String,
    pub(crate) hash: HashDef,
    /// One of them may be a list.
    pub(crate) inputs: Vec<Input>,
}

/// An input of a hash.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// The parameter of this name.
    Parameter(String),
    /// A literal of the text.
    Value(Value<'static>),
}

/// What is added to a text.
pub(super) struct Additions<'s> {
    pub(super) query: &'static Query<'static>,
    pub(super) text: &'s str,
    /// The names that the text binds to queries.
    pub(super) queries: Vec<String>,
    pub(super) insertions: Vec<(usize, String)>,
    pub(super) computed: Vec<Computed>,
}

impl Additions<'_> {
    /// The server does not try all buckets by itself: it is told to.
    pub(super) fn all_buckets(&mut self, hash: HashDef, buckets: u32, label: Option<&str>, filter: Span) {
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        let all: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
        let condition = format!("{prefix}{} IN ({}) AND (", name(hash.name), all.join(", "));
        self.insertions.push((filter.start as usize, condition));
        self.insertions.push((filter.end as usize, ")".to_owned()));
    }

    pub(super) fn condition(
        &mut self,
        added: &Added<'_, 'static>,
        in_server: impl FnOnce(&str, &Types<'_>) -> Option<String>,
    ) {
        let inputs = added.inputs.iter().map(|(comparison, column)| input(&comparison.value, column));
        let inputs = inputs.collect::<Option<_>>();
        let lists: Vec<&(&_, &ColumnDef)> =
            added.inputs.iter().filter(|(comparison, _)| matches!(comparison.value, Met::List(_))).collect();
        let left = format!("{}{}", added.prefix, name(added.hash.name));
        let condition = match (inputs.and_then(|inputs| self.computed(added.hash, inputs)), &lists[..]) {
            (Some(computed), []) => Some(format!("{left} = ${computed}")),
            (Some(computed), [(comparison, column)]) => {
                let Met::List(list) = &comparison.value else { return };
                let list = &list.name;
                Some(format!("({left}, {}{}) IN ListZip(${computed}, ${list})", added.prefix, name(column.name)))
            }
            _ => self.in_server(in_server),
        };
        self.insertions.extend(condition.map(|condition| (added.start, condition + " AND ")));
    }

    /// The name of the parameter with a hash of these; `None` if none of them is a value that the program gives.
    pub(super) fn computed(&mut self, hash: HashDef, inputs: Vec<Input>) -> Option<String> {
        let given = |input: &Input| match input {
            Input::Parameter(name) => self.query.parameters().any(|parameter| parameter.name == name),
            Input::Value(_) => true,
        };
        if !inputs.iter().all(given) || inputs.iter().all(|input| matches!(input, Input::Value(_))) {
            return None;
        }
        if let Some(there) = self.computed.iter().find(|other| other.hash == hash && other.inputs == inputs) {
            return Some(there.name.clone());
        }
        let bare: String = hash.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{bare}_{}", self.computed.len() + 1);
        self.computed.push(Computed { name: name.clone(), hash, inputs });
        Some(name)
    }

    /// A text that the server computes.
    pub(super) fn in_server(&self, make: impl FnOnce(&str, &Types<'_>) -> Option<String>) -> Option<String> {
        let declared = |name: &str| self.query.parameters().find(|parameter| parameter.name == name)?.ty();
        let is_query = |name: &str| self.queries.iter().any(|query| query == name);
        make(self.text, &Types { declared: &declared, is_query: &is_query })
    }
}

/// What a column is compared with, as an input of a hash that the client computes.
pub(super) fn input(met: &Met, column: &ColumnDef) -> Option<Input> {
    match met {
        Met::Named(name) | Met::List(name) => Some(Input::Parameter(name.name.to_string())),
        Met::Literal(literal) => literal_value(literal, column.ty).map(Input::Value),
        _ => None,
    }
}
