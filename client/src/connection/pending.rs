//! Commands that have been taken on and not been answered yet.

use std::collections::VecDeque;

use boneyard_protocol::{Ack, Command, CommandId};
use tokio::sync::oneshot;

use crate::error::CommandError;

/// Commands of one connection that may be unanswered at once; a further one waits.
///
/// Stays under [`REMEMBERED_COMMANDS`](boneyard_protocol::limits::REMEMBERED_COMMANDS), or a command sent
/// again after a lost socket could be one that the table has forgotten, and be done twice.
pub(super) const UNANSWERED: usize = 32;

/// Where a command's answer goes.
pub(super) type Answer = oneshot::Sender<Result<Ack, CommandError>>;

/// One unanswered command.
pub(super) struct Unanswered {
    pub(super) id: CommandId,
    pub(super) command: Command,
    /// The frame as it was sent first: the same id must always come with the same body.
    pub(super) frame: String,
    pub(super) answer: Answer,
}

/// The unanswered commands, oldest first.
#[derive(Default)]
pub(super) struct Pending {
    commands: VecDeque<Unanswered>,
}

impl Pending {
    /// Whether one more may be taken on.
    pub(super) fn has_room(&self) -> bool {
        self.commands.len() < UNANSWERED
    }

    /// Takes a command on.
    pub(super) fn push(&mut self, command: Unanswered) {
        self.commands.push_back(command);
    }

    /// Takes out the command that an answer names.
    pub(super) fn answered(&mut self, id: CommandId) -> Option<Unanswered> {
        let index = self.commands.iter().position(|command| command.id == id)?;
        self.commands.remove(index)
    }

    /// The frames to send again on a new socket, in the order in which they were sent first.
    pub(super) fn frames(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(|command| command.frame.as_str())
    }

    /// Takes all commands out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Unanswered> {
        self.commands.drain(..)
    }
}
