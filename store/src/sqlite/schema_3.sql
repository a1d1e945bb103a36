-- Version 3 of the store: whom the host keeps out, and who was let in under the server's password.
CREATE TABLE ban (
    id INTEGER PRIMARY KEY,
    player BLOB CHECK (player IS NULL OR length(player) = 16),
    address TEXT,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER,
    CHECK ((player IS NULL) <> (address IS NULL))
) STRICT;

CREATE TABLE admission (
    player BLOB PRIMARY KEY CHECK (length(player) = 16),
    mark BLOB NOT NULL CHECK (length(mark) = 32)
) STRICT, WITHOUT ROWID;
