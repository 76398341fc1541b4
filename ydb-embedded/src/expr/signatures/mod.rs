//! The functions that have a fixed signature: their parameters, results and implementations.

pub(crate) mod datetime;
mod digest;
mod math;
mod signature;
mod string;
mod unicode;

pub(crate) use signature::{Param, Signature};

/// What is known of a function of a module.
pub(crate) enum Found {
    /// It can be called.
    Function(&'static Signature),
    /// YDB has it, or may have it; the engine does not support it.
    Unsupported,
    /// YDB has no such module.
    Unknown,
}

/// The function of a module.
pub(crate) fn find(module: &str, name: &str) -> Found {
    let table = match module {
        "Digest" => digest::FUNCTIONS,
        "String" => string::FUNCTIONS,
        "Unicode" => unicode::FUNCTIONS,
        "Math" => math::FUNCTIONS,
        "DateTime" => datetime::FUNCTIONS,
        _ if OTHER_MODULES.contains(&module) => return Found::Unsupported,
        _ => return Found::Unknown,
    };
    let known = |function: &&Signature| function.name.split_once("::").is_some_and(|(_, known)| known.eq(name));
    table.iter().find(known).map_or(Found::Unsupported, Found::Function)
}

/// YDB's modules that the engine does not support.
const OTHER_MODULES: &[&str] = &[
    "Compress",
    "Decompress",
    "Histogram",
    "HyperLogLog",
    "Hyperscan",
    "Ip",
    "Json",
    "JsonBase64",
    "Knn",
    "LinearHistogram",
    "LogarithmicHistogram",
    "Pire",
    "Re2",
    "Re2posix",
    "Roaring",
    "Set",
    "Stat",
    "Streaming",
    "TopFreq",
    "TryDecompress",
    "UnicodeSet",
    "Url",
    "Uuid",
    "Vector",
    "Yson",
    "Protobuf",
    "Pg",
];
