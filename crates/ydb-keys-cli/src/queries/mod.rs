//! Queries in files: each one judged by the keys of the tables that it reads. Pure.

mod coded;
mod ddl;
mod file;
mod fix;
#[cfg(all(test, feature = "serve"))]
mod generated;
mod hashes;
mod judge;
mod migrations;
mod plan;
mod ran;
mod report;
mod schema;
#[cfg(all(test, feature = "serve"))]
mod served;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod vet;

pub(crate) use file::named;
pub(crate) use fix::fixed;
pub(crate) use judge::{Options, judge};
pub(crate) use migrations::{Migrations, SchemaError, Tool};
pub(crate) use plan::{PlanKeys, PlanRead, reads};
pub(crate) use ran::judge_ran;
pub(crate) use report::{Fault, Judged, chosen_note};
pub(crate) use schema::{Described, Schema, other_indexes, schema};
pub(crate) use tables::QueryTables;
pub(crate) use vet::{Difference, declarations, differences, place};
