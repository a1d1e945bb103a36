-- Version 2 of the store: reports of players by players. Ids and a reason, nothing else.
CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter BLOB NOT NULL CHECK (length(reporter) = 16),
    command BLOB NOT NULL CHECK (length(command) = 16),
    table_id BLOB NOT NULL CHECK (length(table_id) = 16),
    match_id BLOB CHECK (match_id IS NULL OR length(match_id) = 16),
    seat INTEGER NOT NULL,
    reported BLOB NOT NULL CHECK (length(reported) = 16),
    reason TEXT NOT NULL,
    UNIQUE (reporter, command)
) STRICT;
