//! The entry of a column family.

use super::cursor::Cursor;
use crate::live::LiveFamily;

/// `FAMILY name (DATA = 'ssd', COMPRESSION = 'lz4', ..)`
pub(super) fn family(cursor: &mut Cursor<'_>, other: &mut Vec<String>) -> Result<LiveFamily, String> {
    cursor.expect_word("FAMILY")?;
    let start = cursor.position();
    let name = cursor.name()?;
    let shown_name = cursor.between(start);
    let mut family = LiveFamily { name, data: None, compression: None, cache_mode: None };
    cursor.expect_symbol('(')?;
    while !cursor.eat_symbol(')') {
        let start = cursor.position();
        let mut is_known = true;
        match cursor.key().as_deref() {
            Some("DATA") => family.data = Some(cursor.text()?),
            Some("COMPRESSION") => family.compression = Some(cursor.text()?.to_ascii_lowercase()),
            Some("CACHE_MODE") => family.cache_mode = Some(cursor.text()?),
            _ => is_known = false,
        }
        let after = cursor.skip_until(|_| false)?;
        if !is_known || !after.is_empty() {
            other.push(format!("FAMILY {shown_name} ({})", cursor.between(start)));
        }
        cursor.expect_comma_or(')')?;
    }
    Ok(family)
}
