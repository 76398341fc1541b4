//! Logins of users, and their tokens.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Engine;
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

    /// Returns the user that a token belongs to. Without auth everyone is the administrator, unless the token is a name
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

// Login tokens: JSON Web Tokens with the claims of YDB's tokens (`TLoginProvider::LoginUser` in
// `ydb/library/login/login.cpp`). Clients read from a token when to log in again.
//
// YDB signs with PS256, but clients do not have the public key. This engine signs with a shared secret instead, which
// needs no RSA.

/// Lifetime of a token in seconds: YDB's `MAX_TOKEN_EXPIRE_TIME`.
const LIFETIME: u64 = 12 * 60 * 60;

/// Length of a SHA-256 block in bytes, which is also the largest length of a secret.
const BLOCK: usize = 64;

/// Issues tokens, and reads the tokens that it issued.
pub(super) struct Issuer {
    secret: [u8; 32],
    /// Path of the database.
    audience: String,
}

impl Issuer {
    /// Creates an issuer with a new random secret.
    pub(super) fn new(audience: &str) -> Self {
        let mut secret = [0; 32];
        secret[..16].copy_from_slice(uuid::Uuid::new_v4().as_bytes());
        secret[16..].copy_from_slice(uuid::Uuid::new_v4().as_bytes());
        Self { secret, audience: audience.to_owned() }
    }

    /// Issues a token for a user, valid from `now` on, in seconds since 1970.
    pub(super) fn issue(&self, user: &str, now: u64) -> String {
        let header = json!({"alg": "HS256", "kid": "1"});
        let payload = json!({"aud": [self.audience], "exp": now + LIFETIME, "iat": now, "sub": user});
        let signed = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string().as_bytes()),
            URL_SAFE_NO_PAD.encode(payload.to_string().as_bytes())
        );
        let signature = self.signature(&signed);
        format!("{signed}.{signature}")
    }

    /// Returns the user of a token at the time `now`, in seconds since 1970; `None` if the token was not issued here.
    ///
    /// Fails with UNAUTHORIZED if the token has expired.
    pub(super) fn user_of(&self, token: &str, now: u64) -> Result<Option<Arc<str>>> {
        let Some((signed, signature)) = token.rsplit_once('.') else { return Ok(None) };
        if self.signature(signed) != signature {
            return Ok(None);
        }
        let payload = signed.split('.').nth(1).and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        let claims: Value = payload.and_then(|payload| serde_json::from_slice(&payload).ok()).unwrap_or_default();
        if claims["exp"].as_u64().is_none_or(|until| until <= now) {
            // The text is that of jwt-cpp. UNVERIFIED: the words before it.
            return Err(Error::new(Status::Unauthorized, "Access denied: token expired"));
        }
        Ok(claims["sub"].as_str().map(Into::into))
    }

    fn signature(&self, text: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac(&self.secret, text.as_bytes()))
    }
}

/// Computes HMAC-SHA256 (RFC 2104) with a key of at most one block.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        Sha256::new().chain_update(block)
    };
    let inner = padded(0x36).chain_update(message).finalize();
    padded(0x5c).chain_update(inner).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 7515, appendix A.1.
    #[test]
    fn the_signature_is_that_of_hs256() {
        let key = URL_SAFE_NO_PAD
            .decode("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
            .unwrap();
        let signed = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA\
                      6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        assert_eq!(
            URL_SAFE_NO_PAD.encode(hmac(&key, signed.as_bytes())),
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        );
    }

    /// Claims and lifetime are those of `LoginUser` and `MAX_TOKEN_EXPIRE_TIME` in YDB's `login.cpp` and `login.h`.
    #[test]
    fn a_token_has_the_claims_of_ydb() {
        let token = Issuer::new("/local").issue("ann", 1_000);
        let parts: Vec<&str> = token.split('.').collect();
        let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
        assert_eq!(claims, json!({"sub": "ann", "aud": ["/local"], "iat": 1_000, "exp": 1_000 + 43_200}));
        assert_eq!(parts.len(), 3);
    }

    #[test]
    fn only_its_own_tokens_enter_and_only_for_their_time() {
        let (issuer, other) = (Issuer::new("/local"), Issuer::new("/local"));
        let token = issuer.issue("ann", 1_000);
        assert_eq!(issuer.user_of(&token, 1_000 + LIFETIME - 1).unwrap().as_deref(), Some("ann"));
        assert_eq!(issuer.user_of(&token, 1_000 + LIFETIME).unwrap_err().status, Status::Unauthorized);
        assert_eq!(other.user_of(&token, 1_000).unwrap(), None);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let header = signed.split('.').next().unwrap();
        let forged = format!("{header}.{}.{signature}", URL_SAFE_NO_PAD.encode(br#"{"sub":"root","exp":99999999999}"#));
        for wrong in [forged.as_str(), signed, "", "a.b.c", "..", &format!("{token}x")] {
            assert_eq!(issuer.user_of(wrong, 1_000).unwrap(), None, "{wrong}");
        }
    }
}
