//! A whole match, from the first click to its record.

use std::collections::BTreeMap;

use boneyard_engine::Sheets;
use boneyard_protocol::fact::Fact;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{
    Ack, Command, CommandId, ErrorCode, Hello, LobbyCommand, MatchId, Position, QuickPlayAgainst,
    ServerMessage, TableCommand, TableId,
};

use crate::common::client::{Client, Received, hello};
use crate::common::http::get;
use crate::common::{TestServer, config};
use boneyard_server::Times;
use boneyard_server::config::{Config, ServerLimits};

/// What a player knows of the match.
#[derive(Default)]
pub(crate) struct PlayerView {
    seq: u64,
    pub(crate) now: Position,
    pub(crate) match_id: Option<MatchId>,
    commitments: Vec<String>,
    /// The entry in play, and this player's row while the player can see it.
    pub(crate) entry: Option<u32>,
    row: Vec<String>,
    /// The turn or pause that has been answered.
    answered: Option<(TablePhase, Option<u32>, usize)>,
}

impl PlayerView {
    /// Takes a message and checks that sequence numbers are contiguous.
    pub(crate) fn take(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Snapshot(snapshot) => {
                self.seq = snapshot.seq;
                self.now = snapshot.view.now;
                self.match_id = snapshot.view.match_id.or(self.match_id);
                if let Some(game) = snapshot.view.game {
                    let mine = snapshot.view.me.map(usize::from);
                    let hand = mine.and_then(|me| game.hands.get(me)?.tiles.clone());
                    self.entry = Some(game.entry);
                    let hand = hand.unwrap_or_default();
                    self.row = hand.iter().map(ToString::to_string).collect();
                    self.commitments = game.commitments;
                }
            }
            ServerMessage::Events(events) => {
                assert_eq!(events.seq, self.seq + 1, "a gap");
                self.seq += u64::try_from(events.facts.len()).unwrap();
                self.now = events.now;
                for fact in events.facts {
                    self.learn(fact);
                }
            }
            ServerMessage::Refused(refused) => panic!("refused: {refused:?}"),
            _ => {}
        }
    }

    fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::MatchStarted { match_id, .. } => {
                self.match_id = Some(match_id);
                self.commitments.clear();
            }
            Fact::Dealt {
                entry,
                commitment,
                hand,
                ..
            } => {
                self.commitments.push(commitment);
                self.entry = Some(entry);
                let hand = hand.unwrap_or_default();
                self.row = hand.iter().map(ToString::to_string).collect();
            }
            Fact::Void { commitment, .. } => self.commitments.push(commitment),
            _ => {}
        }
    }

    /// What this player must do now and has not done yet.
    pub(crate) fn duty(&mut self, table: TableId, me: u8) -> Option<Command> {
        let here = (self.now.phase, self.now.turn, self.commitments.len());
        if self.answered == Some(here) {
            return None;
        }
        let command = match self.now.phase {
            TablePhase::Playing if self.now.seat == Some(me) => TableCommand::Act {
                turn: self.now.turn,
                entry: None,
                action: self
                    .now
                    .legal
                    .first()
                    .expect("somebody on turn can do something")
                    .clone(),
                lengthwise: false,
            }
            .at(table),
            TablePhase::Arranging if self.now.awaiting.contains(&me) => TableCommand::Act {
                turn: None,
                entry: self.entry,
                action: format!("arrange {}", self.row.join(" ")),
                lengthwise: false,
            }
            .at(table),
            TablePhase::BetweenDeals => TableCommand::Ready.at(table),
            _ => return None,
        };
        // A drawn tile leaves the turn open, so in these phases only a new position is a new duty.
        let once = matches!(
            self.now.phase,
            TablePhase::BetweenDeals | TablePhase::Arranging
        );
        self.answered = once.then_some(here);
        Some(command)
    }
}

pub(crate) async fn quick_play(client: &mut Client, sheet: &str, seats: u8) -> Ack {
    let against = QuickPlayAgainst::Bots;
    let play = Command::Lobby(LobbyCommand::QuickPlay {
        sheet: Some(sheet.into()),
        against,
        seats: Some(seats),
    });
    client.ask(play).await.unwrap()
}

/// Fast enough for a client that does not think.
pub(crate) async fn quick_server() -> TestServer {
    let limits = ServerLimits {
        burst: 10_000,
        commands_per_second: 10_000,
        ..ServerLimits::default()
    };
    TestServer::with(Config { limits, ..config() }, Times::default()).await
}

/// Takes in one message and does what it asks for.
pub(crate) async fn step(client: &mut Client, seen: &mut PlayerView, table: TableId, me: u8) {
    let message = client.hear().await;
    let moves_on = matches!(
        message,
        ServerMessage::Snapshot(_) | ServerMessage::Events(_)
    );
    seen.take(message);
    if moves_on && let Some(command) = seen.duty(table, me) {
        client.command(command).await;
    }
}

pub(crate) async fn play_to_the_end(client: &mut Client, table: TableId, me: u8) -> PlayerView {
    let mut seen = PlayerView::default();
    while seen.now.phase != TablePhase::MatchOver {
        step(client, &mut seen, table, me).await;
    }
    seen
}

#[tokio::test]
async fn a_match_against_bots_is_played_to_its_record() {
    let server = quick_server().await;
    for sheet in Sheets::presets().iter() {
        let (sheet, seats) = (sheet.id.as_str(), u8::try_from(sheet.players.min).unwrap());
        let (mut client, _) = Client::enter(server.address()).await;
        let ack = quick_play(&mut client, sheet, seats).await;
        let (table, me) = (ack.table.unwrap(), ack.seat.unwrap());
        let seen = play_to_the_end(&mut client, table, me).await;
        let path = format!("/api/matches/{}", seen.match_id.expect("a match"));
        let record = get(server.address(), &path).await;
        assert_eq!(record.status, 200, "{sheet}");
        check_commitments(&record.json(), &seen.commitments);
        let text = get(server.address(), &format!("{path}?format=text")).await;
        assert!(
            text.text()
                .lines()
                .any(|line| line == format!("rules {sheet}")),
            "{}",
            text.text()
        );
        let report = boneyard_server::verify::verify(record.text(), &Sheets::presets()).unwrap();
        assert!(report.holds(), "{report}");
    }
}

/// The record's entries are those that were promised before they were played.
fn check_commitments(record: &serde_json::Value, promised: &[String]) {
    let deals = record["deals"].as_array().unwrap();
    let recorded: Vec<_> = deals
        .iter()
        .filter_map(|deal| deal["commitment"].as_str())
        .collect();
    assert_eq!(recorded, promised);
}

#[tokio::test]
async fn a_repeated_command_has_one_effect_and_another_body_none() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let id: CommandId = "0190e0c0-0000-7000-8000-000000000001".parse().unwrap();
    let play = |seats: u8| {
        format!(
            "{{\"type\":\"quick_play\",\"id\":\"{id}\",\"sheet\":\"kozel\",\"against\":\"bots\",\"seats\":{seats}}}"
        )
    };
    let mut tables = BTreeMap::new();
    for _ in 0..3 {
        client.say_text(&play(2)).await;
        let ack = loop {
            if let ServerMessage::Ack(ack) = client.hear().await {
                break ack;
            }
        };
        *tables.entry(ack.table).or_insert(0) += 1;
    }
    assert_eq!(tables.len(), 1, "{tables:?}");
    client.say_text(&play(3)).await;
    let refused = loop {
        if let ServerMessage::Refused(refused) = client.hear().await {
            break refused;
        }
    };
    assert_eq!(
        (refused.why.code, refused.id),
        (ErrorCode::IdReused, Some(id))
    );
}

#[tokio::test]
async fn a_reload_in_the_middle_loses_nothing() {
    let server = quick_server().await;
    let (mut client, welcome) = Client::enter(server.address()).await;
    let ack = quick_play(&mut client, "kozel", 2).await;
    let (table, me) = (ack.table.unwrap(), ack.seat.unwrap());
    let mut seen = PlayerView::default();
    while seen.seq < 20 {
        step(&mut client, &mut seen, table, me).await;
    }
    drop(client);
    let again = Hello {
        token: welcome.token,
        ..hello()
    };
    let (mut client, back) = Client::enter_as(server.address(), again).await;
    assert_eq!(
        back.seats
            .iter()
            .map(|seat| (seat.table, seat.seat))
            .collect::<Vec<_>>(),
        [(table, me)]
    );
    client
        .command(TableCommand::Resume { since: 0 }.at(table))
        .await;
    let seen = play_to_the_end(&mut client, table, me).await;
    assert!(seen.match_id.is_some());
}

#[tokio::test]
async fn watchers_see_no_hand_and_seats_only_their_own() {
    let server = quick_server().await;
    let (mut host, _) = Client::enter(server.address()).await;
    let create = r#"{"type":"create","id":"0190e0c0-0000-7000-8000-000000000002",
        "table":{"sheet":"kozel","seats":2,"bots":1}}"#;
    host.say_text(create).await;
    let table = loop {
        if let ServerMessage::Ack(ack) = host.hear().await {
            break ack.table.unwrap();
        }
    };
    let (mut watcher, _) = Client::enter(server.address()).await;
    watcher
        .ask(Command::Lobby(LobbyCommand::Watch {
            table: Some(table),
            code: None,
        }))
        .await
        .unwrap();
    for (client, me) in [(&mut host, Some(0)), (&mut watcher, None)] {
        let view = loop {
            match client.next().await {
                Received::Message(message) => {
                    if let ServerMessage::Snapshot(snapshot) = *message
                        && snapshot.view.game.is_some()
                    {
                        break snapshot.view;
                    }
                }
                Received::Closed(code) => panic!("closed {code:?}"),
            }
            client
                .command(TableCommand::Resume { since: 0 }.at(table))
                .await;
        };
        assert_eq!(view.me, me);
        for (seat, hand) in view.game.unwrap().hands.iter().enumerate() {
            assert_eq!(
                hand.tiles.is_some(),
                me.is_some_and(|me| usize::from(me) == seat)
            );
        }
    }
}
