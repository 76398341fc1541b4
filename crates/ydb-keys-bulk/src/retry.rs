//! Retries: the errors that may be repeated, and the pauses. The rules are those of the crate `ydb` for idempotent
//! work.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use tokio::time::sleep;
use ydb::YdbError;
use ydb_keys::__internal::status::{
    ABORTED, BAD_SESSION, OVERLOADED, SESSION_BUSY, SESSION_EXPIRED, UNAVAILABLE, UNDETERMINED, grpc, has_grpc_code,
    has_status, rejection,
};

/// First and longest pause; the crate `ydb` has the same.
const FIRST: Duration = Duration::from_millis(2);
const LONGEST: Duration = Duration::from_secs(10);

/// Returns `true` if the same request may succeed later, and does no harm if YDB has already carried it out.
pub(super) fn is_retried(error: &YdbError) -> bool {
    const STATUSES: [i32; 7] =
        [ABORTED, UNAVAILABLE, OVERLOADED, BAD_SESSION, SESSION_EXPIRED, SESSION_BUSY, UNDETERMINED];
    const CODES: [i32; 6] =
        [grpc::ABORTED, grpc::RESOURCE_EXHAUSTED, grpc::INTERNAL, grpc::CANCELLED, grpc::UNAVAILABLE, grpc::UNKNOWN];
    if rejection(error).is_some() {
        return false;
    }
    has_status(error, &STATUSES)
        || has_grpc_code(error, &CODES)
        || matches!(error, YdbError::TransportDial(_) | YdbError::Transport(_) | YdbError::DeadlineExceeded)
}

/// Pauses between the attempts of one request: 2 ms, doubled up to 10 s. Each pause is shortened at random by up to
/// half. Requests that failed together are thus not repeated together.
pub(super) struct Backoff {
    attempt: u32,
    until: Option<Instant>,
}

impl Backoff {
    /// Makes the pauses of a request. No attempt begins later than `limit` from now; `None` means no limit.
    pub(super) fn new(limit: Option<Duration>) -> Self {
        Self { attempt: 0, until: limit.map(|limit| Instant::now() + limit) }
    }

    /// Waits before the next attempt. Returns `false` at once if the pause would exceed the limit.
    pub(super) async fn wait(&mut self) -> bool {
        let pause = self.pause();
        if self.until.is_some_and(|until| Instant::now() + pause > until) {
            return false;
        }
        sleep(pause).await;
        true
    }

    pub(super) fn pause(&mut self) -> Duration {
        let longest = FIRST.saturating_mul(1 << self.attempt.min(16)).min(LONGEST);
        self.attempt += 1;
        // `RandomState` is the standard library's only source of random numbers.
        let random = RandomState::new().hash_one(self.attempt);
        longest / 2 + (longest / 2).mul_f64(random as f64 / u64::MAX as f64)
    }
}

/// Makes attempts until one succeeds or fails for good. No attempt begins later than `limit` from now.
pub(super) async fn retried<T, F>(limit: Option<Duration>, attempt: impl Fn() -> F) -> Result<T, YdbError>
where
    F: Future<Output = Result<T, YdbError>>,
{
    let mut backoff = Backoff::new(limit);
    loop {
        match attempt().await {
            Err(error) if is_retried(&error) && backoff.wait().await => {}
            answer => return answer,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tonic::{Code, Status};
    use ydb::YdbStatusError;

    use super::*;

    fn status(status: i32) -> YdbError {
        let mut error = YdbStatusError::default();
        error.operation_status = status;
        YdbError::YdbStatusError(error)
    }

    /// Expected values from the table of YDB's client, in its column for idempotent work.
    #[test]
    fn what_is_repeated() {
        for (code, expected) in [
            (400_010, false),
            (400_020, false),
            (400_030, false),
            (400_040, true),
            (400_050, true),
            (400_060, true),
            (400_070, false),
            (400_080, false),
            (400_090, false),
            (400_100, true),
            (400_120, false),
            (400_130, false),
            (400_140, false),
            (400_150, true),
            (400_160, false),
            (400_170, true),
            (400_180, false),
            (400_190, true),
            (400_200, false),
        ] {
            assert_eq!(is_retried(&status(code)), expected, "{code}");
        }
        let mut rejected = YdbStatusError::default();
        (rejected.operation_status, rejected.issues) = (ABORTED, vec![Default::default()]);
        rejected.issues[0].message = "Query is rejected by classifier".to_owned();
        assert!(!is_retried(&YdbError::YdbStatusError(rejected)));
        for code in 1..=16 {
            let expected = matches!(
                Code::from(code),
                Code::Aborted
                    | Code::ResourceExhausted
                    | Code::Internal
                    | Code::Cancelled
                    | Code::Unavailable
                    | Code::Unknown
            );
            let error = YdbError::TransportGRPCStatus(Arc::new(Status::new(Code::from(code), "")));
            assert_eq!(is_retried(&error), expected, "{code}");
        }
        assert!(is_retried(&YdbError::DeadlineExceeded));
        assert!(is_retried(&YdbError::Transport("reset".to_owned())));
        assert!(!is_retried(&YdbError::Custom("text".to_owned())));
    }

    #[test]
    fn pauses_double_up_to_ten_seconds() {
        let mut backoff = Backoff::new(None);
        let mut longest = Duration::from_millis(2);
        for _ in 0..20 {
            let pause = backoff.pause();
            assert!(pause >= longest / 2 && pause <= longest, "{pause:?} of {longest:?}");
            longest = (longest * 2).min(Duration::from_secs(10));
        }
    }

    #[tokio::test]
    async fn nothing_is_repeated_after_the_limit() {
        assert!(!Backoff::new(Some(Duration::ZERO)).wait().await);
        assert!(Backoff::new(Some(Duration::from_secs(60))).wait().await);
    }
}
