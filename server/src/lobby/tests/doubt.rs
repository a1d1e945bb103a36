//! A command that was refused because the journal did not answer, and that has become fact nevertheless.

use boneyard_protocol::ErrorCode;

use super::journal::{Reading, UnreliableJournal};
use super::*;

#[tokio::test(start_paused = true)]
async fn a_player_seated_in_spite_of_a_refusal_is_shown_the_table_as_soon_as_it_knows() {
    let store = MemoryStore::new();
    let journal = UnreliableJournal::new(store.clone());
    let clock = Arc::new(SystemClock::new());
    let dealer = Arc::new(SeededDealer::new(1));
    let server = TestServer::open_on(store, journal.clone(), clock, dealer, 3).await;
    let mut opener = server.hello(1, 1);
    let request = json!({"seats": 3, "private": false});
    let table = opener.ask(create(request)).await.unwrap().table.unwrap();
    let mut late = server.hello(2, 2);
    for (reading, comes_back) in [
        (Reading::Works, false),
        (Reading::Fails, false),
        (Reading::Fails, true),
    ] {
        journal.lose_next_answer();
        journal.set_reading(reading);
        let why = late.ask(TableCommand::Sit { seat: None }.at(table)).await;
        assert_eq!(why.unwrap_err().why.code, ErrorCode::StorageUnavailable);
        // Long enough for the table to try again.
        tokio::time::sleep(Duration::from_secs(5)).await;
        if comes_back {
            late = server.hello(2, 3);
        }
        journal.set_reading(Reading::Works);
        assert_eq!(late.snapshot().await.view.me, Some(1));
        late.ask(TableCommand::Leave.at(table)).await.unwrap();
    }
    // A player who is away is shown the seat on coming back.
    journal.lose_next_answer();
    let why = late.ask(TableCommand::Sit { seat: None }.at(table)).await;
    assert_eq!(why.unwrap_err().why.code, ErrorCode::StorageUnavailable);
    let Caller { player, connection } = &late.caller;
    server.lobby.disconnected(player.id, *connection);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let late = server.hello(2, 4);
    let seats = server.lobby.connected(&late.caller, &late.outbox);
    assert_eq!(seats.len(), 1, "{seats:?}");
}
