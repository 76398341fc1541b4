//! Pages that a token leads on to: in order, no row twice, none left out.

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::Violation;

/// The pages of one walk over a table, while others write.
///
/// ```
/// use ydb_embedded::check::Pages;
///
/// let mut pages = Pages::default();
/// pages.add([1, 2]);
/// pages.add([4]);
/// pages.check([1, 4])?;
/// assert_eq!(pages.check([1, 3]).unwrap_err().to_string(), "left out: 3 was there all the time");
/// # Ok::<(), ydb_embedded::check::Violation>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pages<K>(Vec<K>);

impl<K> Default for Pages<K> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Debug + Clone> Pages<K> {
    /// Records the keys of the next page.
    pub fn add(&mut self, page: impl IntoIterator<Item = K>) {
        self.0.extend(page);
    }

    /// Compares all pages with the rows that were there from the first one to the last.
    ///
    /// # Errors
    ///
    /// [`Violation`] if a key comes after a greater one, comes twice, or is left out.
    pub fn check(&self, always: impl IntoIterator<Item = K>) -> Result<(), Violation> {
        if let Some((before, after)) = self.0.iter().zip(self.0.iter().skip(1)).find(|(before, after)| before >= after)
        {
            return Err(Violation(format!("out of order: {after:?} comes after {before:?}")));
        }
        let seen: BTreeSet<&K> = self.0.iter().collect();
        match always.into_iter().find(|key| !seen.contains(key)) {
            Some(key) => Err(Violation(format!("left out: {key:?} was there all the time"))),
            None => Ok(()),
        }
    }
}
