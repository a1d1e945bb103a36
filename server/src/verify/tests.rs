//! A match of random legal actions, and what becomes of it when somebody changes its record.

use boneyard_engine::{
    Act, LegalActions, Match, MatchSetup, Options, Phase, Ruling, Seat, deal_entry,
};

use super::*;

const PLAYERS: u8 = 2;

/// A whole match, by the first legal action each time, with its commitments.
fn played() -> MatchRecord {
    let options: Options = [("match.target.2", 40)].into_iter().collect();
    let setup = MatchSetup::preset("block", options, PLAYERS).unwrap();
    let mut record = MatchRecord::new(&setup);
    let mut game = Match::new(setup.into());
    let mut seed = 0;
    while game.result().is_none() {
        let events = if game.phase() == Phase::AwaitingEntry {
            seed += 1;
            let entry = deal_entry([seed; 32], PLAYERS);
            seal(&mut record, entry.clone());
            game.enter(entry).unwrap()
        } else {
            let act = next(&game);
            record.add_act(act.clone(), None);
            match act {
                Act::Seat(seat, action) => game.decide(seat, &action).unwrap(),
                Act::Table(ruling) => game.rule(ruling).unwrap(),
            }
        };
        events.iter().for_each(|event| game.apply(event));
    }
    record.finish(game.result().unwrap());
    record
}

fn next(game: &Match) -> Act {
    let legal = |seat: Seat| -> Option<Act> {
        let legal: LegalActions = game.legal_actions(seat);
        legal
            .iter()
            .next()
            .map(|action| Act::Seat(seat, action.clone()))
    };
    (0..PLAYERS)
        .map(Seat::new)
        .find_map(legal)
        .unwrap_or(Act::Table(Ruling::Deal))
}

fn seal(record: &mut MatchRecord, entry: DealEntry) {
    let salt = [7; 32];
    let promised = hex::encode(commitment(&salt, &entry));
    record.deals.push(RecordedDeal {
        entry,
        commitment: Some(promised),
        salt: Some(hex::encode(salt)),
    });
}

fn report(record: &MatchRecord) -> Verification {
    verify(&record.to_json().to_string(), &Sheets::presets()).unwrap()
}

#[test]
fn an_honest_record_holds() {
    let record = played();
    let report = report(&record);
    assert!(report.holds(), "{report}");
    let text = report.to_string();
    assert!(text.starts_with("deal 1: ok\n"), "{text}");
    assert!(text.ends_with(" actions\nverified\n"), "{text}");
    assert_eq!(text.lines().count(), record.deals.len() + 2);
}

#[test]
fn another_entry_salt_or_commitment_is_found() {
    let mut other = played();
    let changed = deal_entry([99; 32], PLAYERS);
    other.deals[0].entry = changed;
    let mut salted = played();
    salted.deals[0].salt = Some("00".repeat(32));
    for record in [other, salted] {
        let report = report(&record);
        assert!(
            matches!(report.deals[0], DealFinding::Mismatch { .. }),
            "{report}"
        );
        assert!(!report.holds());
        assert!(report.to_string().ends_with("NOT VERIFIED\n"));
    }
    let mut bad = played();
    bad.deals[0].salt = Some("salt".into());
    assert_eq!(report(&bad).deals[0], DealFinding::BadSalt);
    let mut bare = played();
    bare.deals[0].commitment = None;
    assert_eq!(report(&bare).deals[0], DealFinding::Uncommitted);
    assert!(!report(&bare).holds());
}

#[test]
fn another_course_or_result_is_found() {
    let mut illegal = played();
    illegal.actions.swap(0, 1);
    assert!(matches!(report(&illegal).game, GameFinding::Illegal { .. }));
    let mut short = played();
    short.actions.pop();
    assert!(matches!(
        report(&short).game,
        GameFinding::OtherResult { .. }
    ));
    short.result = None;
    assert!(matches!(
        report(&short).game,
        GameFinding::Unfinished { .. }
    ));
    let mut won = played();
    won.result = Some(json!({"score": [0, 20], "winners": [1], "losers": []}));
    let mut more = played();
    seal(&mut more, deal_entry([98; 32], PLAYERS));
    assert!(matches!(
        report(&more).game,
        GameFinding::UnusedEntries { .. }
    ));
    assert!(matches!(report(&won).game, GameFinding::OtherResult { .. }));
}

#[test]
fn a_missing_sheet_is_named() {
    let mut own = played();
    own.rules = "our-game".into();
    let report = report(&own);
    assert!(
        !report.holds() && report.to_string().contains("`our-game`"),
        "{report}"
    );
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(
        verify("domino-record 1", &Sheets::presets()).unwrap_err(),
        VerifyError::NotJson
    );
    assert!(matches!(
        verify("{}", &Sheets::presets()).unwrap_err(),
        VerifyError::NotARecord(_)
    ));
}
