//! The edges that ARCHITECTURE.md draws, held against the source.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_layering::{Allowed, Edges, Source, as_list, differences, edges, read_crate};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// The files of a crate's library.
fn library(folder: &str) -> Vec<Source> {
    read_crate(&root().join(folder).join("src/lib.rs"), &[]).unwrap()
}

/// Which module of the server knows which. A new edge is a decision: it should point down, to something that
/// the module cannot do without.
#[rustfmt::skip]
const MODULES: Allowed = &[
    ("admin", &["backup", "check", "clock", "config", "data_folder", "dealer", "door", "exposure", "house", "identity", "journal", "lobby", "report"]),
    ("archive", &["clock", "journal"]),
    ("arena", &["clock", "dealer", "table"]),
    ("backup", &["clock", "data_folder", "journal"]),
    ("bots", &[]),
    ("check", &["clock", "journal"]),
    ("clock", &[]),
    ("config", &[]),
    ("data_folder", &[]),
    ("dealer", &[]),
    ("door", &["clock", "config", "journal"]),
    ("exposure", &["config"]),
    ("house", &["archive", "clock", "config", "door", "identity", "journal", "lobby", "outbox", "table", "tasks"]),
    ("http", &["admin", "config", "house", "identity", "metrics", "session", "tls"]),
    ("identity", &["clock", "dealer", "journal"]),
    ("journal", &["archive", "clock", "door", "identity", "metrics", "report", "table"]),
    ("lobby", &["clock", "config", "dealer", "journal", "metrics", "outbox", "report", "table", "tasks"]),
    ("metrics", &[]),
    ("outbox", &["metrics"]),
    ("probe", &[]),
    ("replay", &[]),
    ("report", &["clock", "journal", "tasks"]),
    ("server", &["admin", "archive", "clock", "config", "data_folder", "dealer", "door", "exposure", "house", "http", "identity", "journal", "lobby", "metrics", "report", "sheet_files", "tasks", "tls"]),
    ("session", &["clock", "config", "door", "house", "identity", "lobby", "metrics", "outbox", "table"]),
    ("sheet_files", &[]),
    ("simulation", &["archive", "clock", "config", "dealer", "house", "identity", "journal", "outbox", "server", "session", "table", "tasks"]),
    ("table", &["archive", "bots", "clock", "dealer", "identity", "journal", "metrics", "outbox", "report", "tasks"]),
    ("tasks", &["metrics"]),
    ("tls", &["config"]),
    ("validate", &["clock", "config", "dealer", "journal", "server", "tasks"]),
    ("verify", &["journal"]),
];

/// The same for the program around the library.
#[rustfmt::skip]
const PROGRAM: Allowed = &[
    ("commands", &["Next", "Server", "admin", "arena", "backup", "check", "clock", "config", "dealer", "exposure", "journal", "log", "probe", "replay", "report", "sheet_files", "validate", "verify"]),
    ("log", &["config"]),
];

fn hold(found: &Edges, allowed: Allowed) {
    let wrong = differences(found, allowed);
    assert!(
        wrong.is_empty(),
        "{wrong:#?}\nnow it is\n{}",
        as_list(found)
    );
}

#[test]
fn modules_of_the_server_know_only_what_they_are_allowed_to() {
    hold(&edges(&library("server")), MODULES);
}

#[test]
fn modules_of_the_program_know_only_what_they_are_allowed_to() {
    let main = root().join("server/src/main.rs");
    let program = read_crate(&main, &["boneyard_server"]).unwrap();
    hold(&edges(&program), PROGRAM);
}

/// An edge that is not on the list, as a text like those of the server's modules.
fn planted(module: &str, text: &str) -> Edges {
    let module = [module.to_owned(), "inner".to_owned()];
    edges(&[Source::read("planted.rs", &module, text, &[]).unwrap()])
}

#[test]
fn a_planted_edge_is_found_above_and_below_tests() {
    let tests = "#[cfg(test)]\nmod tests { use crate::session::Session; }";
    for (module, _) in MODULES {
        for text in [
            format!("use crate::planted::Edge;\n{tests}"),
            format!("{tests}\nuse crate::planted::Edge;"),
            format!("{tests}\nuse crate::{{clock::Moment, planted::{{Edge, Other}}}};"),
            format!("{tests}\nfn f() {{ crate::planted::edge() }}"),
            format!("{tests}\nfn f() {{ super::super::planted::edge() }}"),
        ] {
            let wrong = differences(&planted(module, &text), MODULES);
            let expected = format!("{module} uses planted");
            assert!(wrong.contains(&expected), "{text}: {wrong:#?}");
        }
    }
}

#[test]
fn only_table_imports_its_task_and_its_state() {
    for source in library("server") {
        if source
            .module()
            .first()
            .is_some_and(|module| module == "table")
        {
            continue;
        }
        for inner in ["table::task", "table::state"] {
            assert!(
                !source.names(inner),
                "{} reaches into {inner}",
                source.file()
            );
        }
    }
}

#[test]
fn tasks_are_started_and_time_and_entropy_are_read_in_one_place_each() {
    let only = [
        (
            "tasks",
            "starts a task",
            &["tokio::spawn", "task::spawn"][..],
        ),
        (
            "clock",
            "reads the time",
            &["Instant::now", "SystemTime::now", "Uuid::now_v7", "now_v7"],
        ),
        (
            "dealer",
            "reads the system's entropy",
            &["SysRng", "thread_rng", "rand::rng", "Uuid::new_v4"],
        ),
    ];
    for source in library("server") {
        for (place, what, readings) in only {
            let is_there = source
                .module()
                .first()
                .is_some_and(|module| module == place);
            let names = readings.iter().any(|reading| source.names(reading));
            assert!(is_there || !names, "{} {what}", source.file());
        }
    }
}

#[test]
fn crates_depend_in_one_direction() {
    let names = [
        "boneyard-engine",
        "boneyard-protocol",
        "boneyard-server",
        "boneyard-client",
    ];
    let allowed: [(&str, &[&str]); 4] = [
        ("engine", &[]),
        ("protocol", &["boneyard-engine"]),
        ("server", &["boneyard-engine", "boneyard-protocol"]),
        ("client", &["boneyard-engine", "boneyard-protocol"]),
    ];
    for (folder, may) in allowed {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        // The simulation folds what it is told as a client does; a server is built without it.
        let is_built = |line: &&str| !line.contains("optional = true");
        let dependencies: String = dependencies.lines().filter(is_built).collect();
        for name in names.iter().filter(|name| !may.contains(*name)) {
            assert!(!dependencies.contains(name), "{folder} depends on {name}");
        }
    }
}

#[test]
fn the_engine_does_no_io_and_knows_no_clock() {
    for source in library("engine") {
        for path in [
            "std::fs",
            "std::net",
            "std::io",
            "std::time",
            "std::env",
            "tokio",
            "tracing",
            "println!",
            "eprintln!",
        ] {
            assert!(!source.names(path), "{} uses {path}", source.file());
        }
    }
}
