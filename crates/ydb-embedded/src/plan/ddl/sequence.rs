//! ALTER SEQUENCE.

use crate::error::{Error, Position, Result};

/// The value of `RESTART WITH`: the next number of the sequence.
///
/// Fails if it is outside the bounds of a serial column's sequence.
pub fn restart(at: Position, value: u64) -> Result<i64> {
    match i64::try_from(value) {
        // UNVERIFIED: these texts. They are PostgreSQL's, whose words YDB uses for START.
        Ok(..=0) => Err(Error::translation(at, format!("RESTART value ({value}) cannot be less than MINVALUE (1)"))),
        Ok(value) => Ok(value),
        Err(_) => {
            let text = format!("RESTART value ({value}) cannot be greater than MAXVALUE ({})", i64::MAX);
            Err(Error::translation(at, text))
        }
    }
}
