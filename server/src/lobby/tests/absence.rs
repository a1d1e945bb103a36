//! An absent player at a private table: those who are here choose, and the absent player takes the seat back.

use boneyard_protocol::{AbsenceChoice, Fact};

use super::*;
use crate::verify::{GameFinding, verify};
use boneyard_store::Archive;

/// Reads on until a fact comes.
async fn read_fact<T>(guest: &mut Guest, wanted: impl Fn(&Fact) -> Option<T>) -> T {
    loop {
        if let Some(found) = guest.events().await.facts.iter().find_map(&wanted) {
            return found;
        }
    }
}

/// The player on turn has gone and their time is up, so the other player must choose. Returns the number and the seat
/// of the absent player, and the other player.
async fn missing_player(server: &TestServer) -> (u8, u8, Guest, TableId) {
    let (one, two, table) = two_at_a_table(server).await;
    let (number, absent, mut other) = if one.answer(table).is_some() {
        (1, one, two)
    } else {
        (2, two, one)
    };
    leaves(server, &absent);
    let seat = read_fact(&mut other, absent_seat).await;
    (number, seat, other, table)
}

fn leaves(server: &TestServer, guest: &Guest) {
    let Caller { player, connection } = &guest.caller;
    server.lobby.disconnected(player.id, *connection);
}

fn absent_seat(fact: &Fact) -> Option<u8> {
    let Fact::Absent { seat } = fact else {
        return None;
    };
    Some(*seat)
}

fn choice(guest: &Guest, table: TableId, choice: AbsenceChoice) -> Command {
    let turn = guest.now.turn.unwrap();
    TableCommand::Absence { turn, choice }.at(table)
}

#[tokio::test(start_paused = true)]
async fn the_player_takes_the_seat_back_with_another_device_after_a_bot_has_played() {
    let server = TestServer::new().await;
    let (number, absent, mut other, table) = missing_player(&server).await;
    let bot = choice(&other, table, AbsenceChoice::Bot);
    other.ask(bot).await.unwrap();
    let is_played = |fact: &Fact| {
        let played =
            matches!(fact, Fact::Led { seat, .. } | Fact::Played { seat, .. } if *seat == absent);
        played.then_some(())
    };
    read_fact(&mut other, is_played).await;

    let mut back = server.hello(number, 77);
    let seats = server.lobby.connected(&back.caller, &back.outbox);
    assert_eq!((seats[0].table, seats[0].seat), (table, absent));
    back.ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let snapshot = back.snapshot().await;
    let own = usize::from(absent);
    assert_eq!(snapshot.view.me, Some(absent));
    assert!(snapshot.view.game.unwrap().hands[own].tiles.is_some());
    read_fact(&mut other, |fact| {
        (*fact == Fact::Returned { seat: absent }).then_some(())
    })
    .await;
    while back.answer(table).is_none() {
        if let Some(action) = other.answer(table) {
            other.ask(action).await.unwrap();
            other.events().await;
        }
        back.events().await;
    }
    let action = back.answer(table).unwrap();
    back.ask(action).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_partner_is_shown_that_they_may_choose_when_nobody_of_the_other_side_is_left() {
    let server = TestServer::new().await;
    let mut opener = server.hello(0, 1);
    let request = json!({"sheet": "kozel-pairs", "seats": 4, "absence_s": 0, "clock_s": 60});
    let ack = opener.ask(create(request)).await.unwrap();
    let (table, code) = (ack.table.unwrap(), ack.code.unwrap());
    let mut guests = vec![opener];
    for number in 1..4 {
        let mut guest = server.hello(number, 1 + u64::from(number));
        let join = Command::Lobby(LobbyCommand::Join {
            code: code.clone(),
            seat: None,
        });
        guest.ask(join).await.unwrap();
        guests.push(guest);
    }
    for guest in &mut guests {
        guest.ask(TableCommand::Ready.at(table)).await.unwrap();
    }
    for guest in &mut guests {
        while guest.now.seat.is_none() {
            guest.events().await;
        }
    }
    let absent = usize::from(guests[0].now.seat.unwrap());
    leaves(&server, &guests[absent]);
    let partner = (absent + 2) % 4;
    read_fact(&mut guests[partner], absent_seat).await;
    let choices = |guest: &Guest| guest.now.absence.as_ref().unwrap().choices.clone();
    assert_eq!(choices(&guests[partner]), [AbsenceChoice::End]);
    for rival in [(absent + 1) % 4, (absent + 3) % 4] {
        leaves(&server, &guests[rival]);
    }
    while choices(&guests[partner]).len() < 3 {
        guests[partner].next().await.expect("the socket is open");
    }
}

#[tokio::test(start_paused = true)]
async fn a_match_that_was_broken_off_keeps_a_record_without_a_result() {
    let server = TestServer::new().await;
    let (_, _, mut other, table) = missing_player(&server).await;
    let end = choice(&other, table, AbsenceChoice::End);
    other.ask(end).await.unwrap();
    let is_over = |fact: &Fact| {
        let Fact::Unfinished { match_id } = fact else {
            return None;
        };
        Some(*match_id)
    };
    let match_id = read_fact(&mut other, is_over).await;
    assert_eq!(
        (other.now.phase, other.now.hands.len()),
        (TablePhase::Seating, 0)
    );
    let archived = server.store.find_match(match_id).await.unwrap().unwrap();
    let report = verify(&archived.record, &Sheets::presets()).unwrap();
    assert!(
        matches!(report.game, GameFinding::Unfinished { .. }),
        "{report:?}"
    );

    let server = server.restart().await;
    let mut other = server.hello(
        u8::try_from(other.caller.player.id.0.as_u128()).unwrap() - 1,
        9,
    );
    other
        .ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    assert_eq!(other.snapshot().await.view.now.phase, TablePhase::Seating);
}
