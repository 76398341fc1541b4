//! Loads and exports at the speed of the wire, on connections of their own.

#[allow(dead_code, reason = "the loader and the exporter follow")]
mod proto;
