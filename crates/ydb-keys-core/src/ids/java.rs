//! Ids of row tables as the key generators of YDB's Java SDK make them, for tables that programs in both languages
//! write.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::layout::{Layout, stored, uuid};
use super::row_id::{common, generate, uuid_id};
use crate::error::ValueError;
use crate::types::column::columns;
use crate::types::{ColumnInfo, Value, YdbType};

/// An id for the key of a row table, as `UuidKeyGen` of the Java SDK makes it: first `PREFIX_BITS` random bits, 1 to 18
/// and by default 10 as in the SDK, then the time.
///
/// A `JavaRowId` may lead a key without a hash. [Order, time and random bits](crate::ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JavaRowId<const PREFIX_BITS: u32 = 10>(Uuid);

/// An id for the key of a row table, as `TextKeyGen` of the Java SDK makes it: the same fields as a [`JavaRowId`],
/// without version and variant, as 22 characters of base64 with the alphabet of URLs.
///
/// A `JavaTextId` may lead a key without a hash. Unlike UUIDs, these texts do not sort by time within a prefix: base64
/// puts digits after letters, and YDB sorts digits before letters. [Time and random bits](crate::ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JavaTextId<const PREFIX_BITS: u32 = 10>([u8; 16]);

/// Defines the functions of an id of the Java SDK.
macro_rules! java {
    ($id:ident, $bits:ident => $make:expr, $self:ident => $stored:expr) => {
        generate! {
            $id<PREFIX_BITS> where [const PREFIX_BITS: u32], u32, Layout::java(PREFIX_BITS);
            $bits => $make; $self => $stored;

            /// Makes a new id of this second with a prefix of at most `PREFIX_BITS` bits. The Java SDK takes the prefix
            /// from the highest bits of a `long`.
            ///
            /// # Errors
            /// [`ValueError::OutOfRange`] for a prefix of more bits.
            with_prefix

            /// Returns the bits that decide where the row is stored.
            prefix

            /// Returns the Unix time in seconds at which the id was made, modulo 2^30; meaningless for an id of another
            /// origin.
            seconds
        }
    };
}

java!(JavaRowId, bits => uuid(bits), self => stored(&self.0));
java!(JavaTextId, bits => bits.to_be_bytes(), self => u128::from_be_bytes(self.0));

uuid_id!(JavaRowId<PREFIX_BITS>, [const PREFIX_BITS: u32]: .dispersed());

columns! {
    JavaTextId<PREFIX_BITS> where [const PREFIX_BITS: u32]: ColumnInfo::new(&[YdbType::Utf8, YdbType::String]).dispersed(),
        |self, ty| {
            let text = URL_SAFE_NO_PAD.encode(self.0);
            Ok(match ty {
                YdbType::String => Value::String(Cow::Owned(text.into_bytes())),
                _ => Value::Utf8(Cow::Owned(text)),
            })
        },
        |value| String::decode(value)?.parse();
}

impl<const PREFIX_BITS: u32> fmt::Display for JavaTextId<PREFIX_BITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl<const PREFIX_BITS: u32> FromStr for JavaTextId<PREFIX_BITS> {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 16];
        match URL_SAFE_NO_PAD.decode_slice(text, &mut bytes) {
            Ok(16) => Ok(Self(bytes)),
            _ => Err(ValueError::invalid(format_args!(
                "{text:?} is not a valid id of the Java SDK: expected the 22 characters of 16 bytes in base64 for URLs"
            ))),
        }
    }
}

/// Takes the stored bytes of a UUID, whose text is that of `BaseKeyGen.toString` of the Java SDK.
impl<const PREFIX_BITS: u32> From<Uuid> for JavaTextId<PREFIX_BITS> {
    fn from(uuid: Uuid) -> Self {
        Self(uuid.to_bytes_le())
    }
}

common!(JavaTextId<PREFIX_BITS>, [const PREFIX_BITS: u32]: |bytes: &[u8; 16]| URL_SAFE_NO_PAD.encode(bytes));

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of `TextKeyGen`, made like those of the layouts.
    #[test]
    fn texts_are_those_of_the_java_sdk() {
        let text = |layout: Layout, random, prefix| {
            JavaTextId::<10>(layout.bits(random, 1_718_454_896, prefix).to_be_bytes()).to_string()
        };
        assert_eq!(text(Layout::java(10), u128::MAX, Some(4)), "ASZtinD______________w");
        assert_eq!(text(Layout::java(10), u128::MAX, None), "_-ZtinD______________w");
        assert_eq!(text(Layout::java(10), 0, Some(4)), "ASZtinAAAAAAAAAAAAAAAA");
        let mixed = 0x745203b3968493dc792b621aa411909a;
        assert_eq!(text(Layout::java(1), mixed, None), "TNsU4ZaEk9x5K2IapBGQmg");
        assert_eq!(text(Layout::java(18), mixed, Some(1165)), "ASNmbYpwk9x5K2IapBGQmg");
    }

    /// Test vector of the SDK's own tests (`toStringProducesTwentyTwoCharUrlSafeBase64`).
    #[test]
    fn a_uuid_has_the_text_of_the_java_sdk() {
        let uuid = Uuid::from_u128(0x00112233_4455_6677_8899_aabbccddeeff);
        assert_eq!(JavaTextId::<10>::from(uuid).to_string(), "MyIRAFVEd2aImaq7zN3u_w");
    }

    #[test]
    fn other_texts_are_refused() {
        for bad in
            ["", "MyIRAFVEd2aImaq7zN3u_", "MyIRAFVEd2aImaq7zN3u_wA", "MyIRAFVEd2aImaq7zN3u+w", "MyIRAFVEd2aImaq7zN3u_x"]
        {
            let error = bad.parse::<JavaTextId>().unwrap_err().to_string();
            assert!(error.contains("is not a valid id of the Java SDK"), "{bad}: {error}");
        }
    }
}
