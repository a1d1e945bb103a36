//! Who looks at a table, and what each of them is sent.
//!
//! Everybody gets the same numbers, not the same content. What a viewer gets is built for them from
//! [`wire::fact`]; viewers with equal content share one encoded frame.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use boneyard_engine::Seat;
use boneyard_protocol::limits::{PHRASES_PER_MINUTE, RESUME_FACTS};
use boneyard_protocol::{Events, PlayerId, ServerMessage, Snapshot, TableId};
use tokio::task::yield_now;

use super::Address;
use super::brain::Table;
use super::outlet::Exit;
use super::state::Occurrence;
use super::wire;
use crate::clock::MonoMillis;
use crate::outbox::{ConnectionId, Utf8Bytes, encode};
use crate::sliding_window::SlidingWindow;
use boneyard_store::fact::{Fact, Sitter};

/// Viewers of one table, its seats included. A further watcher is refused. Each costs a queue of shared frames;
/// how many connections there may be at all is the host's to say.
pub(crate) const VIEWERS: usize = 6_000;
/// Watchers whose right to look on at a private table is remembered while the server runs. A further one
/// needs the code again after each reconnection.
const ADMITTED: usize = 256;
/// Watchers who are sent a frame before other tasks have their turn.
const WATCHERS_AT_ONCE: usize = 32;
const MINUTE_MS: u64 = 60_000;

/// The viewers of one table, and its last facts for those who come back.
#[derive(Debug)]
pub(crate) struct Audience {
    exit: Exit,
    viewers: BTreeMap<PlayerId, ConnectionId>,
    recent: VecDeque<Arc<Occurrence>>,
    admitted: BTreeSet<PlayerId>,
    phrases: Phrases,
}

/// What each player has said in the last minute.
#[derive(Debug)]
struct Phrases(SlidingWindow<PlayerId>);

impl Default for Phrases {
    fn default() -> Self {
        Self(SlidingWindow::new(PHRASES_PER_MINUTE, MINUTE_MS))
    }
}

impl Audience {
    pub(crate) fn new(exit: Exit) -> Self {
        Self {
            exit,
            viewers: BTreeMap::new(),
            recent: VecDeque::new(),
            admitted: BTreeSet::new(),
            phrases: Phrases::default(),
        }
    }

    /// From now on this address is sent what happens. An older connection of the same player is not: neither if it
    /// comes first, nor if what it has asked for is only done now.
    pub(crate) fn subscribe(&mut self, from: Address) {
        let newest = self.viewers.entry(from.player).or_insert(from.connection);
        *newest = from.connection.max(*newest);
    }

    /// A connection looks no longer.
    pub(crate) fn unsubscribe(&mut self, from: Address) {
        if self.viewers.get(&from.player) == Some(&from.connection) {
            self.viewers.remove(&from.player);
        }
    }

    /// Whether a player looks.
    pub(crate) fn is_viewer(&self, player: PlayerId) -> bool {
        self.viewers.contains_key(&player)
    }

    /// Everybody who looks.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = PlayerId> {
        self.viewers.keys().copied()
    }

    /// Whether one more watcher may look on.
    pub(crate) fn has_room_for(&self, player: PlayerId) -> bool {
        self.viewers.len() < VIEWERS || self.viewers.contains_key(&player)
    }

    /// A watcher has shown the code.
    pub(crate) fn admit(&mut self, player: PlayerId) {
        if self.admitted.len() < ADMITTED {
            self.admitted.insert(player);
        }
    }

    /// Whether a watcher has shown the code.
    pub(crate) fn is_admitted(&self, player: PlayerId) -> bool {
        self.admitted.contains(&player)
    }

    /// A viewer is shown out: the player has left, or the table is gone.
    pub(crate) fn show_out(&mut self, table: TableId, player: PlayerId) {
        self.admitted.remove(&player);
        if let Some(connection) = self.viewers.remove(&player) {
            self.exit
                .message(connection, &ServerMessage::Gone { table });
        }
    }

    /// Everybody is shown out.
    pub(crate) fn show_all_out(&mut self, table: TableId) {
        let gone = encode(&ServerMessage::Gone { table });
        let all = std::mem::take(&mut self.viewers);
        self.exit.frame(all.into_values().collect(), gone);
    }

    /// Sends an ephemeral message to everybody.
    pub(crate) fn tell(&mut self, message: &ServerMessage) {
        let all = self.viewers.values().copied().collect();
        self.exit.frame(all, encode(message));
    }

    /// Sends what has become fact to everybody but `except`, who is about to get a snapshot.
    ///
    /// Those who play here hear it first; of a crowd of watchers a few at a time, so that what other tables have to
    /// do never waits behind a thousand sockets.
    pub(crate) async fn publish(
        &mut self,
        facts: Vec<Arc<Occurrence>>,
        table: &Table,
        except: Option<PlayerId>,
        now: MonoMillis,
    ) {
        let mut frames: Vec<(Option<Seat>, Events, Utf8Bytes)> = Vec::new();
        let mut watchers: Vec<ConnectionId> = Vec::new();
        for (player, connection) in &self.viewers {
            if Some(*player) == except {
                continue;
            }
            match table.state.seat_of(*player) {
                None => watchers.push(*connection),
                seat @ Some(_) => {
                    let frame = frame_for(seat, &facts, table, now, &mut frames);
                    self.exit.frame(vec![*connection], frame);
                }
            }
        }
        for (number, some) in watchers.chunks(WATCHERS_AT_ONCE).enumerate() {
            if number > 0 {
                yield_now().await;
            }
            let frame = frame_for(None, &facts, table, now, &mut frames);
            self.exit.frame(some.to_vec(), frame);
        }
        self.recent.extend(facts);
        let surplus = self.recent.len().saturating_sub(RESUME_FACTS);
        self.recent.drain(..surplus);
    }

    /// The last facts of a table that was loaded from its journal: whoever comes back after a restart of the
    /// server is sent what they have missed, as after any other loss.
    pub(crate) fn remember(&mut self, recent: Vec<Arc<Occurrence>>) {
        self.recent = recent.into();
    }

    /// Sends an address the whole table.
    pub(crate) fn send_snapshot(&self, to: Address, table: &Table, now: MonoMillis) {
        self.send_table(to.connection, to.player, table, now);
    }

    /// Sends everybody the whole table, after it was loaded anew.
    pub(crate) fn send_snapshots(&mut self, table: &Table, now: MonoMillis) {
        self.recent.clear();
        for (player, connection) in &self.viewers {
            self.send_table(*connection, *player, table, now);
        }
    }

    /// Sends the whole table to one player, at the newest connection.
    pub(crate) fn show_to(&self, player: PlayerId, table: &Table, now: MonoMillis) {
        if let Some(connection) = self.viewers.get(&player) {
            self.send_table(*connection, player, table, now);
        }
    }

    /// Sends the whole table to those who have a seat.
    pub(crate) fn show_to_seated(&self, table: &Table, now: MonoMillis) {
        for (player, connection) in &self.viewers {
            if table.state.seat_of(*player).is_some() {
                self.send_table(*connection, *player, table, now);
            }
        }
    }

    /// The whole table, as this player may see it.
    fn send_table(&self, to: ConnectionId, player: PlayerId, table: &Table, now: MonoMillis) {
        let seat = table.state.seat_of(player);
        let snapshot = ServerMessage::Snapshot(Box::new(Snapshot {
            table: table.state.id,
            seq: table.state.seq.0,
            view: table.view(seat, now),
        }));
        self.exit.message(to, &snapshot);
    }

    /// Sends a caller what they have missed since the number `since`: the facts if they are still at hand and
    /// can be followed, otherwise a snapshot.
    pub(crate) fn resume(&self, from: Address, since: u64, table: &Table, now: MonoMillis) {
        let last = table.state.seq.0;
        let oldest = self
            .recent
            .front()
            .map_or(last.saturating_add(1), |fact| fact.seq.0);
        let at_hand = since > 0 && since <= last && since.saturating_add(1) >= oldest;
        let missed = || {
            self.recent
                .iter()
                .map(Arc::as_ref)
                .filter(|fact| fact.seq.0 > since)
        };
        // No fact tells the hand that the player has taken over.
        let is_new_here = || missed().any(|fact| seats(&fact.fact, from.player));
        if !at_hand || !wire::hands_are_seen(&table.state) || is_new_here() {
            self.send_snapshot(from, table, now);
            return;
        }
        let seat = table.state.seat_of(from.player);
        let events = Events {
            table: table.state.id,
            seq: since.saturating_add(1),
            facts: wire::facts(&table.state.opening, missed(), seat),
            now: table.position(seat, now),
        };
        self.exit
            .message(from.connection, &ServerMessage::Events(Box::new(events)));
    }

    /// Counts a phrase of a player.
    ///
    /// # Errors
    ///
    /// Milliseconds to wait, if the player has said too many in the last minute.
    pub(crate) fn may_speak(&mut self, player: PlayerId, now: MonoMillis) -> Result<(), u64> {
        self.phrases.0.count(player, (), now)
    }
}

/// The frame for whoever has this seat. Frames with equal content are encoded once.
fn frame_for(
    seat: Option<Seat>,
    facts: &[Arc<Occurrence>],
    table: &Table,
    now: MonoMillis,
    frames: &mut Vec<(Option<Seat>, Events, Utf8Bytes)>,
) -> Utf8Bytes {
    if let Some((_, _, frame)) = frames.iter().find(|(of, _, _)| *of == seat) {
        return frame.clone();
    }
    let events = Events {
        table: table.state.id,
        seq: facts.first().map_or(0, |fact| fact.seq.0),
        facts: wire::facts(&table.state.opening, facts.iter().map(Arc::as_ref), seat),
        now: table.position(seat, now),
    };
    let known = frames
        .iter()
        .find(|(_, other, _)| *other == events)
        .map(|(.., frame)| frame.clone());
    let frame = known.unwrap_or_else(|| encode(&ServerMessage::Events(Box::new(events.clone()))));
    frames.push((seat, events, frame.clone()));
    frame
}

/// Whether the player gets a seat by this fact.
fn seats(fact: &Fact, player: PlayerId) -> bool {
    matches!(fact, Fact::Seated { who: Sitter::Player(sitter), .. } if sitter.id == player)
}
