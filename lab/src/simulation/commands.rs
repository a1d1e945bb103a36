//! What was commanded, and whether the answers fit: one id, one effect, one answer.

use std::collections::BTreeMap;

use boneyard_engine::TileSet;
use boneyard_protocol::{Ack, CommandId, ErrorCode, PlayerId, TableId};

use boneyard_store::{BodyHash, Cause};

use super::tab::Reading;

/// Every command of a world.
#[derive(Default)]
pub(super) struct Commands {
    sent: BTreeMap<CommandId, Sent>,
    effects: BTreeMap<CommandId, Vec<Effect>>,
}

/// A command that somebody has sent, perhaps several times.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) by: PlayerId,
    /// How many records the world had written when it was first sent.
    pub(super) stamp: u64,
    /// For an act: the match's number and the turn's.
    pub(super) turn: Option<(u32, u32)>,
    /// The tiles it named.
    pub(super) named: TileSet,
    /// Sent by a tab that had been replaced: it may do nothing.
    pub(super) is_dead: bool,
    /// The same id was sent with another body, too.
    pub(super) is_twisted: bool,
    /// How often it was sent.
    pub(super) sends: u32,
    /// Of an act: world time when the server first read it.
    pub(super) read_at: Option<u64>,
    /// The number of the fact that the first acknowledgement named, and its table.
    pub(super) acked: Option<(TableId, u64)>,
}

/// Of an act, the id.
#[derive(serde::Deserialize)]
struct ActFrame {
    id: CommandId,
}

/// What a command has made fact.
#[derive(Clone, Copy, Debug)]
struct Effect {
    body: BodyHash,
    table: TableId,
    last: u64,
    /// The number of its last record among all that the world has written.
    written: u64,
}

impl Sent {
    pub(super) fn new(by: PlayerId, stamp: u64) -> Self {
        Self {
            by,
            stamp,
            turn: None,
            named: TileSet::EMPTY,
            is_dead: false,
            is_twisted: false,
            sends: 1,
            read_at: None,
            acked: None,
        }
    }
}

/// A refusal after which nothing is known: the command may have become fact, or may later.
const fn leaves_open(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::StorageUnavailable
            | ErrorCode::TableBusy
            | ErrorCode::RateLimited
            | ErrorCode::Restarting
            | ErrorCode::NoSuchTable
            | ErrorCode::NoSuchCode
            | ErrorCode::TooManyTables
    )
}

impl Commands {
    /// A command is sent for the first time.
    pub(super) fn send(&mut self, id: CommandId, sent: Sent) {
        self.sent.insert(id, sent);
    }

    /// What was sent under an id.
    pub(super) fn get_mut(&mut self, id: CommandId) -> Option<&mut Sent> {
        self.sent.get_mut(&id)
    }

    /// The server reads a frame.
    pub(super) fn read(&mut self, text: &str, now: u64) {
        if !text.contains("\"type\":\"act\"") {
            return;
        }
        let frame: Option<ActFrame> = serde_json::from_str(text).ok();
        if let Some(sent) = frame.and_then(|frame| self.sent.get_mut(&frame.id)) {
            sent.read_at.get_or_insert(now);
        }
    }

    /// A command has made facts of a table, the last of them under this number. Says what is wrong with that.
    pub(super) fn done(
        &mut self,
        cause: &Cause,
        place: (TableId, u64),
        written: u64,
        is_closed: impl Fn(TableId) -> bool,
    ) -> Option<String> {
        let (id, by) = (cause.command, cause.player);
        let Some(sent) = self.sent.get(&id) else {
            return Some(format!("a record of {id}, a command that nobody has sent"));
        };
        if sent.by != by {
            return Some(format!("command {id} of {} was done as {by}'s", sent.by));
        }
        if sent.is_dead {
            return Some(format!("a replaced tab's command {id} was done"));
        }
        let effect = Effect {
            body: cause.body,
            table: place.0,
            last: place.1,
            written,
        };
        let effects = self.effects.entry(id).or_default();
        // A table knows its own ids as long as it is open: the same one with another body may be done at
        // another table, and a `create` whose table is closed opens another.
        let twice = |one: &&Effect| {
            one.table == effect.table || (one.body == effect.body && !is_closed(one.table))
        };
        let before = effects.iter().find(twice).copied();
        effects.push(effect);
        before.map(|before| format!("command {id} was done twice: {before:?}, {effect:?}"))
    }

    /// An acknowledgement has come that was on its way when the world had written so many records. Returns
    /// whether the command had been acknowledged before.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn acked(
        &mut self,
        ack: &Ack,
        stamp: u64,
        reading: Reading,
    ) -> Result<bool, String> {
        let id = ack.id;
        let Some(sent) = self.sent.get_mut(&id) else {
            return Err(format!("an acknowledgement of {id}, which nobody has sent"));
        };
        if sent.is_dead {
            return Err(format!("a replaced tab's command {id} was acknowledged"));
        }
        let effects = self.effects.get(&id).into_iter().flatten();
        let mut effects = effects.filter(|effect| effect.written <= stamp);
        let Some(place) = ack.table.zip(ack.seq) else {
            // Sent once more, it may have had nothing to do at first, and something later: both are answered.
            let is_clear = reading == Reading::Prompt && !sent.is_twisted && sent.sends == 1;
            let effect = effects.next().filter(|_| is_clear);
            return effect.map_or(Ok(false), |effect| {
                Err(format!(
                    "command {id} was acknowledged as nothing, but {effect:?} is durable"
                ))
            });
        };
        if !effects.any(|effect| (effect.table, effect.last) == place) {
            return Err(format!(
                "command {id} was acknowledged as {place:?}, which is not durable"
            ));
        }
        Ok(sent.acked.replace(place).is_some())
    }

    /// A refusal has come; the numbers as of [`Commands::acked`]. Returns the command.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(super) fn refused(
        &mut self,
        id: CommandId,
        code: ErrorCode,
        stamp: u64,
        reading: Reading,
    ) -> Result<&Sent, String> {
        let Some(sent) = self.sent.get(&id) else {
            return Err(format!("a refusal of {id}, which nobody has sent"));
        };
        let mut effects = self.effects.get(&id).into_iter().flatten();
        let done = effects.find(|effect| effect.written <= stamp);
        match done {
            Some(done) if reading == Reading::Prompt && !sent.is_twisted && !leaves_open(code) => {
                Err(format!(
                    "command {id} is done, {done:?}, but was refused as {code:?}"
                ))
            }
            _ => Ok(sent),
        }
    }
}
