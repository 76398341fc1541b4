//! Converts CreateTable's request to a specification, and AlterTable's request to a list of alterations. YDB allows one
//! kind of alteration per request.

use ydb_grpc::google_proto_workaround::protobuf::Duration;
use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::feature_flag::Status as Flag;
use ydb_grpc::ydb_proto::table::alter_table_request::TtlAction;
use ydb_grpc::ydb_proto::table::changefeed_format::Format;
use ydb_grpc::ydb_proto::table::changefeed_mode::Mode;
use ydb_grpc::ydb_proto::table::column_meta::DefaultValue;
use ydb_grpc::ydb_proto::table::create_table_request::Partitions;
use ydb_grpc::ydb_proto::table::partitioning_policy::{AutoPartitioningPolicy, Partitions as PolicyPartitions};
use ydb_grpc::ydb_proto::table::{
    AlterTableRequest, Changefeed, ColumnMeta, CreateTableRequest, ExplicitPartitions, StorageSettings, StoreType,
    TableIndex, TableProfile, table_index,
};

use super::settings;
use crate::catalog::spec::{
    Alteration, ColumnSpec, DefaultSpec, IndexSpec, InitialPartitions, PartitioningSpec, TableSpec,
};
use crate::catalog::{IndexKind, Store};
use crate::error::{Error, Result, Status};
use crate::types::Type;
use crate::wire::convert;
use crate::wire::reply::{bad, unsupported};

/// Returns the specification of the table that a request asks for.
///
/// Fails with BAD_REQUEST for wrong fields, and for fields that the engine lacks, which the error names.
pub(super) fn table_spec(request: CreateTableRequest) -> Result<TableSpec> {
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
        columns: request.columns.into_iter().map(column_spec).collect::<Result<_>>()?,
        key: request.primary_key,
        indexes: request.indexes.into_iter().map(index_spec).collect(),
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

/// Converts a column of a request, with YDB's rules for its type and its `not_null`.
pub(super) fn column_spec(sent: ColumnMeta) -> Result<ColumnSpec> {
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
        default: sent.default_value.map(default_spec).transpose()?,
        compression: None,
    })
}

pub(super) fn default_spec(sent: DefaultValue) -> Result<DefaultSpec> {
    match sent {
        DefaultValue::FromLiteral(literal) => {
            convert::typed(Some(literal)).map(|(ty, value)| DefaultSpec::Literal(ty, value))
        }
        DefaultValue::FromSequence(_) => Ok(DefaultSpec::Sequence),
    }
}

pub(super) fn index_spec(sent: TableIndex) -> IndexSpec {
    let kind = match sent.r#type {
        // Older Python SDKs send no type; YDB takes that for a global index.
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

/// Returns the initial partitions and the automatic partitioning that the older field `profile` asks for.
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

/// Returns the alterations that a request asks for.
///
/// Fails with BAD_REQUEST for an empty request and for fields that the engine lacks, and with UNSUPPORTED for more than
/// one kind of alteration, as in YDB.
pub(super) fn alterations(request: AlterTableRequest) -> Result<Vec<Alteration>> {
    if request.tiering_action.is_some() {
        return Err(unsupported("tiering_action"));
    }
    if request.alter_storage_settings.is_some() {
        return Err(unsupported("alter_storage_settings"));
    }
    if !request.set_compaction_policy.is_empty() {
        return Err(unsupported("set_compaction_policy"));
    }
    let kinds = [
        common(&request)?,
        one(&request.add_indexes, "index can be added", |index| {
            if index.r#type.is_none() {
                return Err(bad("Invalid or unset index type"));
            }
            Ok(Alteration::AddIndex(index_spec(index.clone())))
        })?,
        one(&request.drop_indexes, "index can be removed", |index| Ok(Alteration::DropIndex(index.clone())))?,
        one(&request.add_changefeeds, "changefeed can be added", add_changefeed)?,
        one(&request.drop_changefeeds, "changefeed can be removed", |name| {
            Ok(Alteration::DropChangefeed(name.clone()))
        })?,
        one(&request.rename_indexes, "index can be renamed", |sent| {
            if sent.replace_destination {
                return Err(unsupported("rename_indexes.replace_destination"));
            }
            Ok(Alteration::RenameIndex { from: sent.source_name.clone(), to: sent.destination_name.clone() })
        })?,
        attributes(&request),
    ];
    let mut asked = kinds.into_iter().filter(|kind| !kind.is_empty());
    match (asked.next(), asked.next()) {
        (None, _) => Err(bad("Empty alter")),
        (Some(kind), None) => Ok(kind),
        (Some(_), Some(_)) => Err(Error::new(Status::Unsupported, "Mixed alter is unsupported")),
    }
}

/// Returns the alterations that may be combined in one request.
fn common(request: &AlterTableRequest) -> Result<Vec<Alteration>> {
    let mut all = Vec::new();
    for column in &request.add_columns {
        all.push(Alteration::AddColumn(column_spec(column.clone())?));
    }
    all.extend(request.drop_columns.iter().cloned().map(Alteration::DropColumn));
    for family in &request.add_column_families {
        all.push(Alteration::AddFamily(settings::family(family.clone())?));
    }
    for family in &request.alter_column_families {
        all.push(Alteration::AlterFamily(settings::family(family.clone())?));
    }
    for column in &request.alter_columns {
        alter_column(column, &mut all)?;
    }
    match &request.ttl_action {
        Some(TtlAction::SetTtlSettings(ttl)) => all.push(Alteration::SetTtl(settings::ttl(ttl.clone())?)),
        Some(TtlAction::DropTtlSettings(_)) => all.push(Alteration::ResetTtl),
        None => {}
    }
    if let Some(sent) = &request.alter_partitioning_settings {
        if !sent.partition_by.is_empty() {
            return Err(unsupported("alter_partitioning_settings.partition_by"));
        }
        all.push(Alteration::SetPartitioning(settings::partitioning(sent)?));
    }
    if let Some(set) = settings::flag(request.set_key_bloom_filter, "set_key_bloom_filter")? {
        all.push(Alteration::SetKeyBloomFilter(set));
    }
    if let Some(sent) = request.set_read_replicas_settings {
        all.push(Alteration::SetReadReplicas(settings::read_replicas(sent)?));
    }
    Ok(all)
}

fn alter_column(sent: &ColumnMeta, all: &mut Vec<Alteration>) -> Result<()> {
    let column = sent.name.clone();
    let before = all.len();
    if !sent.family.is_empty() {
        all.push(Alteration::SetFamily { column: column.clone(), family: sent.family.clone() });
    }
    match sent.not_null {
        Some(true) => all.push(Alteration::SetNotNull(column.clone())),
        Some(false) => all.push(Alteration::DropNotNull(column.clone())),
        None => {}
    }
    if let Some(default) = sent.default_value.clone() {
        all.push(Alteration::SetDefault { column: column.clone(), value: default_spec(default)? });
    }
    if all.len() == before { Err(bad(format!("Nothing to alter in column: {column}"))) } else { Ok(()) }
}

fn attributes(request: &AlterTableRequest) -> Vec<Alteration> {
    let set = request.alter_attributes.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    if request.alter_attributes.is_empty() { Vec::new() } else { vec![Alteration::SetAttributes(set)] }
}

/// Returns an alteration of which a request may have only one.
fn one<T>(sent: &[T], what: &str, alteration: impl Fn(&T) -> Result<Alteration>) -> Result<Vec<Alteration>> {
    match sent {
        [] => Ok(Vec::new()),
        [only] => Ok(vec![alteration(only)?]),
        _ => Err(Error::new(Status::Unsupported, format!("Only one {what} by one operation"))),
    }
}

/// Converts a new changefeed to its YQL settings.
fn add_changefeed(sent: &Changefeed) -> Result<Alteration> {
    if !sent.attributes.is_empty() {
        return Err(unsupported("add_changefeeds.attributes"));
    }
    let mode = Mode::try_from(sent.mode).ok().filter(|mode| *mode != Mode::Unspecified);
    let mode = mode.ok_or_else(|| bad(format!("Unknown value {} of changefeed mode", sent.mode)))?;
    let format = Format::try_from(sent.format).ok().filter(|format| *format != Format::Unspecified);
    let format = format.ok_or_else(|| bad(format!("Unknown value {} of changefeed format", sent.format)))?;
    let word = |name: &str| name.split_once('_').map_or_else(String::new, |(_, word)| word.to_owned());
    // The protocol has the same words after the name of the setting: `MODE_KEYS_ONLY`.
    let mut all =
        vec![("MODE".to_owned(), word(mode.as_str_name())), ("FORMAT".to_owned(), word(format.as_str_name()))];
    let flags = [
        ("VIRTUAL_TIMESTAMPS", sent.virtual_timestamps),
        ("INITIAL_SCAN", sent.initial_scan),
        ("SCHEMA_CHANGES", sent.schema_changes),
    ];
    all.extend(flags.iter().filter(|(_, set)| *set).map(|(name, _)| ((*name).to_owned(), "TRUE".to_owned())));
    let seconds = |duration: &Duration| format!("PT{}S", duration.seconds);
    let periods = [
        ("RETENTION_PERIOD", sent.retention_period.as_ref()),
        ("RESOLVED_TIMESTAMPS", sent.resolved_timestamps_interval.as_ref()),
    ];
    all.extend(periods.iter().filter_map(|(name, period)| Some(((*name).to_owned(), seconds((*period)?)))));
    if !sent.aws_region.is_empty() {
        all.push(("AWS_REGION".to_owned(), sent.aws_region.clone()));
    }
    if let Some(partitioning) = sent.topic_partitioning_settings.as_ref().filter(|of| of.min_active_partitions > 0) {
        all.push(("TOPIC_MIN_ACTIVE_PARTITIONS".to_owned(), partitioning.min_active_partitions.to_string()));
    }
    Ok(Alteration::AddChangefeed { name: sent.name.clone(), settings: all })
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
        let made = |ty: Type, not_null| column_spec(meta(ty, not_null)).map(|made| (made.ty, made.not_null));
        assert_eq!(made(plain.clone(), None), Ok((plain.clone(), true)));
        assert_eq!(made(plain.clone().optional(), Some(false)), Ok((plain.clone(), false)));
        let refused = made(plain.optional(), Some(true)).unwrap_err();
        assert_eq!(refused.issues[0].message, "Not consistent column type and not_null option for column: c");
    }

    #[test]
    fn only_data_types_make_columns() {
        let list = Type::List(std::sync::Arc::new(Primitive::Int32.into()));
        let refused = column_spec(meta(list, None)).unwrap_err();
        let message = "Only optional of data types are supported for table columns";
        assert_eq!((refused.status, refused.issues[0].message.as_str()), (Status::BadRequest, message));
    }

    #[test]
    fn a_field_that_the_engine_lacks_is_named() {
        let refused = table_spec(CreateTableRequest { tiering: "cold".into(), ..Default::default() }).unwrap_err();
        assert_eq!(refused.issues[0].message, "tiering is not supported by the embedded engine");
    }

    fn refusal(request: AlterTableRequest) -> (Status, String) {
        let error = alterations(request).unwrap_err();
        (error.status, error.issues[0].message.clone())
    }

    #[test]
    fn a_request_alters_one_kind_of_thing() {
        assert_eq!(refusal(AlterTableRequest::default()), (Status::BadRequest, "Empty alter".into()));
        let mixed =
            AlterTableRequest { drop_columns: vec!["a".into()], drop_indexes: vec!["i".into()], ..Default::default() };
        assert_eq!(refusal(mixed), (Status::Unsupported, "Mixed alter is unsupported".into()));
        let two = AlterTableRequest { drop_indexes: vec!["i".into(), "j".into()], ..Default::default() };
        assert_eq!(refusal(two), (Status::Unsupported, "Only one index can be removed by one operation".into()));
    }

    #[test]
    fn columns_are_dropped_together() {
        let both = AlterTableRequest { drop_columns: vec!["a".into(), "b".into()], ..Default::default() };
        let drop = |name: &str| Alteration::DropColumn(name.into());
        assert_eq!(alterations(both), Ok(vec![drop("a"), drop("b")]));
    }
}
