//! Apache Arrow's format in a build without it: nothing is sent or taken in it.

use std::convert::Infallible;

use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;

use super::reply::{bad, unsupported};
use crate::catalog::{Column, Table};
use crate::error::Result;
use crate::session::{Behavior, Cells, Upload};
use crate::types::{Row, StructMember, Type, Value};

/// How batches are written: they are not.
pub(crate) type ArrowOptions = Infallible;

/// Fails with BAD_REQUEST, as YDB does where its flag for results in this format is off: clients know it.
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

/// A batch in two messages: there is none.
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
