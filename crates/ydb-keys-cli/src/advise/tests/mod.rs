//! The labelled workloads: the key that an expert would choose comes first.

mod labelled;
mod remarks;
mod workload;
