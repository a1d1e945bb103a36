//! Knowing a player's id, the table's code, or almost the token, gives no access to the seat.

mod guesses;
mod tabs;
mod transfer;

use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{Fact, JoinCode, MySeat, TableId};
use serde_json::{Value, json};

use super::person::{Person, hello};
use super::*;
use guesses::{guesses, turned_away};

/// A private table of two where a match runs, and a stranger.
struct World {
    server: Server,
    /// The owner is on turn.
    owner: Person,
    friend: Person,
    stranger: Person,
    table: TableId,
    code: JoinCode,
    /// The owner's seat.
    seat: u8,
}

impl World {
    async fn new() -> Self {
        let server = server().await;
        let mut one = Person::enter(&server, None).await;
        let mut two = Person::enter(&server, None).await;
        let stranger = Person::enter(&server, None).await;
        let request = json!({"sheet": "kozel", "seats": 2, "private": true});
        let opened = one.ask(json!({"type": "create", "table": request})).await;
        let opened = opened.unwrap();
        let (table, code) = (opened.table.unwrap(), opened.code.unwrap());
        two.ask(json!({"type": "join", "code": code}))
            .await
            .unwrap();
        for person in [&mut one, &mut two] {
            let ready = json!({"type": "ready", "table": table});
            person.ask(ready).await.unwrap();
        }
        for person in [&mut one, &mut two] {
            if person.now.seat.is_none() {
                person.until(|person, _| person.now.seat.is_some()).await;
            }
        }
        let seat = one.now.seat.unwrap();
        let (owner, friend) = if seat == 0 { (one, two) } else { (two, one) };
        Self {
            server,
            owner,
            friend,
            stranger,
            table,
            code,
            seat,
        }
    }

    /// The owner's connection is lost, and the friend sees it. Returns the token and the public id, too.
    async fn lose_owner(self) -> (Lonely, String, String) {
        let (token, player) = (self.owner.token(), self.owner.welcome.player.id);
        self.owner.go().await;
        let mut lonely = Lonely {
            server: self.server,
            friend: self.friend,
            stranger: self.stranger,
            table: self.table,
            code: self.code,
            seat: self.seat,
        };
        let is_away = |message: &ServerMessage| {
            matches!(message, ServerMessage::Presence { here: false, .. })
        };
        lonely.friend.until(|_, message| is_away(message)).await;
        (lonely, token, player.to_string())
    }
}

/// The same without the owner.
struct Lonely {
    server: Server,
    friend: Person,
    stranger: Person,
    table: TableId,
    code: JoinCode,
    seat: u8,
}

impl Lonely {
    /// The owner comes back with the token and finds the seat and the hand.
    async fn bring_back(&self, token: &str) -> Person {
        let mut owner = Person::enter(&self.server, Some(token)).await;
        let expected = MySeat {
            table: self.table,
            code: self.code.clone(),
            seat: self.seat,
            sheet: "kozel".to_owned(),
            waiting: true,
        };
        assert_eq!(owner.welcome.seats, [expected]);
        let resume = json!({"type": "resume", "table": self.table, "since": 0});
        owner.ask(resume).await.unwrap();
        let view = owner.snapshot().await.view;
        assert_eq!(view.me, Some(self.seat));
        let hand = &view.game.unwrap().hands[usize::from(self.seat)];
        assert!(hand.tiles.is_some(), "the owner sees the hand");
        owner
    }

    /// A hundred wrong tokens.
    async fn attack(&mut self, token: &str, player: &str) {
        let guesses = guesses(token, player, &self.code, self.table);
        for guess in guesses.iter().cycle().take(100) {
            let (refusal, _) = turned_away(&self.server, guess).await;
            assert_eq!(refusal.why.code, ErrorCode::BadToken, "{guess}");
        }
    }

    /// Commands that somebody who only knows the table's id may not give.
    fn commands(&self, player: &str) -> Vec<Value> {
        let (table, seat) = (self.table, self.seat);
        vec![
            json!({"type": "resume", "table": table, "since": 1, "player": player}),
            json!({"type": "act", "table": table, "turn": 1, "action": "draw", "seat": seat}),
            json!({"type": "absence", "table": table, "turn": 1, "choice": "bot"}),
            json!({"type": "leave", "table": table, "player": player, "seat": seat}),
            json!({"type": "sit", "table": table, "seat": seat}),
        ]
    }
}

/// Whether strangers attack the owner's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    Quiet,
    Attacked,
}

/// The friend's frames, with their times, from the loss of the owner until the owner is back.
async fn frames_of_the_friend(attack: Attack) -> Vec<(u128, Outbound)> {
    let (mut lonely, token, player) = World::new().await.lose_owner().await;
    if attack == Attack::Attacked {
        lonely.attack(&token, &player).await;
        let commands = lonely.commands(&player);
        for command in commands.iter().cycle().take(100) {
            let why = lonely.stranger.refused(command.clone()).await;
            assert_eq!(why, ErrorCode::NoSuchTable, "{command}");
        }
    }
    lonely
        .friend
        .until(|friend, _| friend.now.absence.is_some())
        .await;
    if attack == Attack::Attacked {
        lonely.attack(&token, &player).await;
    }
    let mut owner = lonely.bring_back(&token).await;
    lonely
        .friend
        .until(|friend, _| friend.now.absence.is_none())
        .await;
    assert_eq!(lonely.friend.now.phase, TablePhase::Playing);
    let now = &owner.now;
    let action = now.legal.first().expect("it is the owner's turn");
    let act = json!({"type": "act", "table": lonely.table, "turn": now.turn, "action": action});
    owner.ask(act).await.unwrap();
    // Ids of tables hold the time of day.
    let table = lonely.table.to_string();
    let settle = |frame| match frame {
        Outbound::Text(text) => Outbound::Text(text.replace(&table, "TABLE").into()),
        _ => frame,
    };
    let frames = lonely.friend.frames.into_iter();
    frames.map(|(at, frame)| (at, settle(frame))).collect()
}

#[tokio::test(start_paused = true)]
async fn whatever_strangers_try_while_the_owner_is_away_the_table_sees_the_same_to_the_millisecond()
{
    let quiet = frames_of_the_friend(Attack::Quiet).await;
    let attacked = frames_of_the_friend(Attack::Attacked).await;
    assert!(quiet.len() > 10, "{quiet:?}");
    assert_eq!(quiet, attacked);
}

#[tokio::test(start_paused = true)]
async fn a_players_id_and_a_tables_id_are_no_credentials() {
    let (lonely, token, player) = World::new().await.lose_owner().await;
    let claims = json!({"player": player, "seats": [{"table": lonely.table, "seat": lonely.seat}]});
    let mut claimant = Person::enter_with(&lonely.server, claims).await;
    assert_ne!(claimant.welcome.player.id.to_string(), player);
    assert_eq!(claimant.welcome.seats, []);
    for command in lonely.commands(&player) {
        assert_eq!(claimant.refused(command).await, ErrorCode::NoSuchTable);
    }
    lonely.bring_back(&token).await;
}

#[tokio::test(start_paused = true)]
async fn the_code_of_a_full_table_gives_no_seat_and_no_hand() {
    let (mut lonely, token, player) = World::new().await.lose_owner().await;
    let (code, seat) = (lonely.code.clone(), lonely.seat);
    let join = |seat: Option<u8>| json!({"type": "join", "code": code, "seat": seat});
    let stranger = &mut lonely.stranger;
    assert_eq!(stranger.refused(join(None)).await, ErrorCode::TableFull);
    assert_eq!(
        stranger.refused(join(Some(seat))).await,
        ErrorCode::SeatTaken
    );
    // The code of a table that is open to watchers lets anybody watch, and nothing more.
    let watch = json!({"type": "watch", "code": code});
    assert_eq!(stranger.ask(watch).await.unwrap().seat, None);
    let view = stranger.snapshot().await.view;
    assert_eq!((view.me, view.code), (None, None));
    let hands = view.game.unwrap().hands;
    assert!(hands.iter().all(|hand| hand.tiles.is_none()), "{hands:?}");
    let table = lonely.table;
    for command in [
        json!({"type": "act", "table": table, "turn": view.now.turn, "action": "draw", "player": player}),
        json!({"type": "ready", "table": table, "seat": seat}),
        json!({"type": "absence", "table": table, "turn": view.now.turn, "choice": "end"}),
        json!({"type": "auto_pass", "table": table, "on": true, "seat": seat}),
        json!({"type": "rematch", "table": table}),
    ] {
        let why = lonely.stranger.refused(command.clone()).await;
        assert_eq!(why, ErrorCode::NotSeated, "{command}");
    }
    // A stranger's `leave` does not concern the owner's seat.
    let leave = json!({"type": "leave", "table": table, "player": player, "seat": seat});
    lonely.stranger.ask(leave).await.unwrap();
    lonely.bring_back(&token).await;
    let left = |message: &ServerMessage| {
        let ServerMessage::Events(events) = message else {
            return false;
        };
        let mut facts = events.facts.iter();
        facts.any(|fact| matches!(fact, Fact::Left { .. }))
    };
    let frames = lonely.friend.frames.iter();
    let mut messages = frames.filter_map(|(_, frame)| match frame {
        Outbound::Text(text) => Some(serde_json::from_str(text).unwrap()),
        _ => None,
    });
    assert!(!messages.any(|message| left(&message)));
}
