//! What generated code names of serde (feature `serde`): its traits for key structs.

pub use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use crate::keys::serde::{deserialize_key, serialize_key};

/// A key is a map of its columns.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_serde {
    ($key:ident) => {
        #[automatically_derived]
        impl $crate::__private::serde::Serialize for $key {
            fn serialize<__S: $crate::__private::serde::Serializer>(
                &self,
                __serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::__private::serde::serialize_key(self, __serializer)
            }
        }
        #[automatically_derived]
        impl<'__de> $crate::__private::serde::Deserialize<'__de> for $key {
            fn deserialize<__D: $crate::__private::serde::Deserializer<'__de>>(
                __deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                $crate::__private::serde::deserialize_key(__deserializer)
            }
        }
    };
}

pub use __key_serde as key_serde;
