//! CreateTable's request as a table's specification.

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::feature_flag::Status as Flag;
use ydb_grpc::ydb_proto::table::column_meta::DefaultValue;
use ydb_grpc::ydb_proto::table::create_table_request::Partitions;
use ydb_grpc::ydb_proto::table::partitioning_policy::{AutoPartitioningPolicy, Partitions as PolicyPartitions};
use ydb_grpc::ydb_proto::table::{
    ColumnMeta, CreateTableRequest, ExplicitPartitions, StorageSettings, StoreType, TableIndex, TableProfile,
    table_index,
};

use super::settings;
use crate::catalog::spec::{ColumnSpec, DefaultSpec, IndexSpec, InitialPartitions, PartitioningSpec, TableSpec};
use crate::catalog::{IndexKind, Store};
use crate::error::Result;
use crate::types::Type;
use crate::wire::convert;
use crate::wire::reply::{bad, unsupported};

/// The specification that a request asks for.
///
/// Fails with BAD_REQUEST for wrong fields, and for fields that the engine lacks, by name.
pub(super) fn spec(request: CreateTableRequest) -> Result<TableSpec> {
    refuse_unknown(&request)?;
    let store = match StoreType::try_from(request.store_type) {
        Ok(StoreType::Unspecified | StoreType::Row) => Store::Row,
        Ok(StoreType::Column) => Store::Column,
        Err(_) => return Err(bad(format!("Unknown value {} of store_type", request.store_type))),
    };
    let (sent, partition_by) = match request.partitioning_settings {
        Some(sent) => (settings::partitioning(&sent)?, sent.partition_by),
        None => (PartitioningSpec::default(), Vec::new()),
    };
    let partitions = match request.partitions {
        None => InitialPartitions::One,
        Some(Partitions::UniformPartitions(n)) => InitialPartitions::Uniform(n),
        Some(Partitions::PartitionAtKeys(keys)) => at_keys(keys)?,
    };
    let (partitions, partitioning) = match request.profile {
        Some(profile) => profiled(profile, partitions, sent)?,
        None => (partitions, sent),
    };
    Ok(TableSpec {
        path: request.path,
        store,
        columns: request.columns.into_iter().map(column).collect::<Result<_>>()?,
        key: request.primary_key,
        indexes: request.indexes.into_iter().map(index).collect(),
        families: request.column_families.into_iter().map(settings::family).collect::<Result<_>>()?,
        ttl: request.ttl_settings.map(settings::ttl).transpose()?,
        partitions,
        partitioning,
        hash_columns: Some(partition_by).filter(|columns| !columns.is_empty()),
        key_bloom_filter: settings::flag(request.key_bloom_filter, "key_bloom_filter")?,
        read_replicas: request.read_replicas_settings.map(settings::read_replicas).transpose()?,
        attributes: request.attributes.into_iter().collect(),
    })
}

fn refuse_unknown(request: &CreateTableRequest) -> Result<()> {
    let blobs = request.storage_settings.as_ref().map_or(0, |sent| sent.store_external_blobs);
    if blobs == Flag::Enabled as i32 {
        return Err(bad("Setting store_external_blobs to ENABLED is not allowed"));
    }
    let plain = StorageSettings { store_external_blobs: blobs, ..Default::default() };
    let given = [
        ("storage_settings", request.storage_settings.as_ref().is_some_and(|sent| *sent != plain)),
        ("compaction_policy", !matches!(request.compaction_policy.as_str(), "" | "default")),
        ("tiering", !request.tiering.is_empty()),
        ("temporary", request.temporary),
    ];
    given.iter().find(|(_, given)| *given).map_or(Ok(()), |(field, _)| Err(unsupported(field)))
}

/// A column of a request, with YDB's rule for its type and its `not_null`.
pub(super) fn column(sent: ColumnMeta) -> Result<ColumnSpec> {
    let refuse = || bad("Only optional of data types are supported for table columns");
    let ty = convert::type_from(sent.r#type.as_ref().ok_or_else(refuse)?)?;
    let required = !ty.is_optional();
    let ty = ty.unwrap_optional().clone();
    if !matches!(ty, Type::Primitive(_) | Type::Decimal { .. }) {
        return Err(refuse());
    }
    if sent.not_null.is_some_and(|not_null| not_null != required) {
        return Err(bad(format!("Not consistent column type and not_null option for column: {}", sent.name)));
    }
    Ok(ColumnSpec {
        name: sent.name,
        ty,
        not_null: required,
        family: Some(sent.family).filter(|family| !family.is_empty()),
        default: sent.default_value.map(default).transpose()?,
        compression: None,
    })
}

/// A default of a request.
pub(super) fn default(sent: DefaultValue) -> Result<DefaultSpec> {
    match sent {
        DefaultValue::FromLiteral(literal) => {
            convert::typed(Some(literal)).map(|(ty, value)| DefaultSpec::Literal(ty, value))
        }
        DefaultValue::FromSequence(_) => Ok(DefaultSpec::Sequence),
    }
}

/// An index of a request.
pub(super) fn index(sent: TableIndex) -> IndexSpec {
    let kind = match sent.r#type {
        // Older Python SDKs send none, and YDB takes that for a global one.
        Some(table_index::Type::GlobalIndex(_)) | None => IndexKind::Global,
        Some(table_index::Type::GlobalAsyncIndex(_)) => IndexKind::GlobalAsync,
        Some(table_index::Type::GlobalUniqueIndex(_)) => IndexKind::GlobalUnique,
    };
    IndexSpec { name: sent.name, kind, columns: sent.index_columns, cover: sent.data_columns }
}

fn at_keys(keys: ExplicitPartitions) -> Result<InitialPartitions> {
    let points = keys.split_points.into_iter().map(|point: proto::TypedValue| convert::tuple(Some(point)));
    points.collect::<Result<_>>().map(InitialPartitions::AtKeys)
}

/// Initial partitions and automatic partitioning in the older field.
fn profiled(
    profile: TableProfile,
    partitions: InitialPartitions,
    mut partitioning: PartitioningSpec,
) -> Result<(InitialPartitions, PartitioningSpec)> {
    let policy = profile.partitioning_policy.clone().unwrap_or_default();
    let rest = TableProfile { partitioning_policy: None, preset_name: String::new(), ..profile.clone() };
    if rest != TableProfile::default() || !matches!(profile.preset_name.as_str(), "" | "default") {
        return Err(unsupported("profile"));
    }
    if !matches!(policy.preset_name.as_str(), "" | "default") {
        return Err(unsupported("profile.partitioning_policy.preset_name"));
    }
    match AutoPartitioningPolicy::try_from(policy.auto_partitioning) {
        Ok(AutoPartitioningPolicy::Unspecified) => {}
        Ok(AutoPartitioningPolicy::Disabled) => partitioning.by_size = Some(false),
        Ok(AutoPartitioningPolicy::AutoSplit | AutoPartitioningPolicy::AutoSplitMerge) => {
            partitioning.by_size = Some(true)
        }
        Err(_) => return Err(bad(format!("Unknown value {} of auto_partitioning", policy.auto_partitioning))),
    }
    let of_profile = match policy.partitions {
        None => return Ok((partitions, partitioning)),
        Some(PolicyPartitions::UniformPartitions(n)) => InitialPartitions::Uniform(n),
        Some(PolicyPartitions::ExplicitPartitions(keys)) => at_keys(keys)?,
    };
    let both = partitions != InitialPartitions::One;
    Ok((if both { InitialPartitions::Both } else { of_profile }, partitioning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;
    use crate::types::Primitive;

    fn meta(ty: Type, not_null: Option<bool>) -> ColumnMeta {
        ColumnMeta { name: "c".into(), r#type: Some(convert::type_to(&ty)), not_null, ..Default::default() }
    }

    #[test]
    fn a_column_is_not_null_unless_its_type_is_optional() {
        let plain = Type::from(Primitive::Int32);
        let made = |ty: Type, not_null| column(meta(ty, not_null)).map(|made| (made.ty, made.not_null));
        assert_eq!(made(plain.clone(), None), Ok((plain.clone(), true)));
        assert_eq!(made(plain.clone().optional(), Some(false)), Ok((plain.clone(), false)));
        let refused = made(plain.optional(), Some(true)).unwrap_err();
        assert_eq!(refused.issues[0].message, "Not consistent column type and not_null option for column: c");
    }

    #[test]
    fn only_data_types_make_columns() {
        let list = Type::List(std::sync::Arc::new(Primitive::Int32.into()));
        let refused = column(meta(list, None)).unwrap_err();
        let message = "Only optional of data types are supported for table columns";
        assert_eq!((refused.status, refused.issues[0].message.as_str()), (Status::BadRequest, message));
    }

    #[test]
    fn a_field_that_the_engine_lacks_is_named() {
        let refused = spec(CreateTableRequest { tiering: "cold".into(), ..Default::default() }).unwrap_err();
        assert_eq!(refused.issues[0].message, "tiering is not supported by the embedded engine");
    }
}
