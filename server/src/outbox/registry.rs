//! The outboxes of all connections.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use boneyard_protocol::{CloseCode, ServerMessage};

use super::{ConnectionId, Outbox, Utf8Bytes};

/// Parts of the map with a lock each, so that tables that send at the same time rarely wait for each other.
const SHARDS: usize = 16;

type Shard = RwLock<HashMap<ConnectionId, Outbox>>;

/// The outboxes of every connection that has said hello. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Outboxes(Arc<[Shard; SHARDS]>);

impl Outboxes {
    fn shard(&self, connection: ConnectionId) -> &Shard {
        let index = usize::try_from(connection.0).unwrap_or(0) % SHARDS;
        self.0
            .get(index)
            .expect("the remainder is below the number")
    }

    /// Adds a connection.
    pub fn open(&self, connection: ConnectionId, outbox: Outbox) {
        let shard = self.shard(connection);
        let mut outboxes = shard.write().unwrap_or_else(PoisonError::into_inner);
        outboxes.insert(connection, outbox);
    }

    /// Removes a connection that has ended.
    pub fn forget(&self, connection: ConnectionId) {
        let shard = self.shard(connection);
        let mut outboxes = shard.write().unwrap_or_else(PoisonError::into_inner);
        outboxes.remove(&connection);
    }

    /// Sends an encoded frame to a connection, if it exists.
    pub fn send(&self, connection: ConnectionId, frame: Utf8Bytes) {
        self.with(connection, |outbox| outbox.send(frame));
    }

    /// Encodes a message and sends it to a connection, if it exists.
    pub fn send_message(&self, connection: ConnectionId, message: &ServerMessage) {
        self.with(connection, |outbox| outbox.send_message(message));
    }

    /// Closes a connection after the frames that wait.
    pub fn close(&self, connection: ConnectionId, code: CloseCode) {
        self.with(connection, |outbox| outbox.close(code));
    }

    fn with(&self, connection: ConnectionId, what: impl FnOnce(&Outbox)) {
        let shard = self.shard(connection);
        let outboxes = shard.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(outbox) = outboxes.get(&connection) {
            what(outbox);
        }
    }

    /// How many connections can be reached.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        let lens = self.0.iter();
        lens.map(|shard| shard.read().unwrap_or_else(PoisonError::into_inner).len())
            .sum()
    }
}
