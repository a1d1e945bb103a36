//! An identity moves to another device, once.

use std::time::Duration;

use boneyard_protocol::Refused;
use boneyard_protocol::limits::TRANSFER_MS;

use super::guesses::turned_away;
use super::tabs::{last_words, replaced};
use super::*;

/// The code with which another device takes over.
async fn offer(person: &mut Person) -> String {
    let ack = person.ask(json!({"type": "transfer"})).await.unwrap();
    assert_eq!((ack.table, ack.seat, ack.seq), (None, None, None));
    ack.code.expect("a code").to_string()
}

async fn arrive(server: &Server, code: &str) -> Person {
    Person::enter_with(server, json!({ "transfer": code })).await
}

/// Says hello with a bad code and returns the error and the close code.
async fn refused(server: &Server, code: &str) -> (ErrorCode, CloseCode) {
    let mut peer = Peer::connect(server, 8);
    peer.say(&hello(json!({ "transfer": code }))).await;
    let ServerMessage::Refused(Refused { why, .. }) = peer.message().await else {
        panic!("not refused: {code}")
    };
    let Outbound::Close(close) = peer.frame().await.1 else {
        panic!("not closed: {code}")
    };
    peer.session.await.unwrap();
    (why.code, close)
}

const NO_SUCH_CODE: (ErrorCode, CloseCode) = (ErrorCode::NoSuchCode, CloseCode::BadHello);

#[tokio::test(start_paused = true)]
async fn name_seat_and_hand_move_in_a_running_match() {
    let World {
        server,
        mut owner,
        table,
        seat,
        ..
    } = World::new().await;
    let old = owner.token();
    owner
        .ask(json!({"type": "rename", "name": "Anna"}))
        .await
        .unwrap();
    let code = offer(&mut owner).await;
    let spelled = format!("{} {}", &code[..5].to_lowercase(), &code[5..]);
    let fields = json!({"transfer": spelled, "name": "Somebody", "token": old});
    let mut newer = Person::enter_with(&server, fields).await;

    let end = [replaced(), Outbound::Close(CloseCode::Replaced)];
    assert!(last_words(owner).await.ends_with(&end));
    assert_eq!(
        newer.welcome.player.name, "Anna",
        "the player keeps the name"
    );
    let seats = &newer.welcome.seats;
    assert_eq!((seats[0].table, seats[0].seat), (table, seat));
    newer
        .ask(json!({"type": "resume", "table": table, "since": 0}))
        .await
        .unwrap();
    let view = newer.snapshot().await.view;
    let hand = &view.game.unwrap().hands[usize::from(seat)];
    assert!(hand.tiles.is_some(), "the player sees the hand");
    let (turn, action) = (view.now.turn, &view.now.legal[0]);
    let act = json!({"type": "act", "table": table, "turn": turn, "action": action});
    newer.ask(act).await.unwrap();

    assert_eq!(turned(&server, &old).await, BAD_TOKEN);
    let (token, player) = (newer.token(), newer.welcome.player.id);
    newer.go().await;
    let again = Person::enter(&server, Some(&token)).await;
    assert_eq!(again.welcome.player.id, player);
    assert_eq!(again.welcome.token, None);
}

#[tokio::test(start_paused = true)]
async fn a_code_is_good_once_and_only_the_newest() {
    let server = server().await;
    let mut owner = Person::enter(&server, None).await;
    let player = owner.welcome.player.id;
    let withdrawn = offer(&mut owner).await;
    let code = offer(&mut owner).await;
    assert_eq!(refused(&server, &withdrawn).await, NO_SUCH_CODE);
    let newer = arrive(&server, &code).await;
    assert_eq!(newer.welcome.player.id, player);
    assert_eq!(refused(&server, &code).await, NO_SUCH_CODE);
    assert!(
        !newer.peer.session.is_finished(),
        "a code that is used up disturbs nobody"
    );
}

const BAD_TOKEN: (ErrorCode, CloseCode) = (ErrorCode::BadToken, CloseCode::BadToken);

/// Says hello with a wrong token and returns the error and the close code.
async fn turned(server: &Server, token: &str) -> (ErrorCode, CloseCode) {
    let (refusal, close) = turned_away(server, token).await;
    (refusal.why.code, close)
}

#[tokio::test(start_paused = true)]
async fn a_player_who_may_not_have_read_the_new_token_is_let_in_by_the_old_one() {
    let server = server().await;
    let mut owner = Person::enter(&server, None).await;
    let (player, old) = (owner.welcome.player.id, owner.token());
    let code = offer(&mut owner).await;
    // The server cannot know whether the welcome arrived before the connection was lost.
    let lost = arrive(&server, &code).await;
    let lost_token = lost.token();
    lost.go().await;
    assert_eq!(refused(&server, &code).await, NO_SUCH_CODE, "once is once");

    let mut owner = Person::enter(&server, Some(&old)).await;
    assert_eq!(owner.welcome.player.id, player);
    let code = offer(&mut owner).await;
    let newer = arrive(&server, &code).await;
    assert_eq!(newer.welcome.player.id, player);
    assert_eq!(turned(&server, &lost_token).await, BAD_TOKEN);
    newer.peer.say(r#"{"type":"heartbeat"}"#).await;
    newer.peer.all_taken().await;
    assert_eq!(
        turned(&server, &old).await,
        BAD_TOKEN,
        "the player has spoken"
    );
    assert!(!newer.peer.session.is_finished());
}

#[tokio::test(start_paused = true)]
async fn the_new_token_is_good_at_once_and_its_use_ends_the_old_one() {
    let server = server().await;
    let mut owner = Person::enter(&server, None).await;
    let (player, old) = (owner.welcome.player.id, owner.token());
    let code = offer(&mut owner).await;
    let silent = arrive(&server, &code).await;
    let new = silent.token();
    silent.go().await;
    let again = Person::enter(&server, Some(&new)).await;
    assert_eq!(again.welcome.player.id, player);
    assert_eq!(turned(&server, &old).await, BAD_TOKEN);
    again.go().await;
    let again = Person::enter(&server, Some(&new)).await;
    assert_eq!(again.welcome.player.id, player);
}

#[tokio::test(start_paused = true)]
async fn a_code_is_good_for_its_time_also_when_its_owner_is_gone() {
    let server = server().await;
    let mut codes = Vec::new();
    for _ in 0..2 {
        let mut owner = Person::enter(&server, None).await;
        codes.push(offer(&mut owner).await);
        owner.go().await;
    }
    tokio::time::advance(Duration::from_millis(TRANSFER_MS - 1_000)).await;
    arrive(&server, &codes[0]).await.go().await;
    tokio::time::advance(Duration::from_millis(1_000)).await;
    assert_eq!(refused(&server, &codes[1]).await, NO_SUCH_CODE);
}

#[tokio::test(start_paused = true)]
async fn every_try_costs_as_much_as_a_new_player() {
    // One of the four is the owner.
    let server = server_with(&["--new-players-per-minute", "4"]).await;
    let mut owner = Person::enter(&server, None).await;
    let code = offer(&mut owner).await;
    let join_code = "2".repeat(12);
    for wrong in ["", "ABCDE", &join_code] {
        assert_eq!(refused(&server, wrong).await, NO_SUCH_CODE);
    }
    let too_many = (ErrorCode::RateLimited, CloseCode::Flood);
    assert_eq!(refused(&server, &join_code).await, too_many);
    assert_eq!(refused(&server, &code).await, too_many);
    tokio::time::advance(Duration::from_secs(60)).await;
    arrive(&server, &code).await;
}

#[tokio::test(start_paused = true)]
async fn of_two_devices_one_becomes_the_player() {
    let server = server().await;
    let mut owner = Person::enter(&server, None).await;
    let code = offer(&mut owner).await;
    let mut devices = [Peer::connect(&server, 8), Peer::connect(&server, 8)];
    for device in &devices {
        device.say(&hello(json!({ "transfer": code }))).await;
    }
    let mut answers = Vec::new();
    for device in &mut devices {
        let message = device.message().await;
        if let ServerMessage::Welcome(welcome) = message {
            answers.push(Ok(welcome.player.id));
        } else if let ServerMessage::Refused(refused) = message {
            answers.push(Err(refused.why.code));
        } else {
            panic!("neither let in nor refused: {message:?}");
        }
    }
    answers.sort_by_key(Result::is_err);
    let player = owner.welcome.player.id;
    assert_eq!(answers, [Ok(player), Err(ErrorCode::NoSuchCode)]);
}
