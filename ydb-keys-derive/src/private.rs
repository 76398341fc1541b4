//! The module of the library that generated code uses. Its name has the release, so that the code of one release never
//! meets the library of another. If a build has two releases, the compiler says that there is no such module.

use proc_macro2::Ident;
use quote::format_ident;

/// Returns the name of the module: `__private_0_1_0`.
pub(crate) fn private() -> Ident {
    format_ident!("__private_{}", env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_"))
}
