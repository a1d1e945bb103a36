//! Collects `sheets/*.toml` into one list, so that a new game is one file.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=sheets");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("sheets");
    let mut files = fs::read_dir(folder)?
        .map(|file| file.map(|file| file.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));

    let mut list = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(list, "    include_str!({file:?}),")?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("sheets.rs"), list)?;
    Ok(())
}
