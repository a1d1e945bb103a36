//! Bans and admissions in the database.

use boneyard_protocol::PlayerId;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _};
use uuid::Uuid;

use super::insert::integer;
use super::read::{decode, number};
use crate::UnixMillis;
use crate::bans::{AccessChange, BanTarget, KEPT, Mark, StoredBan};

/// Keeps a change.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    change: &AccessChange,
) -> Result<(), sqlx::Error> {
    match change {
        AccessChange::Ban(ban) => add_ban(connection, ban).await,
        AccessChange::Unban(number) => {
            let ban = sqlx::query("DELETE FROM ban WHERE id = ?").bind(integer(*number));
            ban.execute(connection).await.map(drop)
        }
        AccessChange::Admit { player, mark } => {
            sqlx::query("INSERT OR REPLACE INTO admission (player, mark) VALUES (?,?)")
                .bind(player.0.as_bytes().as_slice())
                .bind(mark.as_slice())
                .execute(connection)
                .await
                .map(drop)
        }
    }
}

/// Bans that have ended go when another is made.
async fn add_ban(connection: &mut SqliteConnection, ban: &StoredBan) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM ban WHERE until <= ?")
        .bind(integer(ban.at.0))
        .execute(&mut *connection)
        .await?;
    let (player, address) = match &ban.who {
        BanTarget::Player(player) => (Some(player.0.as_bytes().to_vec()), None),
        BanTarget::Network(network) => (None, Some(network.as_str())),
    };
    sqlx::query("INSERT INTO ban (id, player, address, reason, at, until) VALUES (?,?,?,?,?,?)")
        .bind(integer(ban.number))
        .bind(player)
        .bind(address)
        .bind(ban.reason.as_str())
        .bind(integer(ban.at.0))
        .bind(ban.until.map(|until| integer(until.0)))
        .execute(connection)
        .await
        .map(drop)
}

/// Every ban, by number.
pub(super) async fn bans(pool: &SqlitePool) -> Result<Vec<StoredBan>, sqlx::Error> {
    let query =
        format!("SELECT id, player, address, reason, at, until FROM ban ORDER BY id LIMIT {KEPT}");
    sqlx::query(AssertSqlSafe(query))
        .try_map(|row| read(&row))
        .fetch_all(pool)
        .await
}

fn read(row: &SqliteRow) -> Result<StoredBan, sqlx::Error> {
    let player: Option<&[u8]> = row.try_get(1)?;
    let address: Option<&str> = row.try_get(2)?;
    let who = match (player, address) {
        (Some(player), _) => {
            let id = Uuid::from_slice(player).map_err(|error| decode(1, error))?;
            BanTarget::Player(PlayerId(id))
        }
        (None, Some(address)) => BanTarget::Network(address.to_owned()),
        (None, None) => return Err(sqlx::Error::RowNotFound),
    };
    let until: Option<i64> = row.try_get(5)?;
    Ok(StoredBan {
        number: number(row.try_get(0)?),
        who,
        reason: row.try_get(3)?,
        at: UnixMillis(number(row.try_get(4)?)),
        until: until.map(|until| UnixMillis(number(until))),
    })
}

/// The mark of the password that a player knew last.
pub(super) async fn admission(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<Mark>, sqlx::Error> {
    sqlx::query("SELECT mark FROM admission WHERE player = ?")
        .bind(player.0.as_bytes().as_slice())
        .try_map(|row: SqliteRow| {
            let mark: &[u8] = row.try_get(0)?;
            mark.try_into().map_err(|error| decode(0, error))
        })
        .fetch_optional(pool)
        .await
}
