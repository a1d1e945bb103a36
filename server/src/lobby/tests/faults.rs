//! A journal that cannot be written, and a task that panics.

use std::sync::atomic::{AtomicU32, Ordering};

use boneyard_protocol::{ErrorCode, Fact};

use super::*;
use crate::dealer::{NoEntropy, SealedEntry};
use boneyard_store::Seq;
use boneyard_store::fact::Fact as TableFact;
use boneyard_store::memory::Storage;

#[tokio::test(start_paused = true)]
async fn while_the_journal_cannot_be_written_nothing_changes_and_then_play_goes_on() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    let one_is_on_turn = one.answer(table).is_some();
    let (on_turn, other) = if one_is_on_turn {
        (&mut one, &two)
    } else {
        (&mut two, &one)
    };
    let action = on_turn.answer(table).unwrap();
    let left = on_turn.now.clock.unwrap().left_ms;
    server.store.set_storage(Storage::Failing);
    let why = on_turn.ask(action.clone()).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::StorageUnavailable);
    server
        .lobby
        .disconnected(other.caller.player.id, other.caller.connection);
    tokio::time::advance(Duration::from_secs(300)).await;
    on_turn
        .ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    assert!(on_turn.snapshot().await.view.paused);
    server.store.set_storage(Storage::Working);
    on_turn.until(table_resumes).await;
    on_turn
        .ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let snapshot = on_turn.snapshot().await;
    assert!(!snapshot.view.paused);
    assert!(
        snapshot.view.now.clock.unwrap().left_ms + 2_000 > left,
        "nobody was charged"
    );
    on_turn.ask(action).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn after_an_outage_a_bot_still_plays_before_the_deadline() {
    let server = TestServer::new().await;
    let mut one = server.hello(1, 1);
    let request = json!({
        "clock_s": 5, "absence_s": 0, "absence_end": "bot", "tempo": "even",
    });
    let ack = one.ask(create(request)).await.unwrap();
    let (table, code) = (ack.table.unwrap(), ack.code.unwrap());
    let mut two = server.hello(2, 2);
    two.ask(Command::Lobby(LobbyCommand::Join { code, seat: None }))
        .await
        .unwrap();
    for guest in [&one, &two] {
        let id = CommandId(Uuid::from_u128(u128::from(guest.caller.connection.0)));
        guest.say(id, TableCommand::Ready.at(table));
    }
    for guest in [&mut one, &mut two] {
        while guest.now.seat.is_none() {
            guest.next().await.expect("the socket is open");
        }
    }
    let (absent, mut other) = if one.answer(table).is_some() {
        (one, two)
    } else {
        (two, one)
    };
    // Half a second of the turn is left when the player goes and a bot takes over. The journal fails when the bot
    // plays.
    tokio::time::sleep(Duration::from_millis(4_500)).await;
    let Caller { player, connection } = &absent.caller;
    server.lobby.disconnected(player.id, *connection);
    let stands_in = |fact: &Fact| matches!(fact, Fact::StandIn { .. });
    while !other.events().await.facts.iter().any(stands_in) {}
    server.store.set_storage(Storage::Failing);
    other.until(table_pauses).await;
    server.store.set_storage(Storage::Working);
    let played = |fact: &Fact| matches!(fact, Fact::Led { .. } | Fact::Played { .. });
    loop {
        let facts = other.events().await.facts;
        let ran_out = |fact: &Fact| matches!(fact, Fact::TimeUp { .. });
        assert!(!facts.iter().any(ran_out), "{facts:?}");
        if facts.iter().any(played) {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_written_down_is_not_opened() {
    let server = TestServer::new().await;
    let mut guest = server.hello(1, 1);
    server.store.set_storage(Storage::Failing);
    let why = guest.ask(create(json!({}))).await.unwrap_err().why;
    assert_eq!(why.code, ErrorCode::StorageUnavailable);
    server.store.set_storage(Storage::Working);
    guest.ask(create(json!({}))).await.unwrap();
    assert_eq!(server.lobby.summaries().len(), 1);
}

/// A dealer without entropy for its first entries.
struct Dry {
    dealer: SeededDealer,
    entries: AtomicU32,
}

impl Dealer for Dry {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        self.dealer.bytes()
    }

    fn entry(&self, players: u8) -> Result<SealedEntry, NoEntropy> {
        match self.entries.fetch_add(1, Ordering::Relaxed) {
            0..9 => Err(NoEntropy),
            _ => self.dealer.entry(players),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn without_entropy_a_table_stands_and_writes_nothing_until_it_can_deal() {
    let dealer = Arc::new(Dry {
        dealer: SeededDealer::new(1),
        entries: AtomicU32::new(0),
    });
    let server = TestServer::open(MemoryStore::new(), dealer.clone()).await;
    let mut guest = server.hello(1, 1);
    let ack = guest.ask(create(json!({"bots": 1}))).await.unwrap();
    guest.until(table_pauses).await;
    let before = guest.seq;
    let mut pauses = 0;
    while guest.seq == before {
        let message = guest.next().await.expect("the socket is open");
        pauses += u32::from(matches!(message, ServerMessage::Paused { .. }));
    }
    assert_eq!(pauses, 1, "it goes on");
    assert!(dealer.entries.load(Ordering::Relaxed) >= 10);
    let table = ack.table.unwrap();
    let records = server.store.read(table, Seq::FIRST).await.unwrap();
    let stood = |fact: &TableFact| matches!(fact, TableFact::ClocksStopped { .. });
    assert!(!records.iter().any(|record| stood(&record.fact)));
}

/// A dealer that panics at some of its entries.
struct Clumsy {
    dealer: SeededDealer,
    entries: AtomicU32,
    falls: fn(u32) -> bool,
}

impl Clumsy {
    fn new(falls: fn(u32) -> bool) -> Arc<Self> {
        Arc::new(Self {
            dealer: SeededDealer::new(1),
            entries: AtomicU32::new(0),
            falls,
        })
    }
}

impl Dealer for Clumsy {
    fn bytes(&self) -> Result<[u8; 32], NoEntropy> {
        self.dealer.bytes()
    }

    fn entry(&self, players: u8) -> Result<SealedEntry, NoEntropy> {
        let number = self.entries.fetch_add(1, Ordering::Relaxed);
        assert!(!(self.falls)(number), "the dealer falls");
        self.dealer.entry(players)
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_costs_one_table_its_memory_and_its_journal_brings_it_back() {
    let dealer = Clumsy::new(|number| number == 0);
    let server = TestServer::open(MemoryStore::new(), dealer).await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    one_acts([&mut one, &mut two], table).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_panics_again_and_again_is_put_out_of_order_alone() {
    let dealer = Clumsy::new(|number| number < 3);
    let server = TestServer::open(MemoryStore::new(), dealer).await;
    let mut guest = server.hello(1, 1);
    let first = guest
        .ask(create(json!({"bots": 1})))
        .await
        .unwrap()
        .table
        .unwrap();
    let gone = ServerMessage::Gone { table: first };
    guest
        .until(|message| (*message == gone).then_some(()))
        .await;
    let resume = TableCommand::Resume { since: 0 }.at(first);
    assert_eq!(
        guest.ask(resume).await.unwrap_err().why.code,
        ErrorCode::TableOutOfOrder
    );
    guest.ask(create(json!({"bots": 1}))).await.unwrap();
}
