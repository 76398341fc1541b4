//! A column family's entry.

use super::cursor::Cursor;
use crate::live::LiveFamily;

/// `FAMILY name (DATA = 'ssd', COMPRESSION = 'lz4', ..)`
pub(super) fn family(cursor: &mut Cursor<'_>, other: &mut Vec<String>) -> Result<LiveFamily, String> {
    cursor.expect_word("FAMILY")?;
    let start = cursor.place();
    let name = cursor.name()?;
    let shown_name = cursor.between(start);
    let mut family = LiveFamily { name, data: None, compression: None, cache_mode: None };
    cursor.expect_symbol('(')?;
    while !cursor.eat_symbol(')') {
        let start = cursor.place();
        let key = cursor.word("a setting of the family")?;
        cursor.expect_symbol('=')?;
        match key.to_ascii_uppercase().as_str() {
            "DATA" => family.data = Some(cursor.text()?),
            "COMPRESSION" => family.compression = Some(cursor.text()?.to_ascii_lowercase()),
            "CACHE_MODE" => family.cache_mode = Some(cursor.text()?),
            _ => {
                cursor.skip_until(|_| false)?;
                other.push(format!("FAMILY {shown_name} ({})", cursor.between(start)));
            }
        }
        cursor.expect_comma_or(')')?;
    }
    Ok(family)
}
