//! The text of a query as it is sent: tables at their places.

use super::site::Site;
use crate::ddl::Name;

/// A text without its declarations.
#[derive(Debug)]
pub(crate) struct Composed {
    pub(crate) text: String,
}

/// The text with the tables at these places, or at their own.
pub(super) fn compose(site: &Site, places: &[Option<String>]) -> Composed {
    let mut text = String::new();
    let mut pieces = site.pieces.iter();
    text.extend(pieces.next().copied());
    for ((hole, place), piece) in site.holes.iter().zip(places).zip(pieces) {
        let path = place.as_deref().unwrap_or(hole.table.name);
        text.push_str(&Name(path).to_string());
        if let Some(index) = hole.index {
            text.push_str(&format!(" VIEW {}", Name(index)));
        }
        if let Some(label) = hole.label {
            text.push_str(&format!(" AS {}", Name(label)));
        }
        text.push_str(piece);
    }
    Composed { text }
}
