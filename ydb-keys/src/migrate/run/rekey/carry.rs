//! What is carried over from the old table to the new one beside its rows: grants and attributes. And what is not.
//!
//! The new table gets them when it is made, and once more before the swap, for they may have changed during the copy. Then both are
//! described anew and compared. An owner cannot be carried over: YQL has no statement for that, and the client has no call.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client, YdbError, YdbResult};

use super::runner::Runner;
use crate::error::Reason;
use crate::migrate::live::LiveRights;
use crate::migrate::rekey::{attributes_to_set, grant_statements, lost_attributes, lost_rights};
use crate::migrate::run::describe::describe;
use crate::migrate::run::event::RekeyPhase;
use crate::migrate::run::failure::MigrateError;
use crate::migrate::run::rights::rights;
use crate::schema::path::absolute;

/// One table as far as it is carried over.
struct Carried {
    rights: LiveRights,
    attributes: BTreeMap<String, String>,
}

impl Carried {
    async fn of(client: &Client, path: &str) -> Result<Self, MigrateError> {
        let Some(live) = describe(client, path).await? else {
            return Err(MigrateError::NoTable { table: path.to_owned(), new: path.to_owned() });
        };
        Ok(Carried { rights: rights(client, path).await?, attributes: live.attributes })
    }
}

/// In what the table at `to` differs from that at `from`, one phrase each.
pub(super) async fn lost(client: &Client, from: &str, to: &str) -> Result<Vec<String>, MigrateError> {
    let (old, new) = (Carried::of(client, from).await?, Carried::of(client, to).await?);
    let mut lost = lost_rights(&client.database(), to, &old.rights, &new.rights);
    lost.extend(lost_attributes(&old.attributes, &new.attributes));
    Ok(lost)
}

impl Runner<'_, '_> {
    /// Makes grants and attributes of the table at `to` those of the table at `from`, and looks whether they are. What is lost is an error,
    /// unless the options allow it; then it is returned.
    pub(super) async fn carry_over(
        &mut self,
        phase: RekeyPhase,
        from: &str,
        to: &str,
    ) -> Result<Vec<String>, MigrateError> {
        let (old, new) = (Carried::of(self.client, from).await?, Carried::of(self.client, to).await?);
        let mut refused = Vec::new();
        for text in grant_statements(to, &old.rights.grants, &new.rights.grants) {
            let sent = send(self.client, text.clone()).await;
            refused.extend(refusal(&text, sent).map_err(|error| self.failed(phase, error))?);
        }
        let set = attributes_to_set(&old.attributes, &new.attributes);
        if !set.is_empty() {
            let mut request = AlterTableRequest::new(absolute(&self.client.database(), to));
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
        Err(MigrateError::LostRights { from: from.to_owned(), to: to.to_owned(), phase, lost, refused })
    }
}

/// What the server has refused, in one line. Any other error ends the copy.
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
