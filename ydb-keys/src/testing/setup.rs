//! Properties of a test's database that the parameters and the settings of the test require.

/// Required properties of a test's database.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup {
    /// `true` if the database must be an embedded engine.
    pub(super) needs_engine: bool,
    /// `true` if the engine's clock stands still until the test moves it.
    pub(super) has_clock: bool,
    /// Number of seeds that the test runs under; 0 is a normal run.
    pub(super) seeds: u32,
    /// Most faults that happen under each seed.
    pub(super) faults: u32,
    /// `true` if transactions have the strict order instead of YDB's.
    pub(super) strict: bool,
}

impl Setup {
    /// Makes the setup of a test. `embedded` has `true` for each parameter that only the embedded engine has.
    #[must_use]
    pub fn new(embedded: &[bool]) -> Self {
        Self { needs_engine: embedded.contains(&true), has_clock: false, seeds: 0, faults: 0, strict: false }
    }

    /// Gives the database a clock that the test moves. Only the embedded engine has it.
    #[must_use]
    pub const fn clock(self) -> Self {
        Self { needs_engine: true, has_clock: true, ..self }
    }

    /// Runs the test under this many seeds. Only the embedded engine has them.
    #[must_use]
    pub const fn schedule(self, seeds: u32) -> Self {
        Self { needs_engine: true, seeds, ..self }
    }

    /// Sets the most faults that happen under each seed.
    #[must_use]
    pub const fn faults(self, most: u32) -> Self {
        Self { faults: most, ..self }
    }

    /// Requires the strict order of transactions.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { strict: true, ..self }
    }
}
