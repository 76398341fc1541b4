-- A dashboard server that was ported from another database: serial keys, unique indexes, a default family.
CREATE TABLE `dashboards/grants` (
    `id` Serial8 NOT NULL,
    `tenant_id` Int64,
    `person_id` Int64,
    `grant_id` Int64,
    `made` Datetime64,
    `origin_uid` Text,
    INDEX `IDX_grants_tenant_id` GLOBAL ASYNC ON (`tenant_id`),
    INDEX `IDX_grants_person_id` GLOBAL ASYNC ON (`person_id`),
    INDEX `UQE_grants_tenant_id_person_id_grant_id_origin_uid` GLOBAL UNIQUE SYNC ON (`tenant_id`, `person_id`, `grant_id`, `origin_uid`),
    FAMILY `default` (COMPRESSION = 'off'),
    PRIMARY KEY (`id`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
CREATE TABLE `dashboards/objects` (
    `guid` Text,
    `revision` Int64,
    `group` Text,
    `object` Text,
    `space` Text,
    `name` Text,
    `body` Text,
    `verb` Int64,
    `labels` Text,
    `revision_before` Int64,
    `directory` Text,
    INDEX `IDX_objects_group_object` GLOBAL ASYNC ON (`group`, `object`),
    INDEX `UQE_objects_space_group_object_name` GLOBAL UNIQUE SYNC ON (`space`, `group`, `object`, `name`),
    FAMILY `default` (COMPRESSION = 'off'),
    PRIMARY KEY (`guid`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
CREATE TABLE `dashboards/alarm_state` (
    `rule_tenant` Int64 NOT NULL,
    `rule_uid` Text NOT NULL,
    `tags` Text NOT NULL,
    `tags_hash` Text NOT NULL,
    `state` Text NOT NULL,
    `state_since` Int64 NOT NULL,
    `judged_at` Int64 NOT NULL,
    `state_until` Int64 NOT NULL DEFAULT 0,
    `why` Text,
    `print` Text,
    `resolved` Int64,
    `sent` Int64,
    `fired` Int64,
    PRIMARY KEY (`rule_tenant`, `rule_uid`, `tags_hash`),
    INDEX `IDX_alarm_state_rule_tenant_rule_uid_state` GLOBAL SYNC ON (`rule_tenant`, `rule_uid`, `state`),
    INDEX `IDX_alarm_state_rule_tenant_state` GLOBAL SYNC ON (`rule_tenant`, `state`)
);
CREATE TABLE `dashboards/alarm_tags` (
    `id` Serial NOT NULL,
    `alarm_id` Int64 NOT NULL,
    `tag_id` Int64 NOT NULL,
    PRIMARY KEY (`id`),
    INDEX `UQE_alarm_tags_alarm_id_tag_id` GLOBAL UNIQUE SYNC ON (`alarm_id`, `tag_id`),
    INDEX `IDX_alarm_tags_alarm_id` GLOBAL SYNC ON (`alarm_id`)
);
CREATE TABLE `dashboards/snapshots` (
    `id` Serial8 NOT NULL,
    `title` Text,
    `key` Text,
    `erase_key` Text,
    `tenant_id` Int64,
    `person_id` Int64,
    `outside` Bool,
    `outside_url` Text,
    `body` Text,
    `expires` Datetime64,
    `made` Datetime64,
    `changed` Datetime64,
    INDEX `IDX_snapshots_person_id` GLOBAL ASYNC ON (`person_id`),
    INDEX `UQE_snapshots_erase_key` GLOBAL UNIQUE SYNC ON (`erase_key`),
    INDEX `UQE_snapshots_key` GLOBAL UNIQUE SYNC ON (`key`),
    FAMILY `default` (COMPRESSION = 'off'),
    PRIMARY KEY (`id`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,
    AUTO_PARTITIONING_BY_LOAD = ENABLED
);
