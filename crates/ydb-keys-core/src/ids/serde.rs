//! Serialization of ids as their text (feature `serde`).

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{ColumnId, JavaRowId, JavaTextId, RowId};

macro_rules! text {
    ($($id:ty $(, [$($parameters:tt)*])?;)*) => {$(
        impl $(<$($parameters)*>)? Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de, $($($parameters)*)?> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

text! {
    RowId;
    ColumnId;
    JavaRowId<PREFIX_BITS>, [const PREFIX_BITS: u32];
    JavaTextId<PREFIX_BITS>, [const PREFIX_BITS: u32];
}

#[cfg(test)]
#[cfg(feature = "serde_json")]
mod tests {
    use crate::ids::{BitReversed, ColumnId, JavaRowId, JavaTextId, RowId};

    type Ids = (RowId, ColumnId, JavaRowId, JavaTextId, BitReversed<u64>);

    #[test]
    fn ids_are_texts_in_json_and_numbers_are_numbers() {
        let text = "00112233-4455-6677-8899-aabbccddeeff";
        let uuid: uuid::Uuid = text.parse().unwrap();
        let json = format!("[\"{text}\",\"{text}\",\"{text}\",\"MyIRAFVEd2aImaq7zN3u_w\",42]");
        let ids: Ids = (uuid.into(), uuid.into(), uuid.into(), uuid.into(), BitReversed(42));
        assert_eq!(serde_json::to_string(&ids).unwrap(), json);
        assert_eq!(serde_json::from_str::<Ids>(&json).unwrap(), ids);
        let error = serde_json::from_str::<RowId>("\"x\"").unwrap_err().to_string();
        assert!(error.contains("\"x\" is not a valid UUID"), "{error}");
    }
}
