//! What to do about what YDB said, where that is known.

use ydb::{YdbError, YdbIssue};
use ydb_keys_core::ddl::CREATE_TABLE;

use super::kind::{BULK_UPSERT, LOAD};
use super::status::{self, has_status, says};

/// YDB's words for a table that it does not find.
const NO_TABLE: &[&str] = &["Cannot find table", "path hasn't been resolved", "does not exist", "Unknown table '"];

/// YDB's words for a column or an index that the table does not have, or has and the model does not.
const DIFFERS: &[&str] = &[
    "Member not found",
    "No such column",
    "Unknown column",
    "Missing not null column",
    "Required global index not found",
    "No global indexes",
];

/// The tables that the library creates for itself.
const OWN: [&str; 2] = ["ydb_keys/changes", "ydb_keys/outcomes"];

/// The advice for an operation on a table that failed; a query of the user has no table.
pub(super) fn cure(table: &str, operation: &str, error: &YdbError) -> Option<String> {
    if let Some(rule) = status::rejection(error) {
        let rule = if rule.is_empty() { "a resource pool classifier".to_owned() } else { format!("the rule {rule}") };
        return Some(format!(
            "{rule} of the database's administrators refuses this query, however often it is repeated: give more columns of the \
             key, or ask them; `.sys/resource_pool_classifiers` lists the rules"
        ));
    }
    if status::is_no_batch(error) {
        return Some(
            "update YDB to 25.4 or later, and let its administrators switch `enable_batch_updates` on; until then change the \
             rows in parts: read their keys with `stream`, and write `update` or `delete_many`"
                .to_owned(),
        );
    }
    if let Some(name) = undeclared(error) {
        return Some(format!("give the parameter its value: `.param(\"{name}\", &value)`"));
    }
    if let YdbError::Custom(said) = error
        && let Some(results) = said.strip_prefix("expected 1 result set, got ")
    {
        return Some(match results {
            "0" => "write `exec` for a query without a result".to_owned(),
            _ => "write one SELECT or RETURNING into a query; `exec` ignores all results".to_owned(),
        });
    }
    if has_status(error, &[status::SCHEME_ERROR]) && says(error, NO_TABLE) {
        if let Some(table) = OWN.iter().find(|table| says(error, &[table])) {
            return Some(format!(
                "somebody has dropped `{table}`, which the library needs: restart the program, which creates it again"
            ));
        }
        return Some(match table {
            "" => "create the table with `apply`; in a test name its model: `#[ydb_keys::test(Model)]`".to_owned(),
            _ => format!("create `{table}` with `apply`; in a test name its model: `#[ydb_keys::test(Model)]`"),
        });
    }
    if matches!(operation, BULK_UPSERT | LOAD)
        && let Some(columns) = unfilled(error)
    {
        return Some(format!(
            "YDB's BulkUpsert fills in no DEFAULT, and `{table}` has {columns} with one: add it to the model, or write the rows with \
             statements, such as `upsert_many`"
        ));
    }
    if operation == CREATE_TABLE && says(error, &["path exist"]) {
        return Some("write `.if_not_exists()` to keep the table; `apply` changes it to the model".to_owned());
    }
    differs(table, error)
        .then(|| "compare the model with the table: the command `diff`; `apply` changes the table".to_owned())
}

/// Whether the table lacks what a statement of its model names. A query of the user has no table, and any mistake.
pub(super) fn differs(table: &str, error: &YdbError) -> bool {
    !table.is_empty() && says(error, DIFFERS)
}

/// The columns with a DEFAULT that a bulk request has left out. YDB refuses such requests since 25.2.1 and 25.3 (its pull
/// requests 27596 and 28238), in these words (upload_rows_common_impl.h).
fn unfilled(error: &YdbError) -> Option<String> {
    fn names(issue: &YdbIssue) -> Option<&str> {
        let own = issue.message.split_once("Missing default columns: ").map(|(_, names)| names);
        own.or_else(|| issue.issues.iter().find_map(names))
    }
    let YdbError::YdbStatusError(answer) = error else { return None };
    let names = answer.issues.iter().find_map(names)?.split(", ").map(|name| format!("`{name}`"));
    Some(names.collect::<Vec<_>>().join(", "))
}

/// The parameter of a query that it is not given.
fn undeclared(error: &YdbError) -> Option<&str> {
    fn name(issue: &YdbIssue) -> Option<&str> {
        let own = issue.message.split_once("Unknown name: $").map(|(_, name)| name);
        own.or_else(|| issue.issues.iter().find_map(name))
    }
    let YdbError::YdbStatusError(answer) = error else { return None };
    let name = answer.issues.iter().find_map(name)?;
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}
