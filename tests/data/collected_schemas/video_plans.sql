-- Plans of a video archive: String in place of texts, a default for a Bool, an index on the first column of another index.
CREATE TABLE `video/members` (
    member_id String,
    person_id String,
    firm_id String,
    kind String,
    state String,
    made_at Timestamp,
    changed_at Timestamp,
    PRIMARY KEY (member_id),
    INDEX person_idx GLOBAL ON (person_id),
    INDEX firm_idx GLOBAL ON (firm_id),
    INDEX person_firm_idx GLOBAL ON (person_id, firm_id)
);
CREATE TABLE `video/plans` (
    plan_id String,
    title String,
    storage_gb Int64,
    most_videos Int64,
    price Double,
    cycle String,
    features Json,
    made_at Timestamp,
    PRIMARY KEY (plan_id)
);
CREATE TABLE `video/subscriptions` (
    subscription_id String,
    person_id String,
    plan_id String,
    is_active Bool DEFAULT true,
    trial_until Timestamp,
    begun_at Timestamp,
    ends_at Timestamp,
    PRIMARY KEY (subscription_id),
    INDEX person_idx GLOBAL ON (person_id)
);
CREATE TABLE `video/tokens` (
    token_id String,
    person_id String,
    token_hash String,
    ends_at Timestamp,
    is_revoked Bool DEFAULT false,
    PRIMARY KEY (token_id),
    INDEX person_idx GLOBAL ON (person_id),
    INDEX token_hash_idx GLOBAL ON (token_hash)
);
