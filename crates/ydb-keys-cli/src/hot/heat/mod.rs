//! Heat maps: ranges of keys and time. Pure.

mod axis;
mod fit;
mod map;
mod record;

pub(crate) use map::{Map, MapRow};
pub(crate) use record::Heat;
