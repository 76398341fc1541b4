//! Users and their tokens.

use std::sync::Arc;

use super::engine::Engine;
use crate::error::{Error, Result, Status};

impl Engine {
    /// Logs a user in and returns the token.
    ///
    /// Fails with UNAUTHORIZED for an unknown user or a wrong password.
    pub fn login(&self, user: &str, password: &str) -> Result<String> {
        let known = self.config.auth.iter().flat_map(|auth| &auth.users).find(|(name, _)| name == user);
        match known {
            Some((_, secret)) if secret == password => Ok(self.tokens.issue(user, self.now_us() / 1_000_000)),
            Some(_) => Err(Error::new(Status::Unauthorized, "Invalid password")),
            None => Err(Error::new(Status::Unauthorized, format!("Cannot find user '{user}'"))),
        }
    }

    /// The user that a token belongs to. Without auth everyone is the administrator, except for tokens that are names
    /// in YDB's own domain: `ann@builtin`.
    ///
    /// Fails with UNAUTHORIZED for an unknown or expired token.
    pub fn user_of(&self, token: &str) -> Result<Arc<str>> {
        let administrator = || self.config.administrator().into();
        let Some(auth) = &self.config.auth else {
            return Ok(if token.ends_with("@builtin") { token.into() } else { administrator() });
        };
        if let Some(user) = self.tokens.user_of(token, self.now_us() / 1_000_000)? {
            return Ok(user);
        }
        if auth.token.as_deref() == Some(token) || (auth.anonymous && token.is_empty()) {
            return Ok(administrator());
        }
        let message =
            if token.is_empty() { "Access denied without user token" } else { "Access denied: the token is not known" };
        Err(Error::new(Status::Unauthorized, message))
    }
}
