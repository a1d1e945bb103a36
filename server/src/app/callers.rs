//! Who is connected: every socket that has said hello.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boneyard_protocol::{CloseCode, PlayerId, PlayerInfo, ServerMessage};

use crate::clock::UnixMillis;
use crate::outbox::{ConnectionId, Outbox, encode};
use crate::table::Caller;

/// The sockets of one server. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callers(Arc<Mutex<BTreeMap<ConnectionId, Connected>>>);

/// One socket.
#[derive(Clone, Debug)]
pub(crate) struct Connected {
    pub(crate) player: PlayerInfo,
    /// The client's address, behind any trusted proxies.
    pub(crate) address: IpAddr,
    pub(crate) since: UnixMillis,
    outbox: Outbox,
}

/// Keeps a socket among the callers until this value is dropped.
#[derive(Debug)]
pub(crate) struct Noted {
    callers: Callers,
    connection: ConnectionId,
}

impl Callers {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Connected>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a socket.
    pub(crate) fn note(
        &self,
        caller: &Caller,
        outbox: &Outbox,
        address: IpAddr,
        since: UnixMillis,
    ) -> Noted {
        let connected = Connected {
            player: caller.player.clone(),
            address: address.to_canonical(),
            since,
            outbox: outbox.clone(),
        };
        self.lock().insert(caller.connection, connected);
        Noted {
            callers: self.clone(),
            connection: caller.connection,
        }
    }

    /// Notes a player's new name.
    pub(crate) fn rename(&self, player: &PlayerInfo) {
        for connected in self.lock().values_mut() {
            if connected.player.id == player.id {
                connected.player.name.clone_from(&player.name);
            }
        }
    }

    /// Every socket that is not closing, the oldest first.
    pub(crate) fn list(&self) -> Vec<Connected> {
        let callers = self.lock();
        let open = callers.values().filter(|one| !one.outbox.is_closed());
        open.cloned().collect()
    }

    /// Sends a message to everybody. Returns the number of sockets.
    pub(crate) fn tell(&self, message: &ServerMessage) -> usize {
        let frame = encode(message);
        let open = self.list();
        for connected in &open {
            connected.outbox.send(frame.clone());
        }
        open.len()
    }

    /// Closes every socket that matches. Returns their players.
    pub(crate) fn close(
        &self,
        code: CloseCode,
        matches: impl Fn(&Connected) -> bool,
    ) -> Vec<PlayerId> {
        let matching = self.list().into_iter().filter(|one| matches(one));
        let closed = matching.map(|connected| {
            connected.outbox.close(code);
            connected.player.id
        });
        closed.collect()
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        self.callers.lock().remove(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::PlayerKind;
    use uuid::Uuid;

    use super::*;
    use crate::outbox::Next;

    fn caller(number: u64) -> (Caller, Outbox, crate::outbox::Outgoing) {
        let (outbox, outgoing) = Outbox::new();
        let player = PlayerInfo {
            id: PlayerId(Uuid::from_u128(number.into())),
            name: "Ada".to_owned(),
            kind: PlayerKind::Person,
        };
        let caller = Caller {
            player,
            connection: ConnectionId(number),
        };
        (caller, outbox, outgoing)
    }

    #[tokio::test]
    async fn callers_are_told_and_closed_while_they_are_there() {
        let callers = Callers::default();
        let address = "::ffff:10.0.0.1".parse().unwrap();
        let ((ada, of_ada, mut to_ada), (ben, of_ben, _to_ben)) = (caller(1), caller(2));
        let _ada_is_here = callers.note(&ada, &of_ada, address, UnixMillis(5));
        let ben_is_here = callers.note(&ben, &of_ben, address, UnixMillis(6));
        let said = ServerMessage::Announcement { text: "tea".into() };
        assert_eq!(callers.tell(&said), 2);
        drop(ben_is_here);
        let is_here = |one: &Connected| one.address == IpAddr::from([10, 0, 0, 1]);
        assert_eq!(callers.close(CloseCode::Kicked, is_here), [ada.player.id]);
        assert_eq!(to_ada.next().await, Next::Frame(encode(&said)));
        assert_eq!(to_ada.next().await, Next::Close(CloseCode::Kicked));
        assert_eq!(
            callers.list().len(),
            0,
            "a caller that is being closed is gone"
        );
    }
}
