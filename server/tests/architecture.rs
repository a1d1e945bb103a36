//! The edges that ARCHITECTURE.md draws, held against the source.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

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
    found.sort();
    found
}

/// A source file without its comments and without its tests, which may look anywhere.
fn code(path: &Path) -> String {
    if path.file_stem().is_some_and(|stem| stem == "tests")
        || path
            .parent()
            .is_some_and(|parent| parent.ends_with("tests"))
    {
        return String::new();
    }
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The top-level module of `server/src` that a file belongs to.
fn module_of(path: &Path, src: &Path) -> String {
    let first = path.strip_prefix(src).unwrap().components().next().unwrap();
    first
        .as_os_str()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

/// Every `crate::name` that a text mentions, `use crate::{a, b}` included.
fn crate_paths(text: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut found = BTreeSet::new();
    for rest in text.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.insert(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut item = String::new();
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    found.insert(word(item.trim()));
                    item.clear();
                }
                _ => item.push(c),
            }
        }
        found.insert(word(item.trim()));
    }
    found.remove("");
    found
}

/// Who may not know whom inside the server: `session -> lobby -> table -> journal`, nothing upwards.
const FORBIDDEN: [(&str, &[&str]); 9] = [
    ("journal", &["lobby", "session", "http", "bots"]),
    ("table", &["lobby", "session", "http"]),
    ("bots", &["lobby", "session", "http", "journal"]),
    ("lobby", &["session", "http"]),
    ("session", &["http", "journal"]),
    ("identity", &["lobby", "table", "session", "http"]),
    ("dealer", &["lobby", "table", "session", "http", "journal"]),
    (
        "clock",
        &[
            "lobby", "table", "session", "http", "journal", "config", "identity",
        ],
    ),
    (
        "outbox",
        &["lobby", "table", "session", "http", "journal", "identity"],
    ),
];

#[test]
fn modules_of_the_server_know_only_what_lies_below_them() {
    let src = root().join("server/src");
    let mut wrong = Vec::new();
    for path in rust_files(&src) {
        let module = module_of(&path, &src);
        let seen = crate_paths(&code(&path));
        for (_, forbidden) in FORBIDDEN.iter().filter(|(name, _)| *name == module) {
            for edge in forbidden.iter().filter(|edge| seen.contains(**edge)) {
                wrong.push(format!("{} uses crate::{edge}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_table_imports_its_task_and_its_state() {
    let src = root().join("server/src");
    for path in rust_files(&src)
        .iter()
        .filter(|path| module_of(path, &src) != "table")
    {
        let text = code(path);
        for inner in ["table::task", "table::state"] {
            assert!(
                !text.contains(inner),
                "{} reaches into {inner}",
                path.display()
            );
        }
    }
}

#[test]
fn tasks_are_started_and_time_and_entropy_are_read_in_one_place_each() {
    let src = root().join("server/src");
    for path in rust_files(&src) {
        let (module, text) = (module_of(&path, &src), code(&path));
        let at = path.display();
        assert!(
            module == "tasks" || !text.contains("tokio::spawn"),
            "{at} spawns a task"
        );
        for reading in ["Instant::now", "SystemTime::now", "now_v7"] {
            assert!(
                module == "clock" || !text.contains(reading),
                "{at} reads the time"
            );
        }
        for reading in ["SysRng", "thread_rng", "rand::rng()", "Uuid::new_v4"] {
            assert!(
                module == "dealer" || !text.contains(reading),
                "{at} reads the system's entropy"
            );
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
    let src = root().join("engine/src");
    for path in rust_files(&src)
        .iter()
        .filter(|path| !path.starts_with(src.join("bin")))
    {
        let text = code(path);
        for word in [
            "std::fs",
            "std::net",
            "std::io",
            "std::time",
            "std::env::",
            "tokio",
            "tracing",
            "println!",
        ] {
            assert!(!text.contains(word), "{} uses {word}", path.display());
        }
    }
}

#[test]
fn the_scan_sees_grouped_imports() {
    let seen = crate_paths(
        "use crate::{clock::Moment, table::{state::Table, Fact}, journal};\ncrate::lobby::x()",
    );
    let expected = ["clock", "journal", "lobby", "table"].map(str::to_owned);
    assert_eq!(seen, BTreeSet::from(expected));
}
