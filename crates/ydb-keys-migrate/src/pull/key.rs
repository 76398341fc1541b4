//! Attributes of the primary key, and the rules that the table's key breaks.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::allowance::Rule;

use super::attribute::{Word, bare, computed, list};
use super::draft::{Draft, Growth};
use super::hash::{Finding, may_be_hash};
use crate::live::{LiveColumn, LiveTable};

/// Adds `primary_key(...)`, with a remark on the hash, and the allowances.
pub(super) fn key(draft: &mut Draft<'_>, finding: &Finding) {
    let fields = draft.live.primary_key.iter().filter_map(|name| draft.field(name)).map(bare);
    let mut words: Vec<Word> = fields.collect();
    if let (Some(hash), Some(column)) = (draft.hash, may_be_hash(draft.live)) {
        let inputs = hash.inputs.iter().filter_map(|&input| draft.field(&draft.live.columns[input].name)).map(bare);
        words.insert(0, computed(&column.name, hash, inputs));
    }
    remark(draft, finding);
    draft.word(list("primary_key", words));
    if draft.key_is_nullable() {
        let nullable = draft.live.primary_key.iter().filter(|name| draft.live.column(name).is_some_and(|c| c.nullable));
        let nulls: Vec<String> = nullable.map(|name| format!("{} IS NULL", Name(name))).collect();
        draft.remark(format!(
            "The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read; \
             `SELECT * FROM {} WHERE {}` lists such rows.",
            Name(&draft.live.path),
            nulls.join(" OR ")
        ));
        draft.word(Word::Value("key_not_null", "false".to_owned()));
    }
    allowances(draft);
}

/// Returns the rules that the key of a table breaks, each with a remark for its author to think about.
pub fn broken_rules(live: &LiveTable, finding: &Finding, growth: &Growth) -> Vec<(Rule, String)> {
    let mut draft = Draft::new(live, finding.hash(), &[], vec![None; live.columns.len()], growth);
    allowances(&mut draft);
    draft.allowances
}

/// Adds a remark that explains why the first key column is a hash or not.
fn remark(draft: &mut Draft<'_>, finding: &Finding) {
    let live = draft.live;
    if let Finding::Foreign { rows, expression } = finding {
        return foreign(draft, *rows, expression.as_deref());
    }
    let Some(column) = may_be_hash(live).map(|column| &column.name) else { return };
    let name = |input: usize| live.columns[input].name.as_str();
    match finding {
        Finding::NoHash | Finding::Foreign { .. } | Finding::Chosen(_) => {}
        Finding::Layout(Some(_)) => {
            draft.remark(format!("`{column}` is computed as the table's layout attribute says."))
        }
        Finding::Layout(None) => {}
        Finding::Sampled { rows: 0, .. } => draft.remark(format!(
            "TODO: the table has no rows that would show whether `{column}` is a hash of the columns after it. If it \
             is, write `primary_key({column} = xxh3(...), ...)` and remove its field."
        )),
        Finding::Sampled { rows, fits } => match fits.as_slice() {
            [] => draft.remark(format!(
                "No hash that a model can declare gives the values of `{column}` in {}, so it is an ordinary column.",
                of_rows(*rows)
            )),
            [hash, others @ ..] => {
                let call = hash.call(name);
                draft.remark(format!("`{column}` was {call} in {}.", of_rows(*rows)));
                if !others.is_empty() {
                    let others: Vec<String> = others.iter().take(3).map(|other| other.call(name)).collect();
                    draft.remark(format!("TODO: choose the right one; these hashes fit too: {}.", others.join(", ")));
                }
            }
        },
    }
}

/// Adds a remark on a hash that this library does not compute.
fn foreign(draft: &mut Draft<'_>, rows: u64, expression: Option<&str>) {
    let Some(column) = draft.live.primary_key.first() else { return };
    let of_rows = of_rows(rows);
    draft.remark(match expression {
        Some(expression) => format!(
            "`{column}` was {expression} in {of_rows}, a hash of other programs. To have it computed, write the function \
             in a module, `primary_key({column} = with(module)(...), ...)`, and remove its field."
        ),
        None => format!(
            "`{column}` looks like a hash, but neither a hash of this library nor one of YDB's Digest functions over the \
             text, the bytes or the decimal digits of a column after it gives its values in {of_rows}. If you have \
             the function, write it in a module, `primary_key({column} = with(module)(...), ...)`, and remove its field."
        ),
    });
}

fn of_rows(rows: u64) -> String {
    match rows {
        1 => "the only sampled row".to_owned(),
        _ => format!("all {rows} sampled rows"),
    }
}

fn allowances(draft: &mut Draft<'_>) {
    let live = draft.live;
    let columns: Vec<&LiveColumn> = live.primary_key.iter().filter_map(|name| live.column(name)).collect();
    match live.store {
        Store::Row => {
            if let (None, Some(leading)) = (draft.hash, columns.first()) {
                leading_column(draft, leading);
            }
            let hashed = draft.hash.map(|hash| hash.inputs.as_slice()).unwrap_or_default();
            let hashed = || hashed.iter().map(|&input| &live.columns[input]);
            if hashed().next().is_some() && hashed().all(|column| is_few(column) || is_day(column)) {
                let why = if hashed().any(is_day) {
                    "all rows of a day have the same hash, or one of a few"
                } else {
                    "a hash of a few values has just as few values"
                };
                draft.allow(Rule::LowCardinalityLeadingKey, why);
            }
            if !draft.key_is_nullable() && columns.iter().skip(1).any(|column| column.nullable) {
                draft.allow(Rule::NullableKey, "no `=` and no `<` finds rows with NULL in the key");
            }
        }
        Store::Column => {
            let by_hash = live.settings.as_ref().map(|settings| settings.partition_by.as_slice()).unwrap_or_default();
            let chosen = |column: &&&LiveColumn| by_hash.is_empty() || by_hash.contains(&column.name);
            let mut partitioned = columns.iter().filter(chosen).peekable();
            let coarse = |column: &&LiveColumn| column.ty.is_some_and(YdbType::is_time) || is_few(column);
            if partitioned.peek().is_some() && partitioned.all(coarse) {
                draft.allow(Rule::ColumnPartitionKey, "rows of the same time gather in a few partitions");
            }
        }
    }
}

/// Returns `true` if the type has only a few values. Enums are not recognized, because they are stored as text.
pub(super) fn is_few(column: &LiveColumn) -> bool {
    matches!(column.ty, Some(YdbType::Bool | YdbType::Int8 | YdbType::Uint8))
}

fn is_day(column: &LiveColumn) -> bool {
    matches!(column.ty, Some(YdbType::Date | YdbType::Date32))
}

/// Adds an allowance for the first key column of a row table without a hash, if it needs one.
fn leading_column(draft: &mut Draft<'_>, column: &LiveColumn) {
    let name = &column.name;
    let number = column.ty.is_none_or(YdbType::is_number);
    let grows = draft.growth.monotonic.contains(name);
    if column.ty.is_some_and(YdbType::is_time) || column.serial == Some(true) || grows {
        draft.allow(Rule::MonotonicLeadingKey, "every insert goes to the table's last partition");
    } else if is_few(column) {
        draft.allow(Rule::LowCardinalityLeadingKey, format!("all rows with the same `{name}` are stored together"));
    } else if number && !draft.growth.dispersed.contains(name) {
        draft.allow(
            Rule::UndeclaredLeadingKey,
            format!("is `{name}` a sequence? If its values are spread, declare it `dispersed`"),
        );
    }
}
