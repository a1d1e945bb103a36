//! Which table a command has led to, so that a repetition leads there again.
//!
//! For each table as much is kept as the table itself remembers: the newest commands of the players who came last. A
//! player who keeps asking pushes out their own oldest commands first.

use std::collections::{HashMap, VecDeque};

use boneyard_protocol::limits::REMEMBERED_COMMANDS;
use boneyard_protocol::{CommandId, PlayerId, TableId};

use boneyard_store::{BodyHash, Cause};

/// How many players' commands are remembered for one table.
const REMEMBERED_PLAYERS: usize = 64;

/// The id was used for another command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lobby) struct OtherBody;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Routes {
    routes: HashMap<(PlayerId, CommandId), (BodyHash, TableId)>,
    /// The commands of each table by player: the oldest player first, and of each player the oldest command first.
    of_tables: HashMap<TableId, VecDeque<(PlayerId, VecDeque<CommandId>)>>,
}

impl Routes {
    /// Remembers which table a command has led to.
    pub(super) fn add(&mut self, cause: &Cause, table: TableId) {
        let Cause {
            player,
            command,
            body,
        } = *cause;
        if self
            .routes
            .insert((player, command), (body, table))
            .is_some()
        {
            return;
        }
        let players = self.of_tables.entry(table).or_default();
        let mut forgotten = Vec::new();
        match players.iter_mut().find(|(of, _)| *of == player) {
            Some((_, commands)) => {
                commands.push_back(command);
                if commands.len() > REMEMBERED_COMMANDS {
                    forgotten.extend(commands.pop_front().map(|oldest| (player, oldest)));
                }
            }
            None => {
                players.push_back((player, VecDeque::from([command])));
                if players.len() > REMEMBERED_PLAYERS
                    && let Some((oldest, commands)) = players.pop_front()
                {
                    forgotten.extend(commands.into_iter().map(|command| (oldest, command)));
                }
            }
        }
        for key in forgotten {
            self.routes.remove(&key);
        }
    }

    /// Which table a command has led to before.
    pub(super) fn find(&self, cause: &Cause) -> Option<Result<TableId, OtherBody>> {
        let (body, table) = self.routes.get(&(cause.player, cause.command))?;
        Some(if *body == cause.body {
            Ok(*table)
        } else {
            Err(OtherBody)
        })
    }

    /// Forgets all commands that led to a table.
    pub(super) fn forget(&mut self, table: TableId) {
        for (player, commands) in self.of_tables.remove(&table).unwrap_or_default() {
            for command in commands {
                self.routes.remove(&(player, command));
            }
        }
    }

    /// How many commands are remembered.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.routes.len()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn cause(player: u128, command: u128) -> Cause {
        Cause {
            player: PlayerId(Uuid::from_u128(player)),
            command: CommandId(Uuid::from_u128(command)),
            body: BodyHash::of(b"quick"),
        }
    }

    #[test]
    fn a_player_who_keeps_asking_pushes_out_their_own_oldest_commands() {
        let mut routes = Routes::default();
        let table = TableId(Uuid::from_u128(9));
        routes.add(&cause(1, 0), table);
        for command in 0..=64 {
            routes.add(&cause(2, command), table);
            routes.add(&cause(2, command), table);
        }
        assert_eq!(routes.find(&cause(2, 0)), None);
        assert_eq!(routes.find(&cause(2, 1)), Some(Ok(table)));
        assert_eq!(routes.find(&cause(1, 0)), Some(Ok(table)));
        assert_eq!(routes.count(), 65);
    }

    #[test]
    fn a_crowd_is_forgotten_from_its_front_and_a_table_as_a_whole() {
        let mut routes = Routes::default();
        let (table, other) = (TableId(Uuid::from_u128(9)), TableId(Uuid::from_u128(8)));
        routes.add(&cause(1_000, 1), other);
        for player in 0..=64 {
            routes.add(&cause(player, 1), table);
        }
        assert_eq!(routes.find(&cause(0, 1)), None);
        assert_eq!(routes.find(&cause(64, 1)), Some(Ok(table)));
        routes.forget(table);
        assert_eq!(routes.count(), 1);
        let reused = Cause {
            body: BodyHash::of(b"another"),
            ..cause(1_000, 1)
        };
        assert_eq!(routes.find(&reused), Some(Err(OtherBody)));
    }
}
