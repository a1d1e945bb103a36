//! What must stay true of the engine's own source.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_engine::presets;

/// Every file of a folder and those below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines before a file's own tests.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
}

/// A sheet is all that games differ in: nothing but the folder of sheets knows a game's name. One of
/// them is also the word for an action.
#[test]
fn no_code_knows_the_name_of_a_game() {
    let files = sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    let mut count = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for line in lines(&text) {
            count += 1;
            for sheet in presets() {
                let quoted = format!("\"{}\"", sheet.id);
                let action = file.ends_with("src/action.rs") && line.contains("Draw");
                let named = line.contains(&quoted) && !(action && sheet.id == "draw");
                let (file, id) = (file.display(), &sheet.id);
                assert!(!named, "{file} knows {id}: {line}");
            }
        }
    }
    assert!(count > 5000, "{count} lines in {files:?}");
}
