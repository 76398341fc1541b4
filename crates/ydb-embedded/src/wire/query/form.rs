//! The form of the messages that answer a query: how large they are, what they repeat, the format of their rows.

use std::sync::Arc;

use ydb_grpc::ydb_proto::query::{ExecMode, ExecuteQueryRequest, SchemaInclusionMode, StatsMode};
use ydb_grpc::ydb_proto::result_set::Format;

use crate::error::Result;
use crate::session::Release;
use crate::wire::arrow;
use crate::wire::refusal::bad;

/// The size of a message's rows unless the client asks for another; a single row may exceed it.
const PART_BYTES: usize = 1 << 20;

/// The form of the messages that the client asks for.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The most bytes of rows in a message.
    pub bytes: usize,
    /// Whether each message repeats the columns. YDB does so by default.
    pub repeat_columns: bool,
    /// What the messages say of the format of rows.
    pub format: Format,
    /// How batches are written, for rows in Arrow's format.
    pub arrow: Option<Arc<arrow::Options>>,
    /// Whether statistics are wanted at the end.
    pub stats: bool,
    /// Whether they contain the plan.
    pub plan: bool,
}

impl Form {
    /// The form that a request asks for, as far as a release knows it: the fields for it came with 25.3 (YDB's pull
    /// request 22025), and Arrow is on by default since 26.2 (40980).
    ///
    /// Fails with BAD_REQUEST if the release does not put results into Arrow, and as [`arrow::options`] does.
    pub(super) fn of(request: &ExecuteQueryRequest, release: Release) -> Result<Self> {
        let knows = release >= Release::V25_4;
        let wants_arrow = knows && request.result_set_format == Format::Arrow as i32;
        if wants_arrow && release < Release::V26_2 {
            return Err(bad(
                "Arrow result set format is not enabled. Please set EnableArrowResultSetFormat feature flag to \
                 true.",
            ));
        }
        let arrow =
            if wants_arrow { Some(Arc::new(arrow::options(request.arrow_format_settings.as_ref())?)) } else { None };
        let format = match (knows, wants_arrow) {
            (true, true) => Format::Arrow,
            (true, false) => Format::Value,
            (false, _) => Format::Unspecified,
        };
        let explain = request.exec_mode == ExecMode::Explain as i32;
        let plan =
            explain || [StatsMode::Full, StatsMode::Profile].map(|mode| mode as i32).contains(&request.stats_mode);
        Ok(Self {
            bytes: usize::try_from(request.response_part_limit_bytes)
                .ok()
                .filter(|&n| n > 0)
                .unwrap_or(PART_BYTES)
                .min(PART_BYTES * 48),
            repeat_columns: !knows || request.schema_inclusion_mode != SchemaInclusionMode::FirstOnly as i32,
            format,
            arrow,
            stats: plan || request.stats_mode == StatsMode::Basic as i32,
            plan,
        })
    }
}
