//! The columns of a table, and their list as the derives write it.

use crate::types::{ColumnInfo, YdbType};

/// One column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnDef<'a> {
    /// The SQL name.
    pub name: &'a str,
    /// The name of the struct's field.
    pub field: &'a str,
    /// The YDB type.
    pub ty: YdbType,
    /// What the Rust type says of itself.
    pub info: ColumnInfo,
    /// Filled from a sequence by the server when a write leaves the column out.
    pub serial: bool,
    /// The value the server takes when a write leaves the column out.
    #[doc(hidden)]
    pub default: Option<DefaultValue>,
    /// The column family, if it is not the default one.
    pub family: Option<&'static str>,
    /// Values grow, as the field, its type or `serial` says.
    pub monotonic: bool,
    /// Values are spread over the whole range, as the field or its type says.
    pub dispersed: bool,
}

/// The literal of `#[ydb(default = ...)]`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant is the Rust literal of that kind")]
pub enum DefaultValue {
    Bool(bool),
    Int(i128),
    /// The digits as written: a float has no exact constant form.
    Float(&'static str),
    Text(&'static str),
    Bytes(&'static [u8]),
}

impl<'a> ColumnDef<'a> {
    /// A column named like its field. The derive's starting point; not for use by hand.
    #[doc(hidden)]
    pub const fn new(name: &'a str, info: ColumnInfo) -> Self {
        ColumnDef {
            name,
            field: name,
            ty: info.ty,
            info,
            serial: false,
            default: None,
            family: None,
            monotonic: info.monotonic,
            dispersed: info.dispersed,
        }
    }

    /// Returns `true` if its field takes NULL. A column of a key that lacks NOT NULL is not nullable in this sense:
    /// [`Table::may_be_null`](super::table::Table::may_be_null).
    pub const fn is_nullable(&self) -> bool {
        self.info.nullable
    }

    /// Returns `true` if later values are greater: a time, a serial, or declared `monotonic`.
    pub const fn is_monotonic(&self) -> bool {
        self.monotonic || self.serial || self.ty.is_time()
    }

    /// Returns `true` if there are a handful of values only: a bool, a fieldless enum or an 8-bit integer, which has at
    /// most 256.
    pub const fn is_low_cardinality(&self) -> bool {
        self.info.low_cardinality || matches!(self.ty, YdbType::Int8 | YdbType::Uint8)
    }
}

// The columns of a struct, as the derives write them: the names and what the types say in one call, since the compiler
// works on calls and not on arguments; then what attributes say of single columns.

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
}

/// One function for each attribute of a column, called like it or like what it sets.
macro_rules! attributes {
    ($($function:ident($($value:ident: $ty:ty)?) $field:ident = $set:expr;)*) => {
        impl<const N: usize> Columns<N> {$(
            #[doc = concat!("The attribute that sets `", stringify!($field), "`.")]
            pub const fn $function(mut self, at: usize $(, $value: $ty)?) -> Self {
                self.0[at].$field = $set;
                self
            }
        )*}
    };
}

attributes! {
    field(field: &'static str) field = field;
    with_type(ty: YdbType) ty = ty;
    serial() serial = true;
    default_value(value: DefaultValue) default = Some(value);
    family(family: &'static str) family = Some(family);
    monotonic() monotonic = true;
    dispersed() dispersed = true;
}
