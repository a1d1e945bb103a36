use std::time::Duration;

use serde_json::{Value, json};

use super::super::finding::Verdict;
use super::super::trouble::{Cut, RETRY_MS, Trouble};
use super::{Deed, Witness};

const RESET: Trouble = Trouble::CutInTurn(Cut::Reset);

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn witness(troubles: &[Trouble]) -> Witness {
    let mut witness = Witness::new(troubles, None);
    witness.bot_says(&mut hello(None), ms(0));
    let player = json!({"id": "p1"});
    let mut welcome = json!({"type": "welcome", "token": "t1", "player": player});
    witness.server_says(&mut welcome, ms(1));
    let mut snapshot = json!({"type": "snapshot", "view": {"me": 1, "now": {"phase": "seating"}}});
    witness.server_says(&mut snapshot, ms(2));
    witness
}

fn hello(token: Option<&str>) -> Value {
    match token {
        Some(token) => json!({"type": "hello", "kind": "bot", "token": token}),
        None => json!({"type": "hello", "kind": "bot"}),
    }
}

fn turn(of: u64) -> Value {
    let legal = if of == 1 { json!(["pass"]) } else { json!([]) };
    let now = json!({"phase": "playing", "seat": of, "turn": 3, "legal": legal});
    json!({"type": "events", "facts": [{"type": "hidden"}], "now": now})
}

fn act() -> Value {
    json!({"type": "act", "id": "a", "table": "t", "turn": 3, "action": "pass"})
}

/// What was found, in short.
fn found(witness: &mut Witness) -> Vec<(Verdict, String)> {
    let findings = witness.take_findings().into_iter();
    findings.map(|one| (one.verdict, one.tried)).collect()
}

#[test]
fn a_cut_strikes_in_the_turn_it_is_for_and_is_got_over_by_an_act() {
    let mut witness = witness(&[RESET, Trouble::CutInOthers(Cut::Close(1012))]);
    assert_eq!(witness.server_says(&mut turn(0), ms(10)), Deed::Pass);
    assert_eq!(
        witness.server_says(&mut turn(1), ms(20)),
        Deed::PassThen(Cut::Reset)
    );
    assert_eq!(witness.progress().awaited_since, Some(ms(20)));
    witness.bot_says(&mut hello(Some("t1")), ms(300));
    assert_eq!(witness.progress().awaited_since, None);
    assert_eq!(witness.bot_says(&mut act(), ms(400)), Deed::Pass);
    assert_eq!(
        found(&mut witness),
        [(Verdict::Ok, RESET.words().to_owned())]
    );
    let cut = witness.server_says(&mut turn(0), ms(500));
    assert_eq!(cut, Deed::PassThen(Cut::Close(1012)));
}

#[test]
fn coming_back_without_the_token_or_as_another_is_wrong_once() {
    let mut witness = witness(&[RESET]);
    witness.server_says(&mut turn(1), ms(20));
    witness.bot_says(&mut hello(None), ms(300));
    let player = json!({"id": "p2"});
    let mut welcome = json!({"type": "welcome", "token": "t2", "player": player});
    witness.server_says(&mut welcome, ms(310));
    assert_eq!(
        found(&mut witness),
        [(Verdict::Wrong, "coming back".to_owned())]
    );
}

#[test]
fn a_refusal_that_names_a_time_is_waited_for() {
    for (after, verdict) in [(RETRY_MS, Verdict::Ok), (3, Verdict::Wrong)] {
        let mut witness = witness(&[Trouble::RateLimited]);
        witness.server_says(&mut turn(1), ms(20));
        let Deed::Answer(refused) = witness.bot_says(&mut act(), ms(30)) else {
            panic!("the act was passed on");
        };
        assert_eq!(refused["id"], "a");
        witness.bot_says(&mut act(), ms(30 + after));
        let tried = Trouble::RateLimited.words().to_owned();
        assert_eq!(found(&mut witness), [(verdict, tried)]);
    }
}

#[test]
fn a_spoilt_act_is_refused_without_blame_and_a_bots_own_bad_act_is_not() {
    let mut refused = json!({"type": "refused", "code": "not_allowed"});
    let mut spoiling = witness(&[Trouble::Spoilt]);
    let mut said = act();
    spoiling.bot_says(&mut said, ms(30));
    assert_ne!(said["action"], "pass");
    spoiling.server_says(&mut refused, ms(31));
    assert_eq!(found(&mut spoiling), []);
    let mut honest = witness(&[]);
    honest.bot_says(&mut act(), ms(30));
    honest.server_says(&mut refused, ms(31));
    assert_eq!(found(&mut honest), [(Verdict::Wrong, "acts".to_owned())]);
}

#[test]
fn unknown_things_are_put_in_and_numbers_stay_what_they_are() {
    let mut witness = witness(&[Trouble::UnknownMessage, Trouble::UnknownFact]);
    let mut message = turn(1);
    let deed = witness.server_says(&mut message, ms(20));
    assert!(matches!(deed, Deed::PassAfter(_)));
    assert!(message.get("x_later").is_some());
    witness.bot_says(&mut act(), ms(30));
    let mut message = turn(0);
    witness.server_says(&mut message, ms(40));
    assert_eq!(message["facts"].as_array().unwrap().len(), 1);
    assert_eq!(message["facts"][0]["type"], "x_later_fact");
}

#[test]
fn a_turn_that_runs_out_is_wrong() {
    let mut witness = witness(&[]);
    let facts = json!([{"type": "time_up", "seat": 1}, {"type": "time_up", "seat": 0}]);
    let mut events = json!({"type": "events", "facts": facts, "now": {"phase": "playing"}});
    witness.server_says(&mut events, ms(50));
    assert_eq!(witness.progress().time_ups, 1);
    witness.conclude("kozel");
    assert_eq!(found(&mut witness), [(Verdict::Wrong, "clock".to_owned())]);
}

#[test]
fn a_bot_that_connects_too_often_or_answers_no_ping_is_told_so() {
    let mut witness = witness(&[]);
    (0..20).for_each(|n| witness.opened(ms(100 * n)));
    assert_eq!(
        found(&mut witness),
        [(Verdict::Wrong, "coming back".to_owned())]
    );
    (0..5).for_each(|_| witness.pinged());
    witness.ponged();
    (0..5).for_each(|_| witness.pinged());
    assert_eq!(found(&mut witness), []);
    witness.pinged();
    assert_eq!(found(&mut witness), [(Verdict::Wrong, "ping".to_owned())]);
}

#[test]
fn a_fast_match_is_no_flood_and_asking_on_and_on_is_one() {
    let mut playing = witness(&[]);
    for n in 0..500 {
        playing.server_says(&mut turn(1), ms(n));
        playing.bot_says(&mut act(), ms(n));
    }
    assert_eq!(found(&mut playing), []);
    let mut asking = witness(&[]);
    for n in 0..500 {
        asking.bot_says(&mut act(), ms(n));
        let mut refused = json!({"type": "refused", "code": "rate_limited", "retry_ms": 400});
        asking.server_says(&mut refused, ms(n));
    }
    let flood = (Verdict::Wrong, "messages".to_owned());
    assert_eq!(found(&mut asking), [flood]);
}
