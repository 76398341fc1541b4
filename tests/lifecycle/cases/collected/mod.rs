//! Models of the tables of a database, written by `ydb-keys pull`.

pub mod accounts_people;
pub mod accounts_providers;
pub mod accounts_sessions;
pub mod accounts_tokens;
pub mod bank_payment_parts;
pub mod bank_payments;
pub mod book_swap_book;
pub mod book_swap_person;
pub mod book_swap_swap_request;
pub mod dashboards_alarm_state;
pub mod dashboards_alarm_tags;
pub mod dashboards_grants;
pub mod dashboards_objects;
pub mod dashboards_snapshots;
pub mod event_bot_bookings;
pub mod event_bot_events;
pub mod event_bot_links;
pub mod event_bot_outbox;
pub mod event_bot_people;
pub mod feed_archive;
pub mod feed_items;
pub mod feed_reader_items;
pub mod feed_seen;
pub mod freight_cars;
pub mod freight_owners;
pub mod freight_tariffs;
pub mod freight_trips;
pub mod hotel_app_client;
pub mod hotel_inbox_probe;
pub mod hotel_payment_notice;
pub mod jobs_challenges;
pub mod jobs_ready;
pub mod jobs_slots;
pub mod outbox_dead;
pub mod outbox_leases;
pub mod outbox_messages;
pub mod risk_inbox;
pub mod risk_judgements;
pub mod risk_outbox;
pub mod risk_request_keys;
pub mod site_builder_codes;
pub mod site_builder_counters;
pub mod site_builder_lines;
pub mod site_builder_people;
pub mod todo_list;
pub mod todo_list_acl;
pub mod todo_user;
pub mod video_members;
pub mod video_plans;
pub mod video_subscriptions;
pub mod video_tokens;
pub mod vocabulary_texts;
pub mod vocabulary_training;
pub mod vocabulary_words;

/// All tables, for `ydb_keys::check` and `ydb_keys_cli::main`.
pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![
    accounts_people::People,
    accounts_providers::Providers,
    accounts_sessions::Sessions,
    accounts_tokens::Tokens,
    bank_payment_parts::PaymentParts,
    bank_payments::Payments,
    book_swap_book::Book,
    book_swap_person::Person,
    book_swap_swap_request::SwapRequest,
    dashboards_alarm_state::AlarmState,
    dashboards_alarm_tags::AlarmTags,
    dashboards_grants::Grants,
    dashboards_objects::Objects,
    dashboards_snapshots::Snapshots,
    event_bot_bookings::Bookings,
    event_bot_events::Events,
    event_bot_links::Links,
    event_bot_outbox::Outbox,
    event_bot_people::People,
    feed_archive::Archive,
    feed_items::Items,
    feed_reader_items::ReaderItems,
    feed_seen::Seen,
    freight_cars::Cars,
    freight_owners::Owners,
    freight_tariffs::Tariffs,
    freight_trips::Trips,
    hotel_app_client::AppClient,
    hotel_inbox_probe::InboxProbe,
    hotel_payment_notice::PaymentNotice,
    jobs_challenges::Challenges,
    jobs_ready::Ready,
    jobs_slots::Slots,
    outbox_dead::Dead,
    outbox_leases::Leases,
    outbox_messages::Messages,
    risk_inbox::Inbox,
    risk_judgements::Judgements,
    risk_outbox::Outbox,
    risk_request_keys::RequestKeys,
    site_builder_codes::Codes,
    site_builder_counters::Counters,
    site_builder_lines::Lines,
    site_builder_people::People,
    todo_list::List,
    todo_list_acl::ListAcl,
    todo_user::User,
    video_members::Members,
    video_plans::Plans,
    video_subscriptions::Subscriptions,
    video_tokens::Tokens,
    vocabulary_texts::Texts,
    vocabulary_training::Training,
    vocabulary_words::Words,
];
