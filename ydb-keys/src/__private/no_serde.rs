//! What generated code names of serde, without the feature `serde`: a macro that implements nothing.

/// Neither of serde's traits.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_serde {
    ($key:ident) => {};
}

pub use __key_serde as key_serde;
