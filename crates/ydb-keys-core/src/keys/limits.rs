//! Limits of keys and rows, and how messages show them.

use crate::types::Value;

/// Bytes of a key that YDB recommends at most: 2 KB.
pub const KEY_LIMIT: usize = 2 * 1024;
/// Bytes of a row that YDB recommends at most: 8 MB.
pub const ROW_LIMIT: usize = 8 * 1024 * 1024;
/// Bytes of a key that YDB stores at most, with `allow(large_key)`: 1 MiB and 1 KiB (`MaxWriteKeySize`).
pub const HARD_KEY_LIMIT: usize = 1024 * 1024 + 1024;
/// Bytes of one value that YDB stores at most, with `allow(large_row)`: 16 MiB (`MaxWriteValueSize`).
pub const HARD_CELL_LIMIT: usize = 16 * 1024 * 1024;

/// Characters of a key, or of a value, that an error message shows.
const SHOWN: usize = 200;

/// Values as people read them, `(42, "alice")`, shortened.
pub fn show_values(values: &[Value<'_>]) -> String {
    show(values.iter())
}

/// Values as people read them, shortened.
pub fn show<'v>(values: impl Iterator<Item = &'v Value<'v>>) -> String {
    let parts: Vec<String> = values.map(Value::to_string).collect();
    shorten(format!("({})", parts.join(", ")))
}

/// The text, or its beginning and an ellipsis.
pub fn shorten(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}
