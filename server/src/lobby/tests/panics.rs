//! A table's task that panics while it handles a command: every command is answered, and the table goes on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use boneyard_protocol::ErrorCode;

use super::journal::{Reading, UnreliableJournal};
use super::*;
use crate::clock::{Moment, SystemClock};
use crate::dealer::{NoEntropy, SealedEntry};
use boneyard_store::memory::Storage;

/// A clock that can be made to panic the next time it is read.
#[derive(Debug)]
struct Treacherous {
    clock: SystemClock,
    falls: AtomicBool,
}

impl Clock for Treacherous {
    fn now(&self) -> Moment {
        assert!(
            !self.falls.swap(false, Ordering::Relaxed),
            "the clock falls"
        );
        self.clock.now()
    }
}

/// A server on such a clock and an unreliable journal.
struct Fragile {
    server: TestServer,
    clock: Arc<Treacherous>,
    journal: Arc<UnreliableJournal>,
}

impl Fragile {
    async fn new() -> Self {
        let store = MemoryStore::new();
        let clock = Arc::new(Treacherous {
            clock: SystemClock::new(),
            falls: AtomicBool::new(false),
        });
        let journal = UnreliableJournal::new(store.clone());
        let dealer = Arc::new(SeededDealer::new(1));
        let server = TestServer::open_on(store, journal.clone(), clock.clone(), dealer, 3).await;
        Self {
            server,
            clock,
            journal,
        }
    }

    /// The next caller that asks for the time panics.
    fn fall(&self) {
        self.clock.falls.store(true, Ordering::Relaxed);
    }

    /// Sends a command without reading the table's clock.
    fn say(&self, guest: &Guest, id: CommandId, command: Command) {
        let received = self.clock.clock.now().mono;
        self.server
            .lobby
            .handle(&guest.caller, id, command, received);
    }

    /// Lets every table do what it can.
    async fn settle() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_while_a_command_becomes_durable_does_not_keep_its_answer_back() {
    let fragile = Fragile::new().await;
    let (mut on_turn, other, table) = on_turn_and_other(&fragile.server).await;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    fragile.journal.hold();
    fragile.say(&on_turn, id, action);
    Fragile::settle().await;
    fragile.fall();
    fragile.say(
        &other,
        CommandId(Uuid::from_u128(9)),
        TableCommand::Ready.at(table),
    );
    Fragile::settle().await;
    fragile.journal.release();
    let ack = on_turn.answered(id).await.unwrap();
    assert_eq!(ack.seq.map(|seq| seq > 0), Some(true), "the first answer");
}

#[tokio::test(start_paused = true)]
async fn a_panic_after_a_command_became_durable_does_not_keep_its_answer_back() {
    let fragile = Fragile::new().await;
    let (mut on_turn, _other, table) = on_turn_and_other(&fragile.server).await;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    fragile.journal.hold();
    fragile.say(&on_turn, id, action);
    Fragile::settle().await;
    fragile.fall();
    fragile.journal.release();
    on_turn.answered(id).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_command_that_makes_the_table_panic_is_refused_and_not_tried_again() {
    let fragile = Fragile::new().await;
    let (mut on_turn, _other, table) = on_turn_and_other(&fragile.server).await;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    fragile.fall();
    fragile.say(&on_turn, id, action.clone());
    let why = on_turn.answered(id).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::StorageUnavailable);
    on_turn.ask(action).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_panic_while_the_journal_cannot_be_read_is_an_outage_and_not_the_end() {
    let fragile = Fragile::new().await;
    let (mut on_turn, _other, table) = on_turn_and_other(&fragile.server).await;
    let (id, action) = (on_turn.id(), on_turn.answer(table).unwrap());
    fragile.journal.set_reading(Reading::Fails);
    fragile.fall();
    fragile.say(&on_turn, id, action.clone());
    on_turn.until(table_pauses).await;
    // After several attempts the table is still paused. Players who ask are told, and answered as soon as possible.
    tokio::time::sleep(Duration::from_secs(60)).await;
    let id = on_turn.id();
    on_turn.say(id, TableCommand::Resume { since: 0 }.at(table));
    on_turn.until(table_pauses).await;
    let why = on_turn.ask(action.clone()).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::StorageUnavailable);
    fragile.journal.set_reading(Reading::Works);
    assert!(!on_turn.snapshot().await.view.paused, "who was there");
    on_turn.answered(id).await.unwrap();
    assert!(!on_turn.snapshot().await.view.paused, "who has come back");
    on_turn.ask(action).await.unwrap();
}

/// Makes the store fail and panics at the first entry that it deals.
struct Doomed {
    dealer: SeededDealer,
    store: Mutex<Option<MemoryStore>>,
}

impl Dealer for Doomed {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        self.dealer.bytes()
    }

    fn entry(&self, players: u8) -> Result<SealedEntry, NoEntropy> {
        let store = self.store.lock().unwrap().take();
        if let Some(store) = store {
            store.set_storage(Storage::Failing);
            drop(store);
            panic!("the dealer falls");
        }
        self.dealer.entry(players)
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_while_the_journal_cannot_be_written_is_survived_too() {
    let store = MemoryStore::new();
    let dealer = Arc::new(Doomed {
        dealer: SeededDealer::new(1),
        store: Mutex::new(Some(store.clone())),
    });
    let server = TestServer::open(store.clone(), dealer).await;
    let mut guest = server.hello(1, 1);
    let table = guest.ask(create(json!({"bots": 1}))).await.unwrap().table;
    let table = table.unwrap();
    tokio::time::sleep(Duration::from_secs(60)).await;
    store.set_storage(Storage::Working);
    while guest.answer(table).is_none() {
        guest.next().await.expect("the socket is open");
    }
    let action = guest.answer(table).unwrap();
    guest.ask(action).await.unwrap();
}
