//! What a host may ask for.

/// An action of the host's API: the last part of `/api/admin/ACTION`. The table in [`super`] says what each takes
/// and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminAction {
    /// How the server stands.
    State,
    /// The open tables.
    Tables,
    /// Who is connected, or has a seat.
    Players,
    /// Close a table.
    Close,
    /// Show a player out.
    Kick,
    /// Keep a player, or an address, out.
    Ban,
    /// Let somebody in again.
    Unban,
    /// Everybody who is kept out.
    Bans,
    /// Say something to everybody.
    Announce,
    /// End the server after a time, or call that off.
    Drain,
    /// Write a backup.
    Backup,
    /// The backups that are there.
    Backups,
    /// Put a backup in the place of everything.
    Restore,
    /// Look whether the data folder is well.
    Check,
    /// Make an identity for a bot.
    BotToken,
    /// What players have reported.
    Reports,
}

impl AdminAction {
    /// All that there are.
    pub const ALL: [Self; 16] = [
        Self::State,
        Self::Tables,
        Self::Players,
        Self::Close,
        Self::Kick,
        Self::Ban,
        Self::Unban,
        Self::Bans,
        Self::Announce,
        Self::Drain,
        Self::Backup,
        Self::Backups,
        Self::Restore,
        Self::Check,
        Self::BotToken,
        Self::Reports,
    ];

    /// The action of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// As it stands in the path.
    pub const fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Tables => "tables",
            Self::Players => "players",
            Self::Close => "close",
            Self::Kick => "kick",
            Self::Ban => "ban",
            Self::Unban => "unban",
            Self::Bans => "bans",
            Self::Announce => "announce",
            Self::Drain => "drain",
            Self::Backup => "backup",
            Self::Backups => "backups",
            Self::Restore => "restore",
            Self::Check => "check",
            Self::BotToken => "bot_token",
            Self::Reports => "reports",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_found_by_its_name_and_nothing_else_is() {
        for action in AdminAction::ALL {
            assert_eq!(AdminAction::named(action.name()), Some(action));
        }
        assert_eq!(AdminAction::named("State"), None);
    }
}
