//! Foreign hashes: functions with which other programs have filled the hash column of a table.

use std::fmt;

use crate::types::const_text::{Message, any, same};
use crate::types::{Required, Value, YdbType};

/// Hash function of other programs, for `#[ydb(primary_key(userhash = with(legacy)(userid), ...))]`: its name with a
/// version, and its expression in YQL, if it has one.
///
/// `legacy` is a module, or a type, with `const HASH: ForeignHash` and a pure function `hash`. That function takes a
/// reference to each input and returns the value of the hash column; its return type decides the column's type.
///
/// ```
/// use ydb_keys::{ForeignHash, YdbTable};
///
/// /// FNV-1a of 64 bits over the id's decimal digits, as the first program stored it: signed.
/// mod fnv {
///     use ydb_keys::ForeignHash;
///
///     pub const HASH: ForeignHash = ForeignHash::new("fnv1a", 1);
///
///     pub fn hash(userid: &u64) -> i64 {
///         let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
///         userid.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, step) as i64
///     }
/// }
///
/// #[derive(YdbTable)]
/// #[ydb(table = "users", primary_key(userhash = with(fnv)(userid), userid))]
/// struct User {
///     userid: u64,
///     name: Option<String>,
/// }
///
/// assert!(User::TABLE.create_table().to_string().contains("`userhash` Int64 NOT NULL"));
/// assert_eq!(ydb_keys::Layout::of(User::TABLE).to_string(), "v3: userhash Int64 = fnv1a@1(userid Uint64), userid Uint64");
/// ```
#[derive(Clone, Copy)]
pub struct ForeignHash {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub version: u32,
    #[doc(hidden)]
    pub yql: Option<&'static str>,
    #[doc(hidden)]
    pub ty: YdbType,
    #[doc(hidden)]
    pub dispersed: bool,
    #[doc(hidden)]
    pub compute: fn(&[Value<'_>]) -> Option<Value<'static>>,
}

impl ForeignHash {
    /// Creates a foreign hash with a name and a version, which are stored in the
    /// [layout](crate::schema::layout::Layout) of the table. A program whose function gives other values needs another
    /// name or version, so that `check` tells the two apart.
    ///
    /// The name consists of lower-case letters, digits and `_`; anything else does not compile.
    pub const fn new(name: &'static str, version: u32) -> Self {
        let bytes = name.as_bytes();
        if bytes.is_empty() || any!(at < bytes.len(), !matches!(bytes[at], b'a'..=b'z' | b'0'..=b'9' | b'_')) {
            Message::rule("hash")
                .text("the name of a hash, ")
                .name(name)
                .text(", is not of lower-case letters, digits and `_`\nhelp: write a name such as \"city_hash\"")
                .refuse()
        }
        ForeignHash { name, version, yql: None, ty: YdbType::Uint64, dispersed: false, compute: |_| None }
    }

    /// Sets the YQL expression that computes the same value in the server, for copies, joins and ad-hoc queries. Inputs
    /// are the names of columns in braces: `Digest::CityHash(CAST({userid} AS String))`.
    pub const fn yql(self, expression: &'static str) -> Self {
        ForeignHash { yql: Some(expression), ..self }
    }

    /// Declares that the values are spread evenly over the whole range of their type. The values of a good hash of 64
    /// bits that is returned as `u64` or `i64` are; those of 32 bits in a `u64` are not, nor those of FNV over a few
    /// bytes. A scan of the whole table can then be
    /// [split](https://docs.rs/ydb-keys/latest/ydb_keys/guide/data_access/#a-whole-table-in-parts), because equal parts
    /// of the values have about as many rows.
    /// Nothing checks the declaration: if it is wrong, some parts have more rows than others, and no row is lost.
    pub const fn dispersed(self) -> Self {
        ForeignHash { dispersed: true, ..self }
    }

    /// Sets the type of the column and the function that computes it, for the derive.
    #[doc(hidden)]
    pub const fn computed(self, ty: YdbType, compute: fn(&[Value<'_>]) -> Option<Value<'static>>) -> Self {
        ForeignHash { ty, compute, ..self }
    }

    /// Returns the expression with these texts in place of the inputs' names.
    #[doc(hidden)]
    pub fn filled_in<'n>(&self, inputs: impl Iterator<Item = (&'n str, String)>) -> Option<String> {
        let text = self.yql?.to_owned();
        Some(inputs.fold(text, |text, (name, input)| text.replace(&format!("{{{name}}}"), &input)))
    }

    /// Returns `true` if both have the same name, version and type, so that they compute the same values.
    pub(crate) const fn is_same(&self, other: &ForeignHash) -> bool {
        same(self.name, other.name) && self.version == other.version && self.ty.same(other.ty)
    }
}

impl PartialEq for ForeignHash {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

impl Eq for ForeignHash {}

impl fmt::Debug for ForeignHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Prints the name and the version: `fnv1a@1`.
impl fmt::Display for ForeignHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version)
    }
}

/// Value that a foreign hash can return. Its type is that of a column that is never NULL, because every row has a hash.
#[diagnostic::on_unimplemented(
    message = "hash: a hash of other programs cannot be `{Self}`",
    label = "its function `hash` returns `{Self}`",
    note = "write a function that returns an integer, a `String`, a `Vec<u8>`, or another type of a column that a key may have",
    note = "every row has a hash, which is never NULL: write one that returns the value itself, not an `Option` or a `Result` of it",
    note = "for more, run `ydb-keys explain hash` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#hash"
)]
#[doc(hidden)]
pub trait HashValue: Required {}

#[diagnostic::do_not_recommend]
impl<T: Required> HashValue for T {}

/// Returns the value of the hash column, for the derive; `None` if the column cannot hold it.
#[doc(hidden)]
pub fn hashed<T: HashValue>(hash: T) -> Option<Value<'static>> {
    hash.encode(T::INFO.ty).ok().map(Value::into_owned)
}

/// Decodes an input of the function from its stored value, for the derive.
#[doc(hidden)]
pub fn decoded<'v, T, E>(values: &'v [Value<'_>], place: usize, decode: fn(Value<'v>) -> Result<T, E>) -> Option<T> {
    decode(values.get(place)?.clone()).ok()
}

/// Defines functions that return the type of the hash column, for the derive: the type that a function of one to eight
/// inputs returns.
macro_rules! returned {
    ($($name:ident: $($input:ident)*;)*) => {$(
        #[doc(hidden)]
        pub const fn $name<$($input,)* T: HashValue>(_: fn($(&$input),*) -> T) -> YdbType {
            T::INFO.ty
        }
    )*};
}

returned! {
    returned1: A;
    returned2: A B;
    returned3: A B C;
    returned4: A B C D;
    returned5: A B C D E;
    returned6: A B C D E F;
    returned7: A B C D E F G;
    returned8: A B C D E F G H;
}
