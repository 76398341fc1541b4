//! One question a second at most: YDB's documentation asks for that, because a view is computed anew for each one.

use std::time::{Duration, Instant};

/// The shortest time between two questions.
const PAUSE: Duration = Duration::from_secs(1);

/// When the last question was asked.
#[derive(Debug, Default)]
pub(super) struct Pace(Option<Instant>);

impl Pace {
    /// Waits until the next question may be asked.
    pub(super) async fn wait(&mut self) {
        if let Some(last) = self.0 {
            tokio::time::sleep_until((last + PAUSE).into()).await;
        }
        self.0 = Some(Instant::now());
    }
}
