//! A game that needs no code of its own: one file of known policies.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use boneyard_engine::{
    Bot, Match, MatchSetup, Options, Phase, Ruling, Sheet, Viewer, bot, deal_entry, presets,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// Pairs, a spinner, anticlockwise, points for multiples of seven, a fixed number of deals: no
/// preset is like it. What is not said is as the schema has it.
const SHEET: &str = r#"
id = "harbour-sevens"
names = { en = "Harbour sevens", ru = "Портовая семёрка", hu = "Kikötői hetes" }
pairs = true

[players]
min = 4
max = 4

[deal]
tiles = { 4 = 6 }
undealt = "drawable"
reserve = 1

[lead]
first = "most_pips"
next = "rotate"

[turn]
direction = "anticlockwise"
draw = "one"
draw_optional = true
play_drawn = "may"

[line]
spinner = "first_double"
sides_first = true

[score]
in_play = "multiples"
divisor = 7
block = "pairwise"
round_to = 7

[match]
deals = 3
goal = "most"
"#;

fn played(sheet: &Arc<Sheet>, seed: u8) -> Match {
    let setup = MatchSetup {
        rules: sheet.id.clone(),
        options: Options::default(),
        sheet: Arc::clone(sheet),
        players: 4,
        prior: None,
        standing: None,
    };
    let mut history = vec![Match::start(setup).unwrap()];
    let mut game = Match::from_events(&history).unwrap();
    let mut rng = ChaCha20Rng::from_seed([seed; 32]);
    let mut bots: Vec<Box<dyn Bot>> = (0..4).map(|_| bot("random").unwrap()).collect();
    loop {
        let events = match game.phase() {
            Phase::AwaitingEntry => {
                let deal = u8::try_from(history.len() % 251).unwrap();
                game.enter(deal_entry([seed ^ deal; 32], 4)).unwrap()
            }
            Phase::Playing => {
                let seat = game.on_turn().unwrap();
                let view = game.view(Viewer::Seat(seat));
                let action = bots[seat.index()].choose(&view, &view.legal, &mut rng);
                game.decide(seat, &action).unwrap()
            }
            Phase::DealOver => game.rule(Ruling::Deal).unwrap(),
            Phase::Arranging => panic!("hands are seen"),
            Phase::MatchOver => break,
        };
        events.iter().for_each(|event| game.apply(event));
        history.extend(events);
        assert!(game.conserves_tiles());
    }
    assert_eq!(Match::from_events(&history).as_ref(), Some(&game));
    game
}

#[test]
fn a_new_game_is_one_file() {
    let sheet: Sheet = toml::from_str(SHEET).unwrap();
    assert_eq!(sheet.validate(), Ok(()));
    assert!(presets().iter().all(|preset| preset.id != sheet.id));
    #[cfg(feature = "json")]
    assert!(!boneyard_engine::clauses(&sheet).is_empty());
    let sheet = Arc::new(sheet);
    let mut tall = 0;
    for seed in 1..20 {
        let game = played(&sheet, seed);
        assert!(game.completed() >= 3);
        assert_eq!(game.result().unwrap().winners.len(), 1);
        let line = game.view(Viewer::Watcher).line;
        tall += line.up.len() + line.down.len();
    }
    assert!(tall > 0, "the spinner has four arms");
}

/// What a file says in error is refused with its code.
#[test]
fn a_new_game_of_policies_that_do_not_go_together_is_refused() {
    let with = |from: &str, to: &str| -> Vec<&'static str> {
        let sheet: Sheet = toml::from_str(&SHEET.replace(from, to)).unwrap();
        let codes = sheet.validate().unwrap_err();
        codes.into_iter().map(|code| code.code()).collect()
    };
    assert_eq!(with("divisor = 7", "divisor = 1"), ["divisor"]);
    assert_eq!(
        with("draw = \"one\"", "draw = \"never\""),
        ["reserve_draw", "undealt_draw"]
    );
    assert!(toml::from_str::<Sheet>(&SHEET.replace("pairwise", "coin_toss")).is_err());
    assert!(toml::from_str::<Sheet>(&SHEET.replace("spinner =", "spinners =")).is_err());
}
