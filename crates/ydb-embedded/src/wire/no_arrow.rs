//! Stand-in for Apache Arrow's format in a build without it: nothing is sent or accepted in that format.

use std::convert::Infallible;

use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;

use super::reply::{bad, unsupported};
use crate::catalog::{Column, Table};
use crate::error::Result;
use crate::session::{Behavior, Cells, Upload};
use crate::types::{Row, StructMember, Type, Value};

/// Write options of batches; there are none in this build.
pub(crate) type ArrowOptions = Infallible;

/// Fails with BAD_REQUEST, as YDB does if its flag for results in this format is off: clients know that error.
pub(crate) fn options(_: Option<&ArrowFormatSettings>) -> Result<ArrowOptions> {
    Err(bad("Arrow result set format is not enabled. Please set EnableArrowResultSetFormat feature flag to true."))
}

pub(crate) fn batch(
    _: &[Row],
    _: &[(std::sync::Arc<str>, Type)],
    _: bool,
    options: &ArrowOptions,
) -> Result<(Vec<u8>, Vec<u8>)> {
    match *options {}
}

pub(crate) fn weight(_: &[Value]) -> usize {
    0
}

/// A batch and its schema; there are none in this build.
pub(crate) struct Arrow(Infallible);

impl Arrow {
    /// Fails with UNSUPPORTED.
    pub(crate) fn new(_: &[u8], _: Vec<u8>, _: &Behavior) -> Result<Self> {
        Err(unsupported("arrow_batch_settings without the feature `arrow`"))
    }
}

impl Upload for Arrow {
    fn members(&self, _: &Table) -> Result<Vec<StructMember>> {
        match self.0 {}
    }

    fn cells(&self, _: &Table, _: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>> {
        match self.0 {}
    }
}
