//! AlterTable's request as a list of alterations. YDB allows one kind for each request.

use ydb_grpc::google_proto_workaround::protobuf::Duration;
use ydb_grpc::ydb_proto::table::alter_table_request::TtlAction;
use ydb_grpc::ydb_proto::table::changefeed_format::Format;
use ydb_grpc::ydb_proto::table::changefeed_mode::Mode;
use ydb_grpc::ydb_proto::table::{AlterTableRequest, Changefeed, ColumnMeta, RenameIndexItem};

use super::{create, settings};
use crate::catalog::spec::Alteration;
use crate::error::{Error, Result, Status};
use crate::wire::reply::{bad, unsupported};

/// The alterations that a request asks for.
///
/// Fails with BAD_REQUEST for an empty request and for fields that the engine lacks; UNSUPPORTED for more than one kind
/// of alteration, as in YDB.
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
            Ok(Alteration::AddIndex(create::index(index.clone())))
        })?,
        one(&request.drop_indexes, "index can be removed", |index| Ok(Alteration::DropIndex(index.clone())))?,
        one(&request.add_changefeeds, "changefeed can be added", add_changefeed)?,
        one(&request.drop_changefeeds, "changefeed can be removed", |name| {
            Ok(Alteration::DropChangefeed(name.clone()))
        })?,
        one(&request.rename_indexes, "index can be renamed", rename_index)?,
        attributes(&request),
    ];
    let mut asked = kinds.into_iter().filter(|kind| !kind.is_empty());
    match (asked.next(), asked.next()) {
        (None, _) => Err(bad("Empty alter")),
        (Some(kind), None) => Ok(kind),
        (Some(_), Some(_)) => Err(Error::new(Status::Unsupported, "Mixed alter is unsupported")),
    }
}

/// The alterations that may be combined.
fn common(request: &AlterTableRequest) -> Result<Vec<Alteration>> {
    let mut all = Vec::new();
    for column in &request.add_columns {
        all.push(Alteration::AddColumn(create::column(column.clone())?));
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
        all.push(Alteration::SetDefault { column: column.clone(), value: create::default(default)? });
    }
    if all.len() == before { Err(bad(format!("Nothing to alter in column: {column}"))) } else { Ok(()) }
}

fn attributes(request: &AlterTableRequest) -> Vec<Alteration> {
    let set = request.alter_attributes.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    if request.alter_attributes.is_empty() { Vec::new() } else { vec![Alteration::SetAttributes(set)] }
}

/// An alteration that must be the only one of its request.
fn one<T>(sent: &[T], what: &str, alteration: impl Fn(&T) -> Result<Alteration>) -> Result<Vec<Alteration>> {
    match sent {
        [] => Ok(Vec::new()),
        [only] => Ok(vec![alteration(only)?]),
        _ => Err(Error::new(Status::Unsupported, format!("Only one {what} by one operation"))),
    }
}

fn rename_index(sent: &RenameIndexItem) -> Result<Alteration> {
    if sent.replace_destination {
        return Err(unsupported("rename_indexes.replace_destination"));
    }
    Ok(Alteration::RenameIndex { from: sent.source_name.clone(), to: sent.destination_name.clone() })
}

/// A changefeed as its YQL settings.
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
