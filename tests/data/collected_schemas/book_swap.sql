-- A site where people swap books: BigSerial keys, names of indexes with two underscores, an index over five columns.
CREATE TABLE `book_swap/person` (
    person_id  Int64 NOT NULL,
    first_name Utf8 NOT NULL,
    last_name  Utf8 NOT NULL,
    street     Utf8,
    phone      Utf8 NULL,
    PRIMARY KEY(person_id)
);
CREATE TABLE `book_swap/book` (
    id          BigSerial NOT NULL,
    keeper_id   Int64 NOT NULL,
    title       Utf8 NOT NULL,
    writer      Utf8 NOT NULL,
    genre       Utf8 NOT NULL,
    about       Utf8,
    wear        Utf8 NOT NULL,
    state       Utf8 NOT NULL,
    added_at    Timestamp NOT NULL,
    INDEX book__keeper_id__idx GLOBAL ON (keeper_id),
    INDEX book__state__idx   GLOBAL ON (state),
    INDEX book__genre__idx    GLOBAL ON (genre),
    INDEX book__writer__idx   GLOBAL ON (writer),
    PRIMARY KEY (id)
);
CREATE TABLE `book_swap/swap_request` (
    id             BigSerial NOT NULL,
    keeper_id      Int64 NOT NULL,
    keeper_book_id Int64 NOT NULL,
    asker_book_id  Int64 NOT NULL,
    asker_id       Int64 NOT NULL,
    state          Utf8 NOT NULL,
    asked_at       Timestamp NOT NULL,
    answered_at    Timestamp,
    done_at        Timestamp,
    note           Utf8,
    INDEX swap_request__state__idx          GLOBAL ON (state),
    INDEX swap_request__asker_id__idx       GLOBAL ON (asker_id),
    INDEX swap_request__keeper_id__idx      GLOBAL ON (keeper_id),
    INDEX swap_request__keeper_book_id__idx GLOBAL ON (keeper_book_id),
    INDEX swap_request__asker_book_id__idx  GLOBAL ON (asker_book_id),
    INDEX swap_request__uidx                GLOBAL SYNC ON (asker_id, keeper_id, keeper_book_id, asker_book_id, state),
    PRIMARY KEY (id)
);
