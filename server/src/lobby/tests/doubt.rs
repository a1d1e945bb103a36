//! A command that was refused because the journal did not answer, and that has become fact all the same.

use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_protocol::ErrorCode;

use super::*;
use boneyard_store::{Answer, Append, AppendError, JournalRecord, ReadError, Recovered, Seq};

/// A journal that writes and keeps silent about it, and cannot be read, while it is told so.
struct Silent {
    store: MemoryStore,
    loses_answers: AtomicBool,
    is_unreadable: AtomicBool,
}

impl Journal for Silent {
    fn append(&self, append: Append) -> Answer<Result<Vec<JournalRecord>, AppendError>> {
        let done = self.store.append(append);
        let loses = self.loses_answers.swap(false, Ordering::Relaxed);
        Box::pin(async move {
            let done = done.await;
            if loses {
                Err(AppendError::Unavailable)
            } else {
                done
            }
        })
    }

    fn read(&self, table: TableId, from: Seq) -> Answer<Result<Vec<JournalRecord>, ReadError>> {
        if self.is_unreadable.load(Ordering::Relaxed) {
            return Box::pin(std::future::ready(Err(ReadError::Unavailable)));
        }
        self.store.read(table, from)
    }

    fn load_all(&self) -> Answer<Result<Vec<Recovered>, ReadError>> {
        self.store.load_all()
    }

    fn shut_down(&self) -> Answer<()> {
        self.store.shut_down()
    }
}

#[tokio::test(start_paused = true)]
async fn who_has_got_a_seat_in_spite_of_a_refusal_is_shown_the_table_as_soon_as_it_knows() {
    let store = MemoryStore::new();
    let journal = Arc::new(Silent {
        store: store.clone(),
        loses_answers: AtomicBool::new(false),
        is_unreadable: AtomicBool::new(false),
    });
    let clock = Arc::new(SystemClock::new());
    let dealer = Arc::new(SeededDealer::new(1));
    let server = TestServer::open_on(store, journal.clone(), clock, dealer, 3).await;
    let mut host = server.hello(1, 1);
    let request = json!({"seats": 3, "private": false});
    let table = host.ask(create(request)).await.unwrap().table.unwrap();
    let mut late = server.hello(2, 2);
    for (is_readable, comes_back) in [(true, false), (false, false), (false, true)] {
        journal.loses_answers.store(true, Ordering::Relaxed);
        journal.is_unreadable.store(!is_readable, Ordering::Relaxed);
        let why = late.ask(TableCommand::Sit { seat: None }.at(table)).await;
        assert_eq!(why.unwrap_err().why.code, ErrorCode::StorageUnavailable);
        // Until the table has tried again, and longer.
        tokio::time::sleep(Duration::from_secs(5)).await;
        if comes_back {
            late = server.hello(2, 3);
        }
        journal.is_unreadable.store(false, Ordering::Relaxed);
        assert_eq!(late.snapshot().await.view.me, Some(1));
        late.ask(TableCommand::Leave.at(table)).await.unwrap();
    }
    // A player who is away is shown it on coming back.
    journal.loses_answers.store(true, Ordering::Relaxed);
    let why = late.ask(TableCommand::Sit { seat: None }.at(table)).await;
    assert_eq!(why.unwrap_err().why.code, ErrorCode::StorageUnavailable);
    let Caller { player, connection } = &late.caller;
    server.lobby.disconnected(player.id, *connection);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let late = server.hello(2, 4);
    let seats = server.lobby.connected(&late.caller, &late.outbox);
    assert_eq!(seats.len(), 1, "{seats:?}");
}
