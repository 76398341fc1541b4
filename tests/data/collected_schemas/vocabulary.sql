-- A trainer of words: numbers as nullable keys, times as texts, an index for each question.
CREATE TABLE `vocabulary/words` (
    id Uint64,
    learner_id Uint64,
    lemma Utf8,
    type Utf8,
    state Utf8,
    added_at Utf8,
    reviews Uint32,
    streak Uint32,
    grade Uint32,
    PRIMARY KEY (id),
    INDEX idx_learner_lemma GLOBAL ON (learner_id, lemma),
    INDEX idx_lemma GLOBAL ON (lemma),
    INDEX idx_state GLOBAL ON (state),
    INDEX idx_grade GLOBAL ON (grade)
);
CREATE TABLE `vocabulary/texts` (
    id Uint64,
    learner_id Uint64,
    body Utf8,
    read_at Timestamp,
    marks Uint32,
    session_id Utf8,
    PRIMARY KEY (id),
    INDEX idx_learner_id GLOBAL ON (learner_id),
    INDEX idx_read_at GLOBAL ON (read_at),
    INDEX idx_session_id GLOBAL ON (session_id)
);
CREATE TABLE `vocabulary/training` (
    learner_id Uint64,
    position Uint32,
    last_at Utf8,
    PRIMARY KEY (learner_id)
);
