//! What a person hears, and the laws of it.

use boneyard_client::{LeftOut, TableMirror, difference};
use boneyard_protocol::{
    Ack, CloseCode, ErrorCode, Events, PlayerId, Refused, ServerMessage, Snapshot, TableId, Welcome,
};

use super::book::Book;
use super::knowledge::tiles_in;
use super::line::Stamped;
use super::person::Person;
use super::tab::{Manner, Reading};
use boneyard_server::headless::{Inbound, Outbound};
use boneyard_server::outbox::Utf8Bytes;

/// Milliseconds by which the world knows less exactly than the server when a turn's time was up.
const BLUR_MS: u64 = 2;
/// Facts back from which a refusal's list may still stem.
const REFUSAL_FACTS: u64 = 64;

/// What a frame calls for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FollowUp {
    /// Nothing.
    Nothing,
    /// The tab is welcome: its person takes up their tables.
    Welcome,
    /// Listed tables.
    Listed(Vec<TableId>),
    /// The tab is closed.
    Closed,
}

impl Person {
    /// A frame has come through a tab.
    pub(super) fn hear(&mut self, tab: usize, stamped: Stamped, book: &mut Book) -> FollowUp {
        let Stamped { stamp, frame } = stamped;
        book.counters.count("frames read");
        match frame {
            Outbound::Ping => {
                if let Some(tab) = self.tabs.get(tab).filter(|tab| !tab.is_mute) {
                    tab.line.send(Inbound::Control);
                }
                FollowUp::Nothing
            }
            Outbound::Close(code) => self.hear_close(tab, code, book),
            Outbound::Text(text) => self.hear_text(tab, &text, stamp, book),
        }
    }

    fn hear_close(&mut self, tab: usize, code: CloseCode, book: &mut Book) -> FollowUp {
        let number = code.number();
        book.note(format_args!("{}/{tab} is closed {number}", self.number));
        book.counters.count(&format!("close {number}"));
        let manner = self.tabs.get(tab).map(|tab| tab.manner);
        let is_wrong = match code {
            CloseCode::BadHello => manner != Some(Manner::Silent),
            CloseCode::BadToken
            | CloseCode::Banned
            | CloseCode::Kicked
            | CloseCode::Binary
            | CloseCode::BrokenFrame
            | CloseCode::NotUtf8
            | CloseCode::TooLarge => true,
            _ => false,
        };
        book.hold(is_wrong.then(|| format!("person {} was closed with {number}", self.number)));
        FollowUp::Closed
    }

    fn hear_text(&mut self, tab: usize, text: &Utf8Bytes, stamp: u64, book: &mut Book) -> FollowUp {
        let name = self.tabs.get(tab).map_or(0, |tab| tab.number);
        book.note(format_args!("{}/{name} hears {text}", self.number));
        let message = match serde_json::from_str::<ServerMessage>(text) {
            Ok(message) => message,
            Err(error) => {
                book.break_law(format!("a frame that cannot be read, {error}: {text}"));
                return FollowUp::Nothing;
            }
        };
        match message {
            ServerMessage::Welcome(welcome) => {
                let wrong = self.welcome(tab, &welcome);
                book.hold(wrong);
                return FollowUp::Welcome;
            }
            ServerMessage::Ack(ack) => {
                book.counters.count("answer: ack");
                if self.reports.contains(&ack.id) {
                    book.counters.count("reports kept");
                }
                let verdict = self.hear_ack(tab, &ack, stamp, book);
                book.hold(verdict.err());
            }
            ServerMessage::Refused(refused) => {
                let verdict = self.hear_refusal(tab, &refused, text, stamp, book);
                book.hold(verdict.err());
                return FollowUp::Nothing;
            }
            ServerMessage::Snapshot(snapshot) => {
                let verdict = self.hear_snapshot(tab, *snapshot, text, stamp, book);
                book.hold(verdict.err());
                return FollowUp::Nothing;
            }
            ServerMessage::Events(events) => {
                let verdict = self.hear_events(tab, &events, text, stamp, book);
                book.hold(verdict.err());
                return FollowUp::Nothing;
            }
            ServerMessage::Gone { table } => self.lose_sight(tab, table),
            ServerMessage::Lobby { tables } => {
                return FollowUp::Listed(tables.into_iter().map(|line| line.table).collect());
            }
            ServerMessage::Replaced => self.replaced(tab),
            ServerMessage::Unknown => book.break_law(format!("an unknown message: {text}")),
            _ => {}
        }
        // What is about no fact shows no tile.
        let leaks = !tiles_in(text).is_empty();
        book.hold(leaks.then(|| format!("a tile in {text}")));
        FollowUp::Nothing
    }

    fn welcome(&mut self, tab: usize, welcome: &Welcome) -> Option<String> {
        let before = self.id.replace(welcome.player.id);
        if let Some(token) = &welcome.token {
            self.token = Some(token.clone());
        }
        for (at, other) in self.tabs.iter_mut().enumerate() {
            if at == tab {
                other.is_in = true;
            } else {
                other.is_replaced |= other.is_in;
            }
        }
        for seat in &welcome.seats {
            let seen = self.tables.entry(seat.table).or_default();
            seen.code = Some(seat.code.clone());
        }
        let other = before.filter(|before| *before != welcome.player.id)?;
        Some(format!(
            "the token of {other} is now {}'s",
            welcome.player.id
        ))
    }

    fn replaced(&mut self, tab: usize) {
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.is_replaced = true;
        }
    }

    fn lose_sight(&mut self, tab: usize, table: TableId) {
        let newest = self.tabs.len() == tab + 1;
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.gone(table);
        }
        // What an older tab tells late is no news.
        if newest {
            self.tables.remove(&table);
        }
    }

    fn reading(&self, tab: usize) -> Reading {
        self.tabs.get(tab).map_or(Reading::Late, |tab| tab.reading)
    }

    fn hear_ack(
        &mut self,
        tab: usize,
        ack: &Ack,
        stamp: u64,
        book: &mut Book,
    ) -> Result<(), String> {
        let again = book.commands.acked(ack, stamp, self.reading(tab))?;
        if again {
            book.counters.count("answers the same again");
        }
        if let Some((table, since)) = self.resumes.get(&ack.id)
            && let Some(tab) = self.tabs.get_mut(tab)
        {
            tab.resumed(*table, *since);
        }
        if let (Some(table), Some(_seat)) = (ack.table, ack.seat) {
            let seen = self.tables.entry(table).or_default();
            seen.code.clone_from(&ack.code);
        }
        Ok(())
    }

    fn hear_refusal(
        &mut self,
        tab: usize,
        refused: &Refused,
        text: &str,
        stamp: u64,
        book: &mut Book,
    ) -> Result<(), String> {
        let code = refused.why.code;
        book.counters.count(&format!("refused: {}", name_of(code)));
        let reading = self.reading(tab);
        let is_prompt = reading == Reading::Prompt;
        let Some(id) = refused.id else {
            return match tiles_in(text).iter().next() {
                Some(tile) => Err(format!("{tile} in {text}")),
                None => Ok(()),
            };
        };
        let sent = book.commands.refused(id, code, stamp, reading)?.clone();
        let found = tiles_in(text).without(sent.named);
        if let Some(table) = refused.table {
            let last = book.last(table);
            let span = (last.saturating_sub(REFUSAL_FACTS), last);
            no_leak(book, (sent.by, table), span, found, text)?;
        } else if !found.is_empty() {
            return Err(format!("a tile in {text}"));
        }
        if let Some((table, _)) = self.resumes.get(&id)
            && matches!(code, ErrorCode::NoSuchTable | ErrorCode::NoWatchers)
        {
            let table = *table;
            if is_prompt && book.sat(sent.by, table, sent.stamp) && !book.is_closed(table) {
                return Err(format!("{} was refused their own table {table}", sent.by));
            }
            self.tables.remove(&table);
        }
        // By the moment of its reading, however late the table looked at it.
        let in_time = (code == ErrorCode::Stale && is_prompt && sent.sends == 1)
            .then(|| Some((sent.read_at?, book.time_up(refused.table?, sent.turn?)?)))
            .flatten()
            .filter(|(read_at, up_at)| read_at + BLUR_MS < *up_at);
        match in_time {
            Some((read_at, up_at)) => Err(format!(
                "{id}, read at {read_at}, was in time, which was up at {up_at}"
            )),
            None => Ok(()),
        }
    }

    fn hear_snapshot(
        &mut self,
        tab: usize,
        snapshot: Snapshot,
        text: &str,
        stamp: u64,
        book: &mut Book,
    ) -> Result<(), String> {
        let (table, seq) = (snapshot.table, snapshot.seq);
        let (Some(me), Some(tab)) = (self.id, self.tabs.get_mut(tab)) else {
            return Err("a snapshot for nobody".to_owned());
        };
        book.counters.count("snapshots");
        if !book.was_durable(table, seq, stamp) {
            return Err(format!(
                "a snapshot after fact {seq} of {table}, not durable"
            ));
        }
        no_leak(book, (me, table), (seq, seq), tiles_in(text), text)?;
        let streamed = tab.last(table) == Some(seq);
        tab.snapshot(table, seq)?;
        let seen = self.tables.entry(table).or_default();
        let folded = seen.mirror.as_ref().filter(|mirror| mirror.seq() == seq);
        if let Some(folded) = folded.filter(|_| streamed) {
            // A seat that was lost while nobody listened is not told by a fact of its own.
            if folded.view().me == snapshot.view.me {
                book.counters.count("fold = snapshot");
                let differ = difference(folded.view(), &snapshot.view, LeftOut::Presence);
                differ.map_or(Ok(()), |how| {
                    Err(format!(
                        "after {seq} of {table} fold and snapshot differ: {how}"
                    ))
                })?;
            }
        }
        if let Some(from_journal) = book.view_at(me, table, seq)
            && from_journal.me == snapshot.view.me
        {
            let differ = difference(&from_journal, &snapshot.view, LeftOut::Presence);
            differ.map_or(Ok(()), |how| {
                Err(format!(
                    "after {seq} of {table} journal and snapshot differ: {how}"
                ))
            })?;
        }
        if seen
            .mirror
            .as_ref()
            .is_none_or(|mirror| mirror.seq() <= seq)
        {
            seen.mirror = Some(TableMirror::new(snapshot));
        }
        Ok(())
    }

    fn hear_events(
        &mut self,
        tab: usize,
        events: &Events,
        text: &str,
        stamp: u64,
        book: &mut Book,
    ) -> Result<(), String> {
        let (table, first) = (events.table, events.seq);
        let (Some(me), Some(tab)) = (self.id, self.tabs.get_mut(tab)) else {
            return Err("facts for nobody".to_owned());
        };
        let count = u64::try_from(events.facts.len()).unwrap_or(u64::MAX);
        tab.facts(table, first, count)?;
        let last = (first + count).saturating_sub(1);
        if !book.was_durable(table, last, stamp) {
            return Err(format!(
                "fact {last} of {table} was told before it was durable"
            ));
        }
        for (seq, fact) in (first..).zip(&events.facts) {
            if !book.is_told_rightly(me, table, seq, fact) {
                return Err(format!("fact {seq} of {table} was told {me} as {fact:?}"));
            }
        }
        no_leak(book, (me, table), (first, last), tiles_in(text), text)?;
        let mirror = self.tables.get_mut(&table);
        match mirror.and_then(|seen| seen.mirror.as_mut()) {
            Some(mirror) => mirror.apply(events).map_err(|error| error.to_string()),
            // A `resume` that was sent once more, of a table that its person has left.
            None => Ok(()),
        }
    }
}

/// No tile among these is one that the player was never shown.
fn no_leak(
    book: &Book,
    (player, table): (PlayerId, TableId),
    span: (u64, u64),
    found: boneyard_engine::TileSet,
    text: &str,
) -> Result<(), String> {
    match book.leak(player, table, span, found) {
        Some(tile) => Err(format!("{player} was shown {tile} in {text}")),
        None => Ok(()),
    }
}

/// A code's name on the wire.
fn name_of(code: ErrorCode) -> String {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
