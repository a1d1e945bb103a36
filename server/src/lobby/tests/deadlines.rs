//! A command that was read in time counts, however late its table gets to it.

use boneyard_protocol::ErrorCode;

use super::*;

/// A second more than a turn may take.
const TOO_LONG: Duration = Duration::from_secs(31);

#[tokio::test(start_paused = true)]
async fn an_action_that_was_read_in_time_is_not_beaten_by_the_clock() {
    let server = TestServer::new().await;
    let (mut on_turn, _other, table) = on_turn_and_other(&server).await;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    on_turn.say(id, action);
    // The table gets to it only now.
    tokio::time::advance(TOO_LONG).await;
    on_turn.answered(id).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_player_who_comes_or_goes_before_the_table_looks_does_not_make_it_late() {
    let server = TestServer::new().await;
    let (mut on_turn, other, table) = on_turn_and_other(&server).await;
    let Caller { player, connection } = &other.caller;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    server.lobby.disconnected(player.id, *connection);
    on_turn.say(id, action);
    let _back = server.hello(u8::try_from(player.id.0.as_u128()).unwrap() - 1, 77);
    tokio::time::advance(TOO_LONG).await;
    on_turn.answered(id).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_action_that_was_read_too_late_is_stale() {
    let server = TestServer::new().await;
    let (mut on_turn, _other, table) = on_turn_and_other(&server).await;
    let action = on_turn.answer(table).unwrap();
    tokio::time::advance(TOO_LONG).await;
    let why = on_turn.ask(action).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::Stale);
}
