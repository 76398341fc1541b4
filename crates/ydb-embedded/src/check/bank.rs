//! Money moves between accounts, and its sum stays.

use super::Violation;

/// The sum of all accounts.
///
/// ```
/// use ydb_embedded::check::Bank;
///
/// let bank = Bank::new(200);
/// bank.check([90, 110])?;
/// assert_eq!(bank.check([90, 90]).unwrap_err().to_string(), "the sum of the accounts is 180, but must be 200");
/// # Ok::<(), ydb_embedded::check::Violation>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bank {
    total: i64,
}

impl Bank {
    /// A bank with this much money.
    #[must_use]
    pub const fn new(total: i64) -> Self {
        Self { total }
    }

    /// Adds up what one read of all accounts saw.
    ///
    /// # Errors
    ///
    /// [`Violation`] if it is another sum.
    pub fn check(&self, accounts: impl IntoIterator<Item = i64>) -> Result<(), Violation> {
        let sum: i64 = accounts.into_iter().sum();
        if sum == self.total {
            return Ok(());
        }
        Err(Violation(format!("the sum of the accounts is {sum}, but must be {}", self.total)))
    }
}
