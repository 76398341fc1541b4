//! The columns of a struct, as the derives write them: the names and what the types say in one call, since the compiler
//! works on calls and not on arguments; then what attributes say of single columns.

use super::column::{ColumnDef, DefaultValue};
use crate::types::{ColumnInfo, YdbType};

/// The columns, in struct order.
#[derive(Debug)]
pub struct Columns<const N: usize>(pub [ColumnDef<'static>; N]);

impl<const N: usize> Columns<N> {
    /// Columns called like their fields.
    pub const fn of(names: [&'static str; N], infos: [ColumnInfo; N]) -> Self {
        let mut all = [ColumnDef::new("", ColumnInfo::new(&[YdbType::Bool])); N];
        let mut i = 0;
        while i < N {
            all[i] = ColumnDef::new(names[i], infos[i]);
            i += 1;
        }
        Columns(all)
    }

    /// The column of the field `field`.
    pub const fn field(mut self, at: usize, field: &'static str) -> Self {
        self.0[at].field = field;
        self
    }

    /// `type = ".."`
    pub const fn with_type(mut self, at: usize, ty: YdbType) -> Self {
        self.0[at].ty = ty;
        self
    }

    /// `serial`
    pub const fn serial(mut self, at: usize) -> Self {
        self.0[at].serial = true;
        self
    }

    /// `default = ..`
    pub const fn default_value(mut self, at: usize, value: DefaultValue) -> Self {
        self.0[at].default = Some(value);
        self
    }

    /// `family = ".."`
    pub const fn family(mut self, at: usize, family: &'static str) -> Self {
        self.0[at].family = Some(family);
        self
    }

    /// `monotonic`
    pub const fn monotonic(mut self, at: usize) -> Self {
        self.0[at].monotonic = true;
        self
    }

    /// `dispersed`
    pub const fn dispersed(mut self, at: usize) -> Self {
        self.0[at].dispersed = true;
        self
    }
}
