//! Every public item of the workspace is used by the program, not only by its tests.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::BTreeSet;
use std::path::Path;

use boneyard_layering::{Source, read_crate, unused_items};

/// The crates whose public items are looked at. `client` is made for programs elsewhere and has a test of each
/// method (`lab/tests/sdk`); `layering` is made for tests.
const CRATES: [&str; 5] = ["engine", "protocol", "store", "server", "lab"];

/// Public items that only tests use, and why there are such.
const FOR_TESTS: [(&str, &str); 2] = [
    (
        "FROZEN",
        "journals of earlier versions, behind the feature `contract`",
    ),
    (
        "document",
        "writes `protocol/schema/asyncapi.yaml`, behind the feature `schema`",
    ),
];

fn read(file: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    read_crate(&root, &[]).unwrap()
}

#[test]
fn every_public_item_is_used_outside_tests() {
    let declaring: Vec<Source> = CRATES
        .iter()
        .flat_map(|name| read(&format!("{name}/src/lib.rs")))
        .collect();
    let programs = ["client/src/lib.rs", "server/src/main.rs", "lab/src/main.rs"];
    let others: Vec<Source> = programs.iter().flat_map(|file| read(file)).collect();
    let expected: BTreeSet<&str> = FOR_TESTS.iter().map(|(name, _)| *name).collect();
    assert_eq!(unused_items(&declaring, &others), expected);
}
