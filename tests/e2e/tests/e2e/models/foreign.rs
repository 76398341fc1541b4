//! Models of tables whose hash columns other programs have filled, with their own functions.

use ydb_keys::YdbTable;

use super::Sample;

/// Computes FNV-1 of 64 bits.
fn fnv1(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// FNV-1 over the decimal digits, which the server can compute as well.
pub(crate) mod fnv_of_digits {
    use ydb_keys::ForeignHash;

    pub(crate) const HASH: ForeignHash =
        ForeignHash::new("fnv1_digits", 1).yql("Digest::Fnv64(CAST({user_id} AS String))");

    pub(crate) fn hash(user_id: &u64) -> u64 {
        super::fnv1(user_id.to_string().into_bytes())
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/foreign/users", primary_key(user_hash = with(fnv_of_digits)(user_id), user_id))]
pub(crate) struct ForeignUser {
    pub(crate) user_id: u64,
    pub(crate) name: Option<String>,
}

impl Sample for ForeignUser {
    fn sample(n: u64) -> Self {
        ForeignUser { user_id: n, name: (!n.is_multiple_of(3)).then(|| format!("user {n}")) }
    }

    fn changed(&self) -> Self {
        ForeignUser { name: Some("changed".into()), ..self.clone() }
    }
}

/// Signed hash of two columns, like programs of a language without unsigned numbers store it. Only the program can
/// compute it.
pub(crate) struct Signed;

impl Signed {
    pub(crate) const HASH: ydb_keys::ForeignHash = ydb_keys::ForeignHash::new("signed", 2);

    fn hash(site: &str, user: &i32) -> i64 {
        fnv1(site.bytes().chain(user.to_be_bytes())) as i64
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/foreign/visits", key_not_null = false)]
#[ydb(primary_key(visit_hash = with(Signed)(site, user), site, user, at))]
pub(crate) struct ForeignVisit {
    pub(crate) user: i32,
    pub(crate) site: String,
    pub(crate) at: u64,
    pub(crate) pages: Option<u32>,
}

impl Sample for ForeignVisit {
    fn sample(n: u64) -> Self {
        ForeignVisit { user: -((n % 2) as i32), site: format!("site {}", n % 3), at: n, pages: Some(n as u32) }
    }

    fn changed(&self) -> Self {
        ForeignVisit { pages: None, ..self.clone() }
    }
}

/// First digits of a number as a text, in hexadecimal.
pub(crate) mod hexadecimal {
    use ydb_keys::ForeignHash;

    pub(crate) const HASH: ForeignHash = ForeignHash::new("hex", 1);

    pub(crate) fn hash(code: &str) -> String {
        format!("{:04x}", super::fnv1(code.bytes()) >> 48)
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/foreign/notes", primary_key(prefix = with(hexadecimal)(code), code))]
pub(crate) struct ForeignNote {
    pub(crate) code: String,
    pub(crate) text: Option<String>,
}

impl Sample for ForeignNote {
    fn sample(n: u64) -> Self {
        ForeignNote { code: format!("код {n}"), text: Some(format!("note {n}")) }
    }

    fn changed(&self) -> Self {
        ForeignNote { text: None, ..self.clone() }
    }
}
