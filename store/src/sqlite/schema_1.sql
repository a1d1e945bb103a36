-- Version 1 of the store.

-- The program's starts are counted; every record carries the count.
CREATE TABLE server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL
) STRICT;
INSERT INTO server (id, epoch) VALUES (1, 0);

-- Records of all tables in the order of their arrival. No further key: appending to the end is what makes
-- the journal fast. The one writer keeps (table_id, seq) unique and without gaps.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    table_id BLOB NOT NULL CHECK (length(table_id) = 16),
    epoch INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    chain BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;

-- Tables whose records are to be deleted when there is time.
CREATE TABLE closed_table (
    table_id BLOB NOT NULL PRIMARY KEY CHECK (length(table_id) = 16)
) STRICT, WITHOUT ROWID;

-- Finished matches, kept for ever.
CREATE TABLE match_record (
    match_id BLOB NOT NULL PRIMARY KEY CHECK (length(match_id) = 16),
    table_id BLOB NOT NULL CHECK (length(table_id) = 16),
    finished INTEGER NOT NULL,
    record TEXT NOT NULL
) STRICT;

-- Players. Of a token there is only its SHA-256.
CREATE TABLE identity (
    player BLOB NOT NULL PRIMARY KEY CHECK (length(player) = 16),
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'bot')),
    language TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
