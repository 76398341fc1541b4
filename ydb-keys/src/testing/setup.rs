//! What the parameters and the settings of a test ask of its database.

/// What a test's database must be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup {
    /// `true` if it must be an embedded engine.
    pub(super) needs_engine: bool,
    /// `true` if the engine's clock stands still until the test moves it.
    pub(super) has_clock: bool,
    /// Under how many seeds it runs; 0 is none.
    pub(super) seeds: u32,
    /// How many things go wrong under each of them.
    pub(super) faults: u32,
    /// `true` if transactions have the strict order, and not that of YDB.
    pub(super) strict: bool,
}

impl Setup {
    /// `embedded` says of each parameter whether only the embedded engine has it.
    #[must_use]
    pub fn new(embedded: &[bool]) -> Self {
        Self { needs_engine: embedded.contains(&true), has_clock: false, seeds: 0, faults: 0, strict: false }
    }

    /// With a clock that the test moves, which only the embedded engine has.
    #[must_use]
    pub const fn clock(self) -> Self {
        Self { needs_engine: true, has_clock: true, ..self }
    }

    /// Under this many seeds, which only the embedded engine has.
    #[must_use]
    pub const fn schedule(self, seeds: u32) -> Self {
        Self { needs_engine: true, seeds, ..self }
    }

    /// With at most this many things that go wrong under each seed.
    #[must_use]
    pub const fn faults(self, most: u32) -> Self {
        Self { faults: most, ..self }
    }

    /// With the strict order of transactions.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { strict: true, ..self }
    }
}
