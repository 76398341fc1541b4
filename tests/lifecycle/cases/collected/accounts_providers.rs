//! The table `accounts/providers`.

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `accounts/providers`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/providers")]
#[ydb(primary_key(person_id, provider))]
#[ydb(index(idx_provider_lookup, on(provider, provider_id), unique))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Providers {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub person_id: Uuid,
    pub provider: Option<String>,
    pub provider_id: Option<String>,
    pub token: Option<String>,
}
