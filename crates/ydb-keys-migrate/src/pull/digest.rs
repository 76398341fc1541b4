//! Finds out which of YDB's `Digest::` functions fills the first key column, where it is no hash of this library.
//!
//! YDB's documentation leaves the function to the application, so existing tables have CityHash, FNV, Murmur or a CRC of a
//! text or of the bytes of a number, signed where the program's language has no unsigned numbers. Each function is tried
//! over each of the columns that follow; the server computes it, and counts for how many rows it equals the column. A text or
//! bytes may be the MD5 or the SHA of one of these columns, also in hexadecimal digits.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::Name;

use super::hash::with_whole_keys;
use crate::live::{LiveColumn, LiveTable};

/// Functions of one text that return 64 bits, and those that return 32.
const WIDE: [&str; 8] =
    ["CityHash", "Fnv64", "MurMurHash", "MurMurHash2A", "Crc64", "FarmHashFingerprint64", "Md5HalfMix", "XXH3"];
const NARROW: [&str; 6] =
    ["Crc32c", "Fnv32", "MurMurHash32", "MurMurHash2A32", "FarmHashFingerprint32", "SuperFastHash"];

/// Expressions that return bytes, and their digits.
const TEXTS: [&str; 8] = [
    "Digest::Md5Hex({})",
    "Digest::Md5Raw({})",
    "Digest::Sha1({})",
    "Digest::Sha256({})",
    "String::HexEncode(Digest::Sha1({}))",
    "String::HexEncode(Digest::Sha256({}))",
    "String::AsciiToLower(String::HexEncode(Digest::Sha1({})))",
    "String::AsciiToLower(String::HexEncode(Digest::Sha256({})))",
];

/// Over how many of the columns after the first one each function is tried.
const INPUTS: usize = 4;

/// Fewer rows show nothing of how values are spread.
const FEWEST_ROWS: u64 = 20;

/// What a statement counts: its expressions in the order of the counts, after those of all rows and of the greater half.
pub(crate) struct Tried {
    pub(crate) expressions: Vec<String>,
    pub(crate) text: String,
}

/// One statement for each function, because a server may lack one; none if the first key column cannot be a hash.
pub(crate) fn tried(live: &LiveTable, rows: u64) -> Vec<Tried> {
    let Some((hash, ty)) = leading(live) else { return Vec::new() };
    let inputs = live.primary_key.iter().skip(1).filter_map(|name| live.column(name)).take(INPUTS);
    let arguments: Vec<String> = inputs.flat_map(arguments).collect();
    let key: Vec<String> = live.primary_key.iter().map(|name| Name(name).to_string()).collect();
    let (key, path, whole) = (key.join(", "), Name(&live.path), with_whole_keys(live));
    let (is_wide, is_text) =
        (matches!(ty, YdbType::Uint64 | YdbType::Int64), matches!(ty, YdbType::Utf8 | YdbType::String));
    let greater = match (is_text, is_wide) {
        // Of texts it is not asked whether they are spread.
        (true, _) => "0ul".to_owned(),
        (_, true) => format!("COUNT_IF(BITCAST({} AS Uint64) > 9223372036854775807ul)", Name(&hash.name)),
        (_, false) => format!("COUNT_IF(BITCAST({} AS Uint32) > 2147483647u)", Name(&hash.name)),
    };
    let numbers = WIDE.iter().filter(|_| is_wide).chain(&NARROW).map(|function| match ty {
        YdbType::Int64 | YdbType::Int32 => format!("BITCAST(Digest::{function}({{}}) AS {ty})"),
        _ => format!("Digest::{function}({{}})"),
    });
    let functions: Vec<String> =
        if is_text { TEXTS.iter().map(ToString::to_string).collect() } else { numbers.collect() };
    let statement = |function: String| {
        let expressions: Vec<String> = arguments.iter().map(|argument| function.replace("{}", argument)).collect();
        let mut text = format!("SELECT COUNT(*), {greater}");
        for expression in &expressions {
            text += &format!(",\n    COUNT_IF({} = {expression})", Name(&hash.name));
        }
        text += &format!("\nFROM (SELECT {key} FROM {path}{whole} LIMIT {rows})");
        Tried { expressions, text }
    };
    if arguments.is_empty() { Vec::new() } else { functions.into_iter().map(statement).collect() }
}

/// The first key column and its type, if it may be a hash.
fn leading(live: &LiveTable) -> Option<(&LiveColumn, YdbType)> {
    let column = live.column(live.primary_key.first()?)?;
    let ty = column.ty.filter(|ty| {
        use YdbType::{Int32, Int64, String, Uint32, Uint64, Utf8};
        matches!(ty, Uint64 | Int64 | Uint32 | Int32 | Utf8 | String)
    })?;
    (live.store == Store::Row && column.serial != Some(true)).then_some((column, ty))
}

/// What programs hash of a column: a text, or the bytes or the decimal digits of a number.
fn arguments(column: &LiveColumn) -> Vec<String> {
    let name = Name(&column.name);
    match column.ty {
        Some(YdbType::Utf8 | YdbType::String) => vec![name.to_string()],
        Some(YdbType::Uuid) => vec![format!("CAST({name} AS String)")],
        Some(ty) if ty.is_integer() => vec![format!("ToBytes({name})"), format!("CAST({name} AS String)")],
        _ => Vec::new(),
    }
}

/// Whether values are spread as those of a hash are: about half of them in the greater half of the type.
pub(crate) fn looks_spread(rows: u64, greater: u64) -> bool {
    rows >= FEWEST_ROWS && (rows / 4..=rows - rows / 4).contains(&greater)
}
