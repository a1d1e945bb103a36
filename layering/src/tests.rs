use super::*;

fn source(module: &[&str], text: &str) -> Source {
    let module: Vec<String> = module.iter().map(|name| (*name).to_owned()).collect();
    Source::read("planted.rs", &module, text, &["boneyard_own"]).unwrap()
}

/// What a module named `own` knows.
fn known(module: &[&str], text: &str) -> Vec<String> {
    let edges = edges(&[source(module, text)]);
    edges.into_values().flatten().collect()
}

#[test]
fn an_edge_is_found_in_every_spelling() {
    for text in [
        "use crate::other::Thing;",
        "use crate::{fmt, other::{self, inner::{A, B}}};",
        "use super::other::Thing;",
        "fn f() -> u8 { crate::other::thing() }",
        "fn f() { assert_eq!(1, crate::other::thing()); }",
        "fn f(_: Vec<crate::other::Thing>) {}",
        "#[derive(Debug)] struct S(crate :: other :: Thing);",
        "use boneyard_own::other::Thing;",
        "mod inner { use super::super::other::Thing; }",
        "macro_rules! m { () => { $crate::other::thing() } }",
        "pub(crate) use crate::r#other::*;",
    ] {
        assert!(
            known(&["own"], text).contains(&"other".to_owned()),
            "{text}"
        );
    }
    assert_eq!(
        known(&["own", "deeper"], "use super::super::other::A;"),
        ["other"]
    );
    assert_eq!(
        known(&["own", "deeper"], "use super::other::A;"),
        Vec::<String>::new()
    );
}

#[test]
fn an_edge_is_found_above_and_below_tests() {
    let tests = "#[cfg(test)]\nmod tests { use crate::only_tested::A; }\n";
    for text in [
        format!("use crate::other::A;\n{tests}"),
        format!("{tests}use crate::other::A;"),
        format!("#[cfg(test)]\nuse crate::only_tested::A;\n{tests}fn f() {{ crate::other::f() }}"),
        format!(
            "#[cfg(test)]\n#[must_use]\nconst fn f() -> u8 {{ crate::only_tested::A }}\nuse crate::other::A;{tests}"
        ),
        "#[cfg(test)]\nmod tests;\nuse crate::other::A;".to_owned(),
        "#[cfg(not(test))]\nuse crate::other::A;".to_owned(),
        "#[cfg(any(test, feature = \"x\"))]\nuse crate::other::A;".to_owned(),
        "fn f() { #[cfg(test)] let a = crate::only_tested::A; crate::other::f(); }".to_owned(),
    ] {
        assert_eq!(known(&["own"], &text), ["other"], "{text}");
    }
}

#[test]
fn comments_and_texts_are_no_edges() {
    let text =
        "/// See [`crate::other::A`].\n// crate::other::A\nconst A: &str = \"crate::other::A\";";
    assert_eq!(known(&["own"], text), Vec::<String>::new());
    assert_eq!(
        known(&["own"], "pub(crate) struct A; pub(super) struct B;"),
        Vec::<String>::new()
    );
}

#[test]
fn all_of_the_crate_at_once_is_an_edge_of_its_own() {
    for text in [
        "use crate::*;",
        "use super::*;",
        "use crate::{self as root};",
    ] {
        assert_eq!(known(&["own"], text), ["*"], "{text}");
    }
}

#[test]
fn what_the_root_exports_leads_to_its_module() {
    let found = edges(&[
        source(&[], "mod other; pub use other::{inner::Thing};"),
        source(&["other"], ""),
        source(&["own"], "use crate::Thing;"),
    ]);
    assert_eq!(found["own"], ["other".to_owned()].into());
}

#[test]
fn paths_and_macros_are_found_by_their_parts() {
    let text = "use std::{time::Instant, fs};\nfn f() { Instant::now(); println!(); a != b; }";
    let source = source(&["own"], text);
    for path in ["std::time", "std::fs", "Instant::now", "println!"] {
        assert!(source.names(path), "{path}");
    }
    for path in ["time::now", "std::println", "Instant!", "a!"] {
        assert!(!source.names(path), "{path}");
    }
}

#[test]
fn texts_are_found_around_tests() {
    let text = "const A: &str = \"a\";\n#[cfg(test)]\nconst B: &str = \"b\";\nfn f() { g!(\"c\") }";
    let source = source(&[], text);
    assert_eq!(source.texts().collect::<Vec<_>>(), ["a", "c"]);
}

#[test]
fn modules_of_tests_are_no_children() {
    let text = "mod a;\n#[cfg(test)]\nmod tests;\nmod b { mod c; }\npub mod d;";
    let source = source(&[], text);
    assert_eq!(source.children(), [vec!["a"], vec!["b", "c"], vec!["d"]]);
}

#[test]
fn a_list_is_held_to_what_was_found() {
    let found = edges(&[
        source(&["a"], "use crate::b::B;"),
        source(&["b"], "use crate::{a::A, c::C};"),
        source(&["c"], ""),
    ]);
    assert_eq!(
        differences(&found, &[("a", &["b"]), ("b", &["a", "c"]), ("c", &[])]),
        Vec::<String>::new()
    );
    let wrong = differences(&found, &[("b", &["c", "b"]), ("a", &["b"]), ("d", &[])]);
    assert_eq!(
        wrong,
        [
            "the modules are not sorted",
            "the names after b are not sorted",
            "b no longer uses b",
            "there is no module d",
            "b uses a",
            "module c is not on the list, it uses {}",
        ]
    );
    assert_eq!(circle(&found), ["a", "b"]);
}

#[test]
fn edges_inside_a_module_are_found() {
    let sources = [
        source(&["table"], "use crate::clock::Moment;"),
        source(
            &["table", "wire"],
            "use super::Address; use crate::clock::Moment;",
        ),
        source(
            &["table", "state"],
            "use super::wire; use crate::table::state::game::Game;",
        ),
        source(
            &["table", "state", "game"],
            "use super::super::wire::fact; use super::State;",
        ),
        source(&["lobby"], "use crate::table::wire;"),
    ];
    let found = edges_inside(&sources, "table");
    let allowed: Allowed = &[("state", &["wire"]), ("wire", &["table"])];
    assert_eq!(differences(&found, allowed), Vec::<String>::new());
    let without: Allowed = &[("state", &[]), ("wire", &["table"])];
    assert_eq!(differences(&found, without), ["state uses wire"]);
}

#[test]
fn an_item_that_nothing_uses_is_found() {
    let declaring = [source(
        &["own"],
        "pub struct Used; pub const fn planted() {} pub async fn tried() {} pub(crate) fn inner() {}\n\
         pub const SPARE: u8 = 0; pub type Other = u8; fn private() { Used; }\n\
         #[serde(with = \"by_text\")] pub struct Held; pub fn by_text() {}\n\
         #[cfg(test)] mod tests { fn f() { tried(); } }",
    )];
    let others = [
        source(
            &[],
            "pub use own::{Held, SPARE, planted, tried}; fn f() -> Other { 0 }",
        ),
        source(&["own"], "use crate::Held; /// [`planted`]\nfn g() {}"),
    ];
    let found = unused_items(&declaring, &others);
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        ["SPARE", "planted", "tried"]
    );
}
