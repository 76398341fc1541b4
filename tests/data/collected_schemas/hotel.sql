-- A booking system for hotels, names in camelCase: settings in statements of their own, an index on the second key column.
CREATE TABLE `hotel/inboxProbe` (
    address    Utf8 NOT NULL,
    caughtAt   Timestamp NOT NULL,
    linkUrl    Utf8,
    topic      Utf8 NOT NULL,
    PRIMARY KEY (address, caughtAt)
) WITH (TTL = Interval("PT6M") ON caughtAt);
ALTER TABLE `hotel/inboxProbe` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED);
CREATE TABLE `hotel/appClient` (
    houseId          Utf8 NOT NULL,
    appId            Utf8 NOT NULL,
    secretHash       Utf8 NOT NULL,
    title            Utf8 NOT NULL,
    redirectsJson    Json NOT NULL,
    grantsJson       Json NOT NULL,
    contactsJson     Json,
    issuedAt         Timestamp NOT NULL,
    secretEndsAt     Timestamp,
    revokedAt        Timestamp,
    PRIMARY KEY (houseId, appId),
    INDEX idxAppClientById GLOBAL SYNC ON (appId)
);
CREATE TABLE `hotel/paymentNotice` (
    houseId     Utf8 NOT NULL,
    bankCode    Utf8 NOT NULL,
    noticeKey   Utf8 NOT NULL,
    body        Json NOT NULL,
    checkedAt   Timestamp NOT NULL,
    handledAt   Timestamp,
    fault       Utf8,
    handledBy   Utf8,
    PRIMARY KEY (houseId, bankCode, noticeKey),
    INDEX ixPaymentNoticeHandled GLOBAL SYNC ON (houseId, handledAt)
);
ALTER TABLE `hotel/paymentNotice` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED);
ALTER TABLE `hotel/paymentNotice` SET (TTL = Interval("P30D") ON checkedAt);
