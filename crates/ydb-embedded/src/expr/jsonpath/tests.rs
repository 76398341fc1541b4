//! Paths by the examples of YDB's documentation and of its tests (`jsonpath/ut`).

mod examples;
mod second;
