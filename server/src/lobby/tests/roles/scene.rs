//! A table in a phase, and a player with a role at it.

use boneyard_protocol::JoinCode;

use super::deeds::Known;
use super::*;

/// The players who sit down: the seated roles by their seats, then the one who leaves again.
const PEOPLE: usize = 5;
const LEAVER: usize = 4;
/// With this seed the right player leads the first deal, so that no time has to pass.
const SEED: u64 = 4;
/// Numbers of persons and connections that nobody else has.
const OUTSIDER: u8 = 9;
const SECOND_DEVICE: u64 = 10;

pub(super) struct Scene {
    server: TestServer,
    people: Vec<Guest>,
    /// The player without a seat here, if the role needs one.
    outsider: Option<Guest>,
    place: Place,
    known: Known,
    /// Whether a command has changed the table or somebody's role at it.
    pub(super) is_changed: bool,
}

impl Scene {
    /// Builds the table and lets time pass until it reaches its stage: the clocks play for the players.
    pub(super) async fn new(place: Place) -> Self {
        let server = TestServer::roomy(SEED).await;
        let mut people = seat_people(&server, place).await;
        let table = people[0].0;
        let code = people[0].1.clone();
        let mut people: Vec<Guest> = people.drain(..).map(|(_, _, guest)| guest).collect();
        if !matches!(place.stage, Stage::Seating | Stage::Closed) {
            for guest in &mut people {
                guest.ask(TableCommand::Ready.at(table)).await.unwrap();
            }
        }
        people[LEAVER]
            .ask(TableCommand::Leave.at(table))
            .await
            .unwrap();
        let known = Known {
            table,
            code,
            turn: 1,
            entry: 0,
            action: "draw".to_owned(),
            row: "arrange 6-6".to_owned(),
            other: u8::from(place.role == Role::Opener),
        };
        let mut scene = Self {
            server,
            people,
            outsider: None,
            place,
            known,
            is_changed: false,
        };
        scene.reach_stage().await;
        scene.let_outsider_come().await;
        scene.look_around().await;
        scene.drain_all();
        scene
    }

    async fn reach_stage(&mut self) {
        match self.place.stage {
            Stage::Closed => self.pass_time(|_, gone| gone).await,
            Stage::PlayerMissing => {
                self.pass_time(|now, _| is_turn_right(now)).await;
                self.let_the_absent_be_missed().await;
            }
            Stage::Playing => self.pass_time(|now, _| is_turn_right(now)).await,
            Stage::Seating | Stage::Arranging | Stage::BetweenDeals | Stage::MatchOver => {
                let phase = self.place.stage.phase();
                self.pass_time(|now, _| now.phase == phase).await;
            }
        }
    }

    /// Lets time pass until the opener sees that the condition holds.
    async fn pass_time(&mut self, is_reached: impl Fn(&boneyard_protocol::Position, bool) -> bool) {
        let mut gone = false;
        while !is_reached(&self.people[0].now, gone) {
            assert!(
                !gone,
                "the table is gone before it is {:?}",
                self.place.stage
            );
            let message = self.people[0].next().await.expect("the socket is open");
            gone = matches!(message, ServerMessage::Gone { .. });
            for guest in self.people.iter_mut().skip(1) {
                guest.drain();
            }
        }
    }

    /// The player on turn goes away and the others must choose. If that player is the actor, they come back.
    async fn let_the_absent_be_missed(&mut self) {
        let seat = usize::from(Role::OnTurn.seat().unwrap());
        let Caller { player, connection } = &self.people[seat].caller;
        self.server.lobby.disconnected(player.id, *connection);
        self.pass_time(|now, _| now.absence.is_some()).await;
        if self.place.role == Role::OnTurn {
            let number = u8::try_from(seat).unwrap();
            self.people[seat] = self.server.hello(number, SECOND_DEVICE);
            self.pass_time(|now, _| now.absence.is_none()).await;
        }
    }

    async fn let_outsider_come(&mut self) {
        let mut guest = self.server.hello(OUTSIDER, u64::from(OUTSIDER));
        match self.place.role {
            Role::Stranger => {}
            // At a table that is gone there is nothing to look at.
            Role::Watcher if self.place.stage == Stage::Closed => {}
            Role::Watcher => {
                let code = Some(self.known.code.clone());
                let watch = Command::Lobby(LobbyCommand::Watch { table: None, code });
                guest.ask(watch).await.unwrap();
            }
            Role::Elsewhere => {
                let another = create(json!({"seats": 3, "private": true}));
                guest.ask(another).await.unwrap();
            }
            Role::Opener | Role::OnTurn | Role::Program | Role::Waiting | Role::Left => return,
        }
        self.outsider = Some(guest);
    }

    fn actor(&mut self) -> &mut Guest {
        let index = match self.place.role {
            Role::Opener | Role::OnTurn | Role::Program | Role::Waiting => {
                usize::from(self.place.role.seat().unwrap())
            }
            Role::Left => LEAVER,
            Role::Stranger | Role::Watcher | Role::Elsewhere => {
                return self.outsider.as_mut().expect("the outsider has come");
            }
        };
        &mut self.people[index]
    }

    /// Notes what the actor knows if seated here, and otherwise what the opener knows.
    async fn look_around(&mut self) {
        if self.place.stage == Stage::Closed {
            return;
        }
        let table = self.known.table;
        let viewer = match self.place.role.seat() {
            Some(_) => self.actor(),
            None => &mut self.people[0],
        };
        viewer
            .ask(TableCommand::Resume { since: 0 }.at(table))
            .await
            .unwrap();
        let view = viewer.snapshot().await.view;
        assert_eq!(view.now.phase, self.place.stage.phase());
        self.known.turn = view.now.turn.unwrap_or(self.known.turn);
        if let Some(legal) = view.now.legal.first() {
            self.known.action.clone_from(legal);
        }
        if let (Some(game), Some(me)) = (view.game, view.me) {
            self.known.entry = game.entry;
            let tiles = game.hands[usize::from(me)].tiles.clone();
            let tiles: Vec<String> = tiles.iter().flatten().map(ToString::to_string).collect();
            if !tiles.is_empty() {
                self.known.row = format!("arrange {}", tiles.join(" "));
            }
        }
    }

    /// The command of a deed at this table.
    pub(super) fn command(&self, deed: Deed) -> Command {
        self.known.command(deed)
    }

    /// Sends the command of a deed and returns the answer.
    pub(super) async fn try_out(&mut self, deed: Deed) -> Result<(), ErrorCode> {
        let command = self.command(deed);
        let came = self.actor().ask(command).await;
        came.map(drop).map_err(|refused| refused.why.code)
    }

    /// How many facts the table has.
    pub(super) fn facts(&self) -> usize {
        self.server.store.facts(self.known.table)
    }

    /// How many frames have come to others. Those to the actor are dropped.
    pub(super) fn frames_to_others(&mut self) -> usize {
        self.actor().drain();
        self.drain_all()
    }

    fn drain_all(&mut self) -> usize {
        let everybody = self.people.iter_mut().chain(&mut self.outsider);
        everybody.map(Guest::drain).sum()
    }
}

fn is_turn_right(now: &boneyard_protocol::Position) -> bool {
    now.phase == TablePhase::Playing && now.seat == Role::OnTurn.seat()
}

/// The opener opens a table, and everybody else sits down by its code.
async fn seat_people(server: &TestServer, place: Place) -> Vec<(TableId, JoinCode, Guest)> {
    let mut seated: Vec<(TableId, JoinCode, Guest)> = Vec::with_capacity(PEOPLE);
    for number in 0..PEOPLE {
        let person = u8::try_from(number).unwrap();
        let mut guest = server.hello(person, u64::from(person) + 1);
        if Some(person) == Role::Program.seat() {
            guest.caller.player.kind = PlayerKind::Bot;
        }
        let command = match seated.first() {
            None => create(table_of(place)),
            Some((_, code, _)) => Command::Lobby(LobbyCommand::Join {
                code: code.clone(),
                seat: None,
            }),
        };
        let ack = guest.ask(command).await.unwrap();
        assert_eq!(ack.seat, Some(person));
        seated.push((ack.table.unwrap(), ack.code.unwrap(), guest));
    }
    seated
}

/// A table of five: with a blind game if rows must be arranged, and with short deals if a deal must be over.
fn table_of(place: Place) -> serde_json::Value {
    let (sheet, options) = match place.stage {
        Stage::Arranging => (
            "blind-memory",
            json!({"players.max": 5, "deal.tiles.5": 5, "match.target.5": 100}),
        ),
        Stage::BetweenDeals => ("block", short_deals(100)),
        Stage::MatchOver => ("block", short_deals(1)),
        Stage::Seating | Stage::Playing | Stage::PlayerMissing | Stage::Closed => {
            ("blitz", json!({}))
        }
    };
    json!({
        "sheet": sheet, "options": options, "seats": PEOPLE, "private": place.listing == Listing::Private,
    })
}

fn short_deals(target: u32) -> serde_json::Value {
    json!({"players.max": 5, "deal.tiles.5": 1, "match.target.5": target})
}
