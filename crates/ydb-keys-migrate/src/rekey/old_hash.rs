//! The hash at the start of the old key, as the layout attribute of the old table describes it.

use ydb_keys::schema::HashFunction;
use ydb_keys::{Layout, YdbType};
use ydb_keys_core::ddl::{HashExpression, Name};
use ydb_keys_core::schema::layout::{LayoutColumn, LayoutHash};

use super::Pair;
use super::range::KeyColumn;

/// The hash at the start of the old key.
#[derive(Debug)]
pub(super) struct OldHash {
    pub(super) name: String,
    pub(super) function: HashFunction,
    pub(super) inputs: Vec<(&'static str, YdbType)>,
    pub(super) buckets: Option<u32>,
}

impl OldHash {
    /// The expression that computes it from a row of the new table.
    pub(super) fn expression(&self) -> HashExpression<Name<'_>> {
        let inputs = self.inputs.iter().map(|&(name, ty)| (Name(name), ty)).collect();
        HashExpression { function: self.function, inputs, buckets: self.buckets, optional: false }
    }

    /// The column of the old key.
    pub(super) fn column(&self) -> KeyColumn<'_> {
        let ty = if self.buckets.is_some() { YdbType::Uint32 } else { YdbType::Uint64 };
        KeyColumn { name: &self.name, ty: Some(ty), nullable: false }
    }
}

impl Pair<'_> {
    /// The hash at the start of the old key, according to the table's layout, if the new table has all of its inputs.
    pub(super) fn old_hash(&self) -> Option<OldHash> {
        let LayoutHash { name, function, inputs, buckets } = self.layout_hash()?;
        let function = function.own()?;
        let input = |LayoutColumn { name, ty }: LayoutColumn| {
            let column = self.shared().find(|column| column.name == name)?;
            (!column.is_nullable() && column.ty == ty).then_some((column.name, ty))
        };
        let inputs = inputs.into_iter().map(input).collect::<Option<Vec<_>>>()?;
        self.old_key_names().any(|key| key == name).then_some(OldHash { name, function, inputs, buckets })
    }

    /// The hash in the old table's layout.
    pub(super) fn layout_hash(&self) -> Option<LayoutHash> {
        self.old.attributes.get(Layout::ATTRIBUTE)?.parse::<Layout>().ok()?.into_parts().0
    }
}
