//! AlterTopic: the consumers of a changefeed. Everything else of such a topic belongs to its table.

use ydb_grpc::ydb_proto::topic::AlterTopicRequest;
use ydb_grpc::ydb_proto::topic::Consumer as Sent;

use super::micros;
use crate::catalog::{ConsumerSpec, TopicAction};
use crate::error::Result;
use crate::session::Engine;
use crate::wire::refusal::{bad, unsupported};

/// Drops and adds consumers.
///
/// Fails with BAD_REQUEST for any other change, as in YDB (`AlterViaTopicService` of
/// `datashard_ut_change_exchange.cpp`).
pub(super) fn run(engine: &Engine, request: AlterTopicRequest) -> Result<()> {
    let AlterTopicRequest { operation_params, path, add_consumers, drop_consumers, alter_consumers, .. } =
        request.clone();
    let rest = AlterTopicRequest {
        operation_params,
        path,
        add_consumers,
        drop_consumers,
        alter_consumers,
        ..Default::default()
    };
    // Some clients send the message without a field in it.
    let alter_partitioning_settings = request.alter_partitioning_settings.filter(|sent| *sent != Default::default());
    if (AlterTopicRequest { alter_partitioning_settings, ..request }) != rest {
        return Err(bad("Full alter of cdc stream is forbidden"));
    }
    if !rest.alter_consumers.is_empty() {
        return Err(unsupported("alter_consumers"));
    }
    let add = rest.add_consumers.into_iter().map(consumer);
    let drop = rest.drop_consumers.into_iter().map(|name| Ok(TopicAction::DropConsumer(name)));
    engine.alter_topic(&rest.path, drop.chain(add).collect::<Result<_>>()?)
}

fn consumer(sent: Sent) -> Result<TopicAction> {
    if !sent.attributes.is_empty() {
        return Err(unsupported("add_consumers.attributes"));
    }
    if sent.availability_period.is_some() {
        return Err(unsupported("add_consumers.availability_period"));
    }
    let codecs = sent.supported_codecs.map(|sent| sent.codecs).unwrap_or_default();
    let read_from_us = sent.read_from.as_ref().map_or(0, micros);
    Ok(TopicAction::AddConsumer(sent.name, ConsumerSpec { important: sent.important, read_from_us, codecs }))
}
