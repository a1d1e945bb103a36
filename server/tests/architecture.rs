//! The edges that ARCHITECTURE.md draws, held against the source.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_layering::{
    Allowed, Edges, Source, as_list, circle, differences, edges, edges_inside, read_crate,
};

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
    ("admin", &["admission", "app", "clock", "config", "dealer", "exposure", "identity", "lobby"]),
    ("admission", &["clock", "config"]),
    ("app", &["admission", "clock", "config", "identity", "lobby", "outbox", "sliding_window", "table", "tasks"]),
    ("bots", &[]),
    ("clock", &[]),
    ("config", &[]),
    ("dealer", &[]),
    ("exposure", &["config"]),
    ("headless", &["app", "config", "server", "session", "tasks"]),
    ("http", &["admin", "app", "config", "identity", "metrics", "session", "tls"]),
    ("http_client", &[]),
    ("identity", &["clock", "dealer"]),
    ("lobby", &["clock", "config", "dealer", "metrics", "outbox", "report", "table", "tasks"]),
    ("metrics", &["clock"]),
    ("outbox", &["metrics"]),
    ("probe", &["http_client"]),
    ("replay", &[]),
    ("report", &["clock", "sliding_window", "tasks"]),
    ("server", &["admin", "admission", "app", "clock", "config", "dealer", "exposure", "http", "identity", "lobby", "metrics", "report", "sheet_files", "tasks", "tls"]),
    ("session", &["admission", "app", "clock", "config", "identity", "lobby", "metrics", "outbox", "table"]),
    ("sheet_files", &[]),
    ("sliding_window", &["clock"]),
    ("table", &["bots", "clock", "dealer", "identity", "metrics", "outbox", "sliding_window", "tasks"]),
    ("tasks", &["metrics"]),
    ("tls", &["config"]),
    ("verify", &[]),
];

/// The same inside `table`; what lies in `table.rs` itself is called `table` here. `state` is a fold of facts: it must
/// not know `wire`, and nothing that runs.
#[rustfmt::skip]
const TABLE: Allowed = &[
    ("answers", &[]),
    ("audience", &["brain", "outlet", "state", "table", "wire"]),
    ("brain", &["naming", "request", "seats", "state", "table", "turn_clock", "wire"]),
    ("desk", &["brain", "state", "wire"]),
    ("fold", &["brain", "state", "wire"]),
    ("naming", &["seats"]),
    ("outlet", &["table"]),
    ("pace", &["brain"]),
    ("request", &[]),
    ("seats", &[]),
    ("state", &["answers", "seats"]),
    ("task", &["answers", "audience", "brain", "outlet", "pace", "request", "seats", "state", "table", "wire"]),
    ("turn_clock", &[]),
    ("wire", &["state"]),
];

#[test]
fn modules_of_a_table_know_only_what_they_are_allowed_to() {
    let found = edges_inside(&library("server"), "table");
    hold(&found, TABLE);
    assert_eq!(circle(&found), Vec::<String>::new());
}

/// What a viewer is told is built where it is sent. The state knows facts, and of the protocol only ids, limits and the
/// names of phases.
#[test]
fn the_state_of_a_table_knows_nothing_of_the_wire() {
    let is_of_the_state = |source: &&Source| {
        source
            .module()
            .starts_with(&["table".to_owned(), "state".to_owned()])
    };
    let library = library("server");
    let mut known: Vec<&str> = library
        .iter()
        .filter(is_of_the_state)
        .flat_map(|source| source.written_paths())
        .filter(|path| path.first().is_some_and(|name| name == "boneyard_protocol"))
        .filter_map(|path| path.last().map(String::as_str))
        .collect();
    known.sort_unstable();
    known.dedup();
    assert_eq!(
        known,
        [
            "AbsenceChoice",
            "MatchId",
            "PlayerId",
            "RESUME_FACTS",
            "TableId",
            "TablePhase"
        ]
    );
}

/// The same for the program around the library.
#[rustfmt::skip]
const PROGRAM: Allowed = &[
    ("commands", &["Next", "Server", "admin", "clock", "config", "dealer", "exposure", "http_client", "log", "probe", "replay", "sheet_files", "verify"]),
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

/// The same for the store. `sqlite` and `memory` are backends: only `open` and `maintenance` choose one.
#[rustfmt::skip]
const STORE: Allowed = &[
    ("archive", &["journal", "time"]),
    ("backup", &["folder", "maintenance", "open"]),
    ("bans", &["journal", "time"]),
    ("chain", &["record"]),
    ("check", &[]),
    ("codec", &["fact", "heads", "record", "time"]),
    ("contract", &["*", "bans", "chain", "fact", "reports", "stored"]),
    ("encoded", &["archive", "chain", "codec", "fact", "heads", "journal", "record", "time"]),
    ("fact", &[]),
    ("folder", &[]),
    ("frozen", &["chain", "record", "stored"]),
    ("heads", &["chain", "encoded", "journal", "record"]),
    ("journal", &["archive", "fact", "record", "stored", "time"]),
    ("maintenance", &["backup", "check", "journal", "open", "reports", "sqlite", "stored", "time"]),
    ("memory", &["archive", "bans", "encoded", "heads", "journal", "people", "record", "reports", "stored"]),
    ("open", &["Store", "folder", "journal", "sqlite"]),
    ("people", &["journal", "time"]),
    ("record", &["chain", "fact", "time"]),
    ("reports", &["journal", "time"]),
    ("space", &[]),
    ("sqlite", &["archive", "backup", "bans", "chain", "check", "codec", "encoded", "folder", "heads", "journal", "maintenance", "open", "people", "record", "reports", "space", "stored", "time"]),
    ("stored", &["chain", "codec", "record"]),
    ("time", &[]),
];

#[test]
fn modules_of_the_store_know_only_what_they_are_allowed_to() {
    hold(&edges(&library("store")), STORE);
}

/// Every Rust file below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// What only the store may say: its database is nobody else's business, so that another one can take its place.
const OF_THE_DATABASE: [&str; 5] = ["sqlite", "sqlx", "pragma ", "boneyard.tenure", "-wal"];

/// The lines of a source that say something of the database, in code or in texts; comments may explain.
fn lines_about_the_database(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim_start);
    let code = lines.filter(|line| !line.starts_with("//"));
    code.filter(|line| {
        let line = line.to_lowercase();
        OF_THE_DATABASE.iter().any(|word| line.contains(word))
    })
    .collect()
}

#[test]
fn nothing_outside_the_store_knows_which_database_it_is() {
    for folder in ["engine", "protocol", "server", "client", "lab"] {
        let folder = root().join(folder);
        if !folder.join("src").is_dir() {
            continue;
        }
        for path in rust_files(&folder.join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            let found = lines_about_the_database(&text);
            assert!(found.is_empty(), "{}: {found:#?}", path.display());
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("sqlx"), "{}", folder.display());
    }
}

#[test]
fn a_planted_line_about_the_database_is_found() {
    for planted in [
        "use boneyard_store::sqlite::FILE;",
        "let options = sqlx::sqlite::SqliteConnectOptions::new();",
        "const DATABASE: &str = \"boneyard.sqlite3\";",
        "run(\"PRAGMA journal_mode\")",
        "#[cfg(test)]\nmod tests { const NOTE: &str = \"boneyard.tenure\"; }",
    ] {
        assert_eq!(lines_about_the_database(planted).len(), 1, "{planted}");
    }
    let comment = "/// The ending of SQLite's log is `-wal`.\nfn f() {}";
    assert!(lines_about_the_database(comment).is_empty());
}

/// Which modules of the server know the store at all.
#[rustfmt::skip]
const STORE_USERS: &[&str] = &["admin", "admission", "app", "clock", "headless", "identity", "lobby", "metrics", "report", "server", "table"];

#[test]
fn only_some_modules_of_the_server_know_the_store() {
    let mut users: Vec<String> = library("server")
        .iter()
        .filter(|source| source.names("boneyard_store"))
        .filter_map(|source| source.module().first().cloned())
        .collect();
    users.sort();
    users.dedup();
    assert_eq!(users, STORE_USERS);
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
fn a_planted_edge_from_the_state_to_the_wire_is_found() {
    let state = ["table", "state", "inner"].map(str::to_owned);
    for text in [
        "use crate::table::wire::fact;",
        "#[cfg(test)]\nmod tests;\nfn f() { super::super::wire::fact() }",
    ] {
        let planted = Source::read("planted.rs", &state, text, &[]).unwrap();
        let wire = Source::read("wire.rs", &["table", "wire"].map(str::to_owned), "", &[]).unwrap();
        let found = edges_inside(&[planted, wire], "table");
        let wrong = differences(&found, TABLE);
        assert!(
            wrong.contains(&"state uses wire".to_owned()),
            "{text}: {wrong:#?}"
        );
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

/// `Hidden::uncovered` takes the cover from any tile, so few may call it: the codec that writes the journal, the
/// fold of a table, and the telling of a match that is over.
#[test]
fn few_places_uncover_hidden_tiles() {
    let allowed = [
        ("server", "replay::words"),
        ("server", "table::state::action"),
        ("store", "codec::event"),
    ];
    // The codec names it in an attribute.
    let uncovers = |source: &Source| {
        source.names("uncovered") || source.texts().any(|text| text.ends_with("uncovered"))
    };
    let mut found = Vec::new();
    for folder in ["protocol", "server", "store"] {
        let sources = library(folder);
        let places = sources.iter().filter(|source| uncovers(source));
        found.extend(places.map(|source| (folder, source.module().join("::"))));
    }
    found.sort();
    let allowed = allowed.map(|(folder, module)| (folder, module.to_owned()));
    assert_eq!(found, allowed);
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

/// The parts of the workspace that a crate may depend on, for its programs and for its tests.
const CRATES: [(&str, &[&str]); 6] = [
    ("engine", &[]),
    ("protocol", &["engine"]),
    ("store", &["engine", "protocol"]),
    ("server", &["engine", "protocol", "store"]),
    ("client", &["engine", "protocol"]),
    ("lab", &["client", "engine", "protocol", "server", "store"]),
];

#[test]
fn crates_depend_in_one_direction() {
    for (folder, may) in CRATES {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        for (other, _) in CRATES {
            let is_there = dependencies.contains(&format!("\nboneyard-{other}."))
                || dependencies.contains(&format!("\nboneyard-{other} "));
            assert!(
                !is_there || other == folder || may.contains(&other),
                "{folder} depends on {other}"
            );
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
