//! The table `hotel/appClient`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `hotel/appClient`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hotel/appClient")]
#[ydb(primary_key(house_id, app_id))]
#[ydb(index(idxAppClientById, on(app_id)))]
pub struct AppClient {
    #[ydb(rename = "houseId")]
    pub house_id: String,
    #[ydb(rename = "appId")]
    pub app_id: String,
    #[ydb(rename = "secretHash")]
    pub secret_hash: String,
    pub title: String,
    #[ydb(rename = "redirectsJson", type = "Json")]
    pub redirects_json: String,
    #[ydb(rename = "grantsJson", type = "Json")]
    pub grants_json: String,
    #[ydb(rename = "contactsJson", type = "Json")]
    pub contacts_json: Option<String>,
    #[ydb(rename = "issuedAt")]
    pub issued_at: SystemTime,
    #[ydb(rename = "secretEndsAt")]
    pub secret_ends_at: Option<SystemTime>,
    #[ydb(rename = "revokedAt")]
    pub revoked_at: Option<SystemTime>,
}
