//! What an engine is started with.

use std::time::Duration;

use super::behavior::Behavior;
use crate::catalog::ADMINISTRATOR;
use crate::clock::Clock;
use crate::storage::Thresholds;

/// How often expired rows are deleted: YDB's default.
pub(super) const TTL_RUN: Duration = Duration::from_secs(3600);

/// What an engine is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database's path, for example `/local`.
    pub database: String,
    /// Who may connect; `None` is everybody.
    pub auth: Option<Auth>,
    /// When partitions split and merge.
    pub thresholds: Thresholds,
    /// How long it takes to build an index that is added to a table.
    pub index_build_time: Duration,
    /// How long a session lives that nobody uses.
    pub session_idle_time: Duration,
    /// What the engine does when real servers differ.
    pub behavior: Behavior,
    /// What the engine asks for the time.
    pub clock: Clock,
    /// A fault planted for tests of the tests: commits do not look at their locks.
    #[cfg(feature = "simulation")]
    pub ignores_locks: bool,
}

/// Who may connect.
#[derive(Clone, Debug, Default)]
pub struct Auth {
    /// Users and their passwords. A user gets a token by logging in; the first one is the administrator.
    pub users: Vec<(String, String)>,
    /// A token for the administrator that needs no login.
    pub token: Option<String>,
    /// Whether a client without a token may connect, too, as the administrator.
    pub anonymous: bool,
}

impl Config {
    /// Who may do everything: the first user.
    pub fn administrator(&self) -> &str {
        let first = self.auth.as_ref().and_then(|auth| auth.users.first());
        first.map_or(ADMINISTRATOR, |(name, _)| name)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "/local".to_owned(),
            auth: None,
            thresholds: Thresholds::default(),
            index_build_time: Duration::ZERO,
            // YDB's default, `SessionIdleDurationSeconds`.
            session_idle_time: Duration::from_secs(600),
            behavior: Behavior::default(),
            clock: Clock::machine(),
            #[cfg(feature = "simulation")]
            ignores_locks: false,
        }
    }
}
