-- Lists of things to do that people share: types in small letters, a name that is a keyword, an index on the second key column.
CREATE TABLE `todo/user` (
    id string,
    name utf8,
    picture_id string,
    PRIMARY KEY (id)
);
CREATE TABLE `todo/list_acl` (
    person_id string,
    mode string,
    list_id string,
    alias utf8,
    accepted bool,
    inviter string,
    PRIMARY KEY (list_id, person_id),
    INDEX PersonToListACL GLOBAL ON (person_id)
);
CREATE TABLE `todo/list` (
    id string,
    owner_id string,
    items Json,
    PRIMARY KEY (id)
);
