//! Which commands have become fact: a repeated command gets its answer again and has no second effect.

use std::collections::{BTreeMap, VecDeque};

use boneyard_protocol::limits::REMEMBERED_COMMANDS;
use boneyard_protocol::{CommandId, PlayerId};

use boneyard_store::{BodyHash, Cause, Seq};

/// Players whose commands a table remembers. Beyond them whoever has been silent for longest is forgotten.
const REMEMBERED_PLAYERS: usize = 64;

/// The commands that became fact, of every player the newest [`REMEMBERED_COMMANDS`]. Part of the fold: the
/// same after a restart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answers(BTreeMap<PlayerId, VecDeque<Answered>>);

/// A command that became fact.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answered {
    command: CommandId,
    body: BodyHash,
    /// The number of the last fact that it made.
    last: Seq,
}

/// What is known of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing: it is new, or was refused.
    New,
    /// It became fact; this is the last number it made.
    Done(Seq),
    /// Its id was used for another command.
    Reused,
}

impl Answers {
    /// What is known of a command.
    pub(crate) fn look_up(&self, cause: &Cause) -> Known {
        let of_player = self.0.get(&cause.player);
        let found = of_player.and_then(|all| all.iter().find(|one| one.command == cause.command));
        match found {
            None => Known::New,
            Some(one) if one.body == cause.body => Known::Done(one.last),
            Some(_) => Known::Reused,
        }
    }

    /// Remembers that a record was made by a command.
    pub(crate) fn remember(&mut self, cause: &Cause, seq: Seq) {
        if self.0.len() >= REMEMBERED_PLAYERS && !self.0.contains_key(&cause.player) {
            self.forget_one();
        }
        let of_player = self.0.entry(cause.player).or_default();
        if let Some(last) = of_player.back_mut()
            && last.command == cause.command
        {
            last.last = seq;
            return;
        }
        if of_player.len() >= REMEMBERED_COMMANDS {
            of_player.pop_front();
        }
        of_player.push_back(Answered {
            command: cause.command,
            body: cause.body,
            last: seq,
        });
    }

    /// Every command that is remembered.
    pub(crate) fn causes(&self) -> impl Iterator<Item = Cause> {
        self.0.iter().flat_map(|(player, all)| {
            all.iter().map(|one| Cause {
                player: *player,
                command: one.command,
                body: one.body,
            })
        })
    }

    fn forget_one(&mut self) {
        let last_of = |all: &VecDeque<Answered>| all.back().map(|one| one.last);
        let silent = self
            .0
            .iter()
            .min_by_key(|(_, all)| last_of(all))
            .map(|(player, _)| *player);
        if let Some(player) = silent {
            self.0.remove(&player);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn cause(player: u128, command: u128, body: &str) -> Cause {
        Cause {
            player: PlayerId(Uuid::from_u128(player)),
            command: CommandId(Uuid::from_u128(command)),
            body: BodyHash::of(body.as_bytes()),
        }
    }

    #[test]
    fn a_command_is_known_by_player_id_and_body() {
        let mut answers = Answers::default();
        answers.remember(&cause(1, 1, "a"), Seq(5));
        answers.remember(&cause(1, 1, "a"), Seq(6));
        assert_eq!(answers.look_up(&cause(1, 1, "a")), Known::Done(Seq(6)));
        assert_eq!(answers.look_up(&cause(1, 1, "b")), Known::Reused);
        assert_eq!(answers.look_up(&cause(2, 1, "a")), Known::New);
    }

    #[test]
    fn old_commands_and_silent_players_are_forgotten() {
        let mut answers = Answers::default();
        for (number, seq) in (0..=64).zip(1..) {
            answers.remember(&cause(1, number, ""), Seq(seq));
        }
        assert_eq!(answers.look_up(&cause(1, 0, "")), Known::New);
        assert_eq!(answers.look_up(&cause(1, 1, "")), Known::Done(Seq(2)));
        for player in 2..=65 {
            answers.remember(&cause(player, 1, ""), Seq(100));
        }
        assert_eq!(answers.look_up(&cause(1, 64, "")), Known::New);
        assert_eq!(answers.look_up(&cause(2, 1, "")), Known::Done(Seq(100)));
    }
}
