//! The rows of all inputs, one after another.

use super::cursor::Cursor;

pub(super) fn open(mut inputs: Vec<Cursor>) -> Cursor {
    let mut next = 0;
    Cursor::new(move |run| {
        while let Some(input) = inputs.get_mut(next) {
            if let Some(rows) = input.next(run)? {
                return Ok(Some(rows));
            }
            next += 1;
        }
        Ok(None)
    })
}
