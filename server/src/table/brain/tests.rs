//! The brain under explicit time: no task, no socket, no journal but a list.

mod absence;
mod clocks;
mod deadlines;
mod fuzz;
mod laws;
mod life;
mod pairs;
mod play;
mod rows;
mod steps;
mod strict;
mod upgrade;

use std::sync::Arc;

use boneyard_engine::{Action, DealEntry, Options, Seat, Tile, Viewer};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{
    AbsenceEnd, CommandId, Fact as WireFact, JoinCode, MatchId, PlayerId, PlayerInfo, PlayerKind,
    Refusal, TableCommand, TableId, Tempo,
};
use rand::Rng;
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

use super::{Given, Input, NewTable, Table, open};
use crate::clock::{Moment, MonoMillis, UnixMillis};
use crate::dealer::{Dealer, SeededDealer};
use crate::outbox::ConnectionId;
use crate::table::request::Request;
use crate::table::state::{Occurrence, State};
use crate::table::wire;
use boneyard_store::fact::{Fact, Opening};
use boneyard_store::{BodyHash, Cause, Checksum, Epoch, JournalRecord, Seq};

/// The pause between two deals.
const PAUSE_MS: u64 = 12_000;

pub(super) const TABLE: TableId = TableId(Uuid::from_u128(77));

/// How a table's opener begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    Ready,
    NotYet,
}

/// A table, its journal, and the time.
pub(super) struct World {
    pub(super) table: Table,
    pub(super) journal: Vec<JournalRecord>,
    pub(super) sent: Vec<Arc<Occurrence>>,
    pub(super) now: Moment,
    dealer: SeededDealer,
    stream: ChaCha20Rng,
    commands: u128,
    /// Two tiles that change places in the next entry; salt and commitment stay, as if they said nothing of it.
    swap: Option<(Tile, Tile)>,
}

/// A person by number.
pub(super) fn person(number: u8) -> PlayerInfo {
    let id = PlayerId(Uuid::from_u128(u128::from(number) + 1));
    PlayerInfo {
        id,
        name: format!("Person {number}"),
        kind: PlayerKind::Person,
    }
}

pub(super) fn code() -> JoinCode {
    "ABCD2345WXYZ".parse().unwrap()
}

fn opening(sheet: &str, seats: u8) -> Opening {
    Opening {
        sheet: sheet.to_owned(),
        options: Options::default(),
        rules: None,
        seats,
        settings: TableSettings {
            private: false,
            watchers: true,
            clock_ms: 30_000,
            absence_ms: 120_000,
            absence_end: AbsenceEnd::Ask,
            pause_ms: PAUSE_MS,
            tempo: Tempo::Even,
        },
        code: code(),
    }
}

impl World {
    /// Person 0 opens a table.
    pub(super) fn open(sheet: &str, seats: u8, bots: u8, opener: Opener, seed: u64) -> Self {
        Self::of(opening(sheet, seats), bots, opener, seed)
    }

    /// The same, with another end of an absence.
    pub(super) fn playing_to(sheet: &str, seats: u8, absence_end: AbsenceEnd) -> Self {
        let mut opening = opening(sheet, seats);
        opening.settings.absence_end = absence_end;
        Self::seated(Self::of(opening, 0, Opener::NotYet, 1), seats)
    }

    fn of(opening: Opening, bots: u8, opener: Opener, seed: u64) -> Self {
        let dealer = SeededDealer::new(seed);
        let mut stream = dealer.stream().unwrap();
        let now = Moment {
            mono: MonoMillis(1_000_000),
            wall: UnixMillis(1_700_000_000_000),
        };
        let new = NewTable {
            opening,
            opener: person(0),
            bots,
            ready: opener == Opener::Ready,
        };
        let given = given(now, &mut stream);
        let facts = open(TABLE, &new, &given).unwrap();
        let journal = records(Seq::FIRST, now, None, facts);
        let state = State::from_records(&journal).unwrap();
        let table = Table::new(state, now.mono);
        let mut world = Self {
            table,
            journal,
            sent: Vec::new(),
            now,
            dealer,
            stream,
            commands: 0,
            swap: None,
        };
        world.arrive(0);
        world.deal();
        world
    }

    /// A table found in its journal; whoever sits there comes back.
    pub(super) fn found(journal: Vec<JournalRecord>) -> Self {
        let dealer = SeededDealer::new(1);
        let stream = dealer.stream().unwrap();
        let now = Moment {
            mono: MonoMillis(1_000_000),
            wall: UnixMillis(journal.last().unwrap().at.0 + 1_000),
        };
        let state = State::from_records(&journal).unwrap();
        let seats = state.opening.seats;
        let mut world = Self {
            table: Table::recovered(state, now.mono),
            journal,
            sent: Vec::new(),
            now,
            dealer,
            stream,
            // Other ids than those of before.
            commands: 1 << 64,
            swap: None,
        };
        for number in 0..seats {
            world.arrive(number);
        }
        world
    }

    /// Persons 0 to `seats` - 1 sit at a table and are ready: a match runs.
    pub(super) fn playing(sheet: &str, seats: u8, seed: u64) -> Self {
        Self::playing_with(sheet, Options::default(), seats, seed)
    }

    /// The same with overrides.
    pub(super) fn playing_with(sheet: &str, options: Options, seats: u8, seed: u64) -> Self {
        let opening = Opening {
            options,
            ..opening(sheet, seats)
        };
        Self::seated(Self::of(opening, 0, Opener::NotYet, seed), seats)
    }

    /// The same with two tiles of the first entry in each other's place.
    pub(super) fn playing_swapped(
        sheet: &str,
        seats: u8,
        seed: u64,
        swap: Option<(Tile, Tile)>,
    ) -> Self {
        let mut world = Self::of(opening(sheet, seats), 0, Opener::NotYet, seed);
        world.swap = swap;
        Self::seated(world, seats)
    }

    /// All persons sit down and are ready.
    fn seated(mut world: Self, seats: u8) -> Self {
        for number in 1..seats {
            world
                .command(
                    number,
                    Request::Join {
                        code: code(),
                        seat: None,
                    },
                )
                .unwrap();
            world.arrive(number);
        }
        for number in 0..seats {
            world.command(number, TableCommand::Ready).unwrap();
        }
        assert!(world.table.state.deal_runs());
        world
    }

    pub(super) fn arrive(&mut self, number: u8) {
        self.table.arrive(
            person(number).id,
            ConnectionId(u64::from(number)),
            self.now.mono,
        );
        self.input(&Input::Presence).unwrap();
    }

    pub(super) fn depart(&mut self, number: u8) {
        self.table.depart(
            person(number).id,
            ConnectionId(u64::from(number)),
            self.now.mono,
        );
        self.input(&Input::Presence).unwrap();
    }

    pub(super) fn pass_time(&mut self, millis: u64) {
        self.now.mono = self.now.mono.plus(millis);
        self.now.wall = UnixMillis(self.now.wall.0 + millis);
    }

    pub(super) fn command(
        &mut self,
        number: u8,
        request: impl Into<Request>,
    ) -> Result<Vec<Fact>, Refusal> {
        self.command_at(number, request, self.now.mono)
    }

    pub(super) fn command_at(
        &mut self,
        number: u8,
        request: impl Into<Request>,
        received: MonoMillis,
    ) -> Result<Vec<Fact>, Refusal> {
        self.commands += 1;
        let player = person(number);
        let cause = Cause {
            player: player.id,
            command: CommandId(Uuid::from_u128(self.commands)),
            body: BodyHash::of(b"body"),
        };
        let input = Input::Command {
            player: &player,
            request: &request.into(),
            received,
        };
        self.decide(&input, Some(cause))
    }

    pub(super) fn input(&mut self, input: &Input<'_>) -> Result<Vec<Fact>, Refusal> {
        self.decide(input, None)
    }

    pub(super) fn wake(&mut self) -> Vec<Fact> {
        self.input(&Input::Wake).unwrap()
    }

    fn decide(&mut self, input: &Input<'_>, cause: Option<Cause>) -> Result<Vec<Fact>, Refusal> {
        let before = self.table.state.clone();
        let given = given(self.now, &mut self.stream);
        let facts = self.table.decide(input, &given);
        assert_eq!(self.table.state, before, "decide changes nothing");
        let facts = facts?;
        self.append(cause, facts.clone());
        self.deal();
        Ok(facts)
    }

    fn append(&mut self, cause: Option<Cause>, facts: Vec<Fact>) {
        let records = records(self.table.state.seq.next(), self.now, cause, facts);
        self.sent
            .extend(self.table.apply(&records, self.now.mono, self.now.mono));
        self.journal.extend(records);
    }

    fn deal(&mut self) {
        while self.table.state.awaits_entry() {
            let mut sealed = self.dealer.entry(self.table.state.opening.seats).unwrap();
            if let Some(swap) = self.swap.take() {
                sealed.entry = swapped(&sealed.entry, swap);
            }
            let given = given(self.now, &mut self.stream);
            let facts = self.table.decide(&Input::Entry(sealed), &given).unwrap();
            self.append(None, facts);
        }
    }

    pub(super) fn on_turn(&self) -> u8 {
        self.table.state.on_turn().unwrap().get()
    }

    pub(super) fn turn(&self) -> u32 {
        self.table
            .state
            .game
            .as_ref()
            .unwrap()
            .play()
            .unwrap()
            .turn()
    }

    /// A legal action of the seat on turn, by the world's own random stream.
    pub(super) fn any_action(&mut self) -> TableCommand {
        self.any_action_where(|_| true)
    }

    /// The same, but one of this kind.
    pub(super) fn any_action_where(&mut self, wanted: impl Fn(&str) -> bool) -> TableCommand {
        let seat = self.table.state.on_turn().unwrap();
        let play = self.table.state.game.as_deref().unwrap().play().unwrap();
        let legal = play.legal_actions(seat);
        let texts = legal.iter().map(ToString::to_string);
        let texts: Vec<String> = texts.filter(|text| wanted(text)).collect();
        let action = crate::dealer::pick(&mut self.stream, &texts)
            .expect("an action of the wanted kind")
            .clone();
        TableCommand::Act {
            turn: Some(play.turn()),
            entry: None,
            action,
            lengthwise: false,
        }
    }

    /// Every person fixes the row as it was dealt.
    pub(super) fn arrange(&mut self) {
        while self.table.state.phase == TablePhase::Arranging {
            self.arrange_or_act();
        }
    }

    /// A person fixes the row as it was dealt, or the one on turn does something legal.
    pub(super) fn arrange_or_act(&mut self) {
        match self.table.state.arranging().first() {
            Some(seat) => {
                let command = self.arrangement(*seat);
                self.command(seat.get(), command).unwrap();
            }
            None => drop(self.act()),
        }
    }

    /// The next step of a match: an action, or the pause between two deals. Whether there was one.
    pub(super) fn go_on(&mut self) -> bool {
        match self.table.state.phase {
            TablePhase::Arranging | TablePhase::Playing => self.arrange_or_act(),
            TablePhase::BetweenDeals => {
                self.pass_time(PAUSE_MS);
                self.wake();
            }
            TablePhase::Seating | TablePhase::MatchOver | TablePhase::Closed => return false,
        }
        true
    }

    /// The command by which a seat fixes its row as it was dealt.
    pub(super) fn arrangement(&self, seat: Seat) -> TableCommand {
        let play = self.table.state.game.as_deref().unwrap().play().unwrap();
        let hands = play.view(Viewer::Seat(seat)).hands;
        let row = hands[seat].tiles.iter().map(|tile| tile.unwrap()).collect();
        TableCommand::Act {
            turn: None,
            entry: play.deal(),
            action: Action::Arrange { row }.to_string(),
            lengthwise: false,
        }
    }

    /// The person on turn does something legal.
    pub(super) fn act(&mut self) -> Vec<Fact> {
        let (number, action) = (self.on_turn(), self.any_action());
        self.command(number, action).unwrap()
    }

    /// Plays until the deal is over.
    pub(super) fn play_deal(&mut self) {
        self.arrange();
        while self.table.state.phase == TablePhase::Playing {
            self.act();
        }
    }

    /// Plays until the match is over; persons are ready for every deal.
    pub(super) fn play_match(&mut self, seats: u8) {
        while self.table.state.phase != TablePhase::MatchOver {
            self.play_deal();
            for number in 0..seats {
                if self.table.state.phase == TablePhase::BetweenDeals {
                    self.command(number, TableCommand::Ready).unwrap();
                }
            }
        }
    }

    /// What a viewer has been told since somebody last looked.
    pub(super) fn told(&self, viewer: Option<Seat>) -> Vec<WireFact> {
        let sent = self.sent.iter().map(Arc::as_ref);
        wire::facts(&self.table.state.opening, sent, viewer)
    }

    pub(super) fn viewers(&self) -> Vec<Option<Seat>> {
        std::iter::once(None)
            .chain(self.table.state.seats.places().map(Some))
            .collect()
    }
}

fn swapped(entry: &DealEntry, (one, other): (Tile, Tile)) -> DealEntry {
    let swap = |tile: &Tile| match *tile {
        tile if tile == one => other,
        tile if tile == other => one,
        tile => tile,
    };
    DealEntry::new(entry.order().iter().map(swap).collect(), entry.lot()).unwrap()
}

fn given(now: Moment, stream: &mut ChaCha20Rng) -> Given {
    let match_id = MatchId(Uuid::from_u128(u128::from(stream.next_u64())));
    Given {
        now,
        draw: stream.next_u64(),
        match_id,
    }
}

fn records(first: Seq, now: Moment, cause: Option<Cause>, facts: Vec<Fact>) -> Vec<JournalRecord> {
    let record = |(number, fact)| JournalRecord {
        table: TABLE,
        epoch: Epoch(1),
        seq: Seq(number),
        version: 1,
        at: now.wall,
        cause,
        fact,
        chain: Checksum::genesis(TABLE),
    };
    (first.0..).zip(facts).map(record).collect()
}
