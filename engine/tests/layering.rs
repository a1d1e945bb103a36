//! What must stay true of the engine's own source.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use boneyard_engine::presets;
use boneyard_layering::{Allowed, Edges, Source, as_list, circle, differences, edges, read_crate};

/// Which module knows which. No chain of edges leads back to where it began. From the bottom: the nouns,
/// what is hidden, the line, the facts, the deal, the view, the match, and what is made of matches.
#[rustfmt::skip]
const MODULES: Allowed = &[
    ("action", &["seat", "tile", "tile_set"]),
    ("block", &["deal", "sheet", "tile_set"]),
    ("bot", &["action", "event", "hidden", "in_play", "line", "points", "scoring", "seat", "sheet", "shuffle", "tile", "tile_set", "view"]),
    ("deal", &["action", "event", "lead", "line", "seat", "sheet", "tile", "tile_set"]),
    ("entry", &["seat", "tile", "tile_set"]),
    ("event", &["action", "entry", "hidden", "planted", "points", "result", "seat", "setup", "tile"]),
    ("hidden", &["planted", "seat", "tile"]),
    ("in_play", &["line", "points", "result", "sheet", "tile"]),
    ("lead", &["result", "seat", "sheet", "tile", "tile_set"]),
    ("line", &["action", "seat", "sheet", "tile", "tile_set"]),
    ("match_state", &["action", "block", "deal", "entry", "event", "hidden", "in_play", "lead", "line", "phase", "planted", "points", "result", "scoring", "seat", "setup", "sheet", "tile", "tile_set", "view"]),
    ("phase", &[]),
    ("plain", &[]),
    ("planted", &[]),
    ("points", &[]),
    ("record", &["action", "entry", "event", "match_state", "phase", "result", "seat", "setup", "sheet", "tile"]),
    ("result", &["points", "seat", "tile"]),
    ("scoring", &["points", "result", "seat", "sheet", "tile", "tile_set"]),
    ("seat", &[]),
    ("seat_draw", &["sheet", "tile"]),
    ("setup", &["points", "result", "scoring", "seat", "sheet"]),
    ("sheet", &["plain", "seat", "tile"]),
    ("shuffle", &["entry", "seat", "tile"]),
    ("tile", &[]),
    ("tile_set", &["tile"]),
    ("view", &["action", "hidden", "line", "phase", "points", "result", "seat", "setup", "tile"]),
];

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    read_crate(&root, &[]).unwrap()
}

/// What one file says, as one of the engine's modules.
fn planted(module: &str, text: &str) -> Source {
    Source::read("planted.rs", &[module.to_owned()], text, &[]).unwrap()
}

const TESTS: &str =
    "#[cfg(test)]\nmod tests { use crate::match_state::Match; const A: &str = \"kozel\"; }";

#[test]
fn modules_know_only_what_they_are_allowed_to() {
    let found: Edges = edges(&sources());
    let wrong = differences(&found, MODULES);
    assert!(
        wrong.is_empty(),
        "{wrong:#?}\nnow it is\n{}",
        as_list(&found)
    );
    assert_eq!(circle(&found), Vec::<String>::new());
}

#[test]
fn a_planted_edge_is_found_above_and_below_tests() {
    for (module, _) in MODULES {
        for text in [
            format!("use crate::planted_edge::A;\n{TESTS}"),
            format!("{TESTS}\nuse crate::planted_edge::A;"),
            format!("{TESTS}\nuse super::{{planted_edge::{{A, B}}}};"),
            format!("{TESTS}\nfn f() {{ crate::planted_edge::f() }}"),
        ] {
            let wrong = differences(&edges(&[planted(module, &text)]), MODULES);
            let expected = format!("{module} uses planted_edge");
            assert!(wrong.contains(&expected), "{text}: {wrong:#?}");
        }
    }
}

#[test]
fn a_planted_circle_is_found() {
    let mut sources = sources();
    assert_eq!(circle(&edges(&sources)), Vec::<String>::new());
    sources.push(planted(
        "tile",
        &format!("{TESTS}\nuse crate::match_state::Match;"),
    ));
    let circle = circle(&edges(&sources));
    assert!(circle.contains(&"tile".to_owned()), "{circle:?}");
}

/// The games that a file names. One of them is also the word for an action.
fn named_games(source: &Source) -> Vec<&str> {
    let is_action = source.module() == ["action"];
    source
        .texts()
        .filter(|text| presets().iter().any(|sheet| sheet.id == *text))
        .filter(|text| !(is_action && *text == "draw"))
        .collect()
}

/// A sheet is all that games differ in: nothing but the folder of sheets knows a game's name.
#[test]
fn no_code_knows_the_name_of_a_game() {
    let sources = sources();
    assert!(sources.len() > 60, "{} files", sources.len());
    for source in &sources {
        let named = named_games(source);
        assert!(named.is_empty(), "{} knows {named:?}", source.file());
    }
}

#[test]
fn a_planted_name_is_found_above_and_below_tests() {
    let line = "fn f(id: &str) -> bool { id == \"kozel\" }";
    for text in [format!("{line}\n{TESTS}"), format!("{TESTS}\n{line}")] {
        assert_eq!(named_games(&planted("deal", &text)), ["kozel"]);
    }
    assert!(named_games(&planted("deal", TESTS)).is_empty());
}
