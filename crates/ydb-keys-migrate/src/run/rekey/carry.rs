//! Carries grants and attributes over from the old table to the new one.
//!
//! A renamed table keeps its own grants, owner and attributes, so the new table must have those of the old one before
//! the swap:
//!
//! 1. Read the grants and attributes of both tables.
//! 2. Send a GRANT or REVOKE for each difference, and one ALTER TABLE that sets the attributes. If the server refuses
//!    one of them, go on and remember the reason. Any other error ends the copy.
//! 3. Read both tables again and compare them. Whatever still differs is lost: that is an error, unless
//!    `RekeyOptions::allow_lost_rights` is set.
//!
//! This is done when the new table is created, again before the swap, because rights may change during the copy, and
//! once more after the swap, from the kept table. The owner is only compared: YQL has no statement that changes it, and
//! the client has no call.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client, YdbError, YdbResult};
use ydb_keys::__internal::Reason;
use ydb_keys_core::schema::path::TablePath;

use super::runner::Runner;
use crate::live::LiveRights;
use crate::rekey::{attributes_to_set, grant_statements, lost_attributes, lost_rights};
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;
use crate::run::rights::rights;

/// What is carried over from a table, and its owner.
struct Carried {
    rights: LiveRights,
    attributes: BTreeMap<String, String>,
}

impl Carried {
    async fn of(client: &Client, path: &TablePath) -> Result<Self, MigrateError> {
        let Some(live) = describe(client, path).await? else {
            return Err(Detail::TableGone { table: path.to_string() }.into());
        };
        Ok(Carried { rights: rights(client, path).await?, attributes: live.attributes })
    }
}

/// How the table at `to` differs from the one at `from`, one phrase for each difference.
pub(super) async fn lost(client: &Client, from: &TablePath, to: &TablePath) -> Result<Vec<String>, MigrateError> {
    let (old, new) = (Carried::of(client, from).await?, Carried::of(client, to).await?);
    let mut lost = lost_rights(to, &old.rights, &new.rights);
    lost.extend(lost_attributes(&old.attributes, &new.attributes));
    Ok(lost)
}

impl Runner<'_, '_> {
    /// Gives the table at `to` the grants and attributes of the table at `from`, then compares both. Remaining
    /// differences are an error, unless the options allow them; then they are returned.
    pub(super) async fn carry_over(
        &mut self,
        phase: RekeyPhase,
        from: &TablePath,
        to: &TablePath,
    ) -> Result<Vec<String>, MigrateError> {
        let (old, new) = (Carried::of(self.client, from).await?, Carried::of(self.client, to).await?);
        let mut refused = Vec::new();
        for text in grant_statements(to, &old.rights.grants, &new.rights.grants) {
            let sent = send(self.client, text.clone()).await;
            refused.extend(refusal(&text, sent).map_err(|error| self.failed(phase, error))?);
        }
        let set = attributes_to_set(&old.attributes, &new.attributes);
        if !set.is_empty() {
            let mut request = AlterTableRequest::new(to.absolute());
            for (name, value) in &set {
                request = request.alter_attribute(name, value);
            }
            let sent = self.client.table_client().alter_table(request).idempotent(true).await;
            let refusal = refusal("the change of attributes", sent);
            refused.extend(refusal.map_err(|error| self.failed(phase, error))?);
        }
        let lost = lost(self.client, from, to).await?;
        if lost.is_empty() || self.options.allow_lost_rights {
            return Ok(lost);
        }
        Err(Detail::LostRights { from: from.to_string(), to: to.to_string(), phase, lost, refused }.into())
    }
}

/// The server's refusal in one line, if it refused. Any other error ends the copy.
fn refusal(what: &str, sent: YdbResult<()>) -> YdbResult<Option<String>> {
    match sent {
        Ok(()) => Ok(None),
        Err(error @ YdbError::YdbStatusError(_)) => Ok(Some(format!("{what}: {}", Reason(&error)))),
        Err(error) => Err(error),
    }
}

fn send(client: &Client, text: String) -> BoxFuture<'_, YdbResult<()>> {
    Box::pin(async move { client.query_client().exec(text).idempotent(true).await })
}
