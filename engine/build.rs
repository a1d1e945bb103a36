//! Turns `sheets/*.toml` into data that the program holds, so that a new game is one file and no
//! program has to read TOML for it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use toml::{Table, Value};

fn main() -> Result<(), Box<dyn Error>> {
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

    let (mut sheets, mut texts) = (String::from("&[\n"), String::from("&[\n"));
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let sheet: Table = toml::from_str(&fs::read_to_string(&file)?)?;
        write_table(&mut sheets, &sheet).map_err(|error| format!("{}: {error}", file.display()))?;
        sheets.push_str(",\n");
        writeln!(texts, "    include_str!({file:?}),")?;
    }
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("sheets.rs"), sheets + "]")?;
    // What the data was made from, for the test that compares them.
    fs::write(out.join("sheet_texts.rs"), texts + "]")?;
    Ok(())
}

/// Writes a table as a `Datum` of `src/sheet/datum.rs`.
fn write_table(code: &mut String, table: &Table) -> Result<(), Box<dyn Error>> {
    code.push_str("Datum::Table(&[");
    for (name, value) in table {
        write!(code, "({name:?}, ")?;
        match value {
            Value::Boolean(is_on) => write!(code, "Datum::Switch({is_on})")?,
            Value::Integer(number) => write!(code, "Datum::Number({})", u32::try_from(*number)?)?,
            Value::String(text) => write!(code, "Datum::Text({text:?})")?,
            Value::Table(inner) => write_table(code, inner)?,
            other => return Err(format!("{name} is {other:?}, which no field is").into()),
        }
        code.push_str("), ");
    }
    code.push_str("])");
    Ok(())
}
