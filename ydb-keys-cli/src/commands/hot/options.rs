//! What the options of `hot` mean.

use crate::commands::args::{By, HotArgs};
use crate::hot::{Limits, Measure};

impl HotArgs {
    pub(super) fn limits(&self) -> Limits {
        Limits { patience_seconds: self.patience as f64, ..Limits::default() }
    }

    pub(super) fn by(&self) -> Option<Measure> {
        self.by.map(By::measure)
    }
}

impl By {
    pub(super) fn measure(self) -> Measure {
        match self {
            By::Writes => Measure::Writes,
            By::Reads => Measure::Reads,
            By::Cpu => Measure::Cpu,
            By::Rows => Measure::Rows,
            By::Size => Measure::Size,
        }
    }
}
