//! Chains of joins: rows of the first source pass through the joins one after another.
//!
//! ```text
//! FROM a JOIN b ON .. LEFT JOIN c ON ..
//!
//! a ---rows---> join b ---rows---> join c ---rows---> out
//! ```
//!
//! Each join keeps the rows that wait for it. The last join that has some goes first, and takes only as many as give it
//! a batch: so few rows wait, however many each of them matches. When no rows wait, the first source gives its next
//! batch. After its last one, the joins in turn give what they keep of their right rows, which then pass through the
//! joins after them.

use super::cursor::Cursor;
use super::joiner::Joiner;

/// A chain of joins before its first row.
pub(super) fn open(mut first: Cursor, mut joiners: Vec<Joiner>) -> Cursor {
    // No join from this one on has waiting rows.
    let mut idle = 0;
    // How many sources have given all their rows: the first one, then the right sides in order.
    let mut ended = 0;
    Cursor::new(move |run| {
        loop {
            while idle > 0 && joiners[idle - 1].waiting.as_slice().is_empty() {
                idle -= 1;
            }
            let (rows, to) = if idle > 0 {
                (joiners[idle - 1].join(run)?, idle)
            } else if ended == 0 {
                match first.next(run)? {
                    Some(rows) => (rows, 0),
                    None => (Vec::new(), std::mem::replace(&mut ended, 1)),
                }
            } else if ended <= joiners.len() {
                ended += 1;
                (joiners[ended - 2].rest(run)?, ended - 1)
            } else {
                return Ok(None);
            };
            match joiners.get_mut(to) {
                None => return Ok(Some(rows)),
                Some(_) if rows.is_empty() => {}
                Some(joiner) => {
                    joiner.waiting = rows.into_iter();
                    idle = to + 1;
                }
            }
        }
    })
}
