//! The host's own games: the sheets in a folder, read once at the start.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use boneyard_engine::{NotASheet, Plain, Sheet, Sheets};
use boneyard_protocol::limits::SEATS;
use thiserror::Error;

/// The most bytes of a sheet's file; a larger one is refused.
const FILE_BYTES: u64 = 64 * 1024;
/// The most sheets in a folder; more are refused.
const FILES: usize = 200;

/// A path as plain text in one line, because files can have any name.
fn shown(path: &Path) -> String {
    Plain(&path.to_string_lossy()).to_string()
}

/// Why a folder of sheets cannot be used. Each names the file, and the field with its code where there is one.
#[derive(Debug, Error)]
pub enum SheetFileError {
    /// The folder or the file cannot be read.
    #[error("{}: {cause}", shown(path))]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The folder holds more than 200 sheets.
    #[error("{}: more than {FILES} sheets", shown(path))]
    TooManyFiles {
        /// The folder.
        path: PathBuf,
    },
    /// The file is larger than 64 KiB.
    #[error("{}: more than {FILE_BYTES} bytes", shown(path))]
    TooLarge {
        /// Which.
        path: PathBuf,
    },
    /// The file is not a sheet, or not a valid one.
    #[error("{}: {why}", shown(path))]
    Wrong {
        /// Which.
        path: PathBuf,
        /// The fields and their codes (SPEC 2.2).
        why: NotASheet,
    },
    /// A preset or another file has the same id.
    #[error("{}: id: id_taken (`{id}`)", shown(path))]
    IdTaken {
        /// Which.
        path: PathBuf,
        /// The id.
        id: String,
    },
    /// The sheet allows more players than a table has seats.
    #[error(
        "{}: players.max: too_many_seats ({max}, a table has {SEATS})",
        shown(path)
    )]
    TooManySeats {
        /// Which.
        path: PathBuf,
        /// The sheet's maximum.
        max: u32,
    },
}

/// The presets and, with a folder, every `*.toml` in it.
///
/// # Errors
///
/// The first file, in the order of names, that cannot be used.
pub fn load(folder: Option<&Path>) -> Result<Sheets, SheetFileError> {
    let mut sheets = Sheets::presets();
    let Some(folder) = folder else {
        return Ok(sheets);
    };
    for path in files(folder)? {
        let sheet = read(&path)?;
        let id = sheet.id.clone();
        if sheets.add(sheet).is_err() {
            return Err(SheetFileError::IdTaken { path, id });
        }
    }
    Ok(sheets)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, SheetFileError> {
    let unreadable = |cause| SheetFileError::Unreadable {
        path: folder.to_owned(),
        cause,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|end| end == "toml") {
            files.push(path);
        }
    }
    if files.len() > FILES {
        let path = folder.to_owned();
        return Err(SheetFileError::TooManyFiles { path });
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Sheet, SheetFileError> {
    let path = path.to_owned();
    let text = match text_of(&path) {
        Ok(Some(text)) => text,
        Ok(None) => return Err(SheetFileError::TooLarge { path }),
        Err(cause) => return Err(SheetFileError::Unreadable { path, cause }),
    };
    let sheet = match Sheet::from_toml(&text) {
        Ok(sheet) => sheet,
        Err(why) => return Err(SheetFileError::Wrong { path, why }),
    };
    let max = sheet.players.max;
    if max > u32::from(SEATS) {
        return Err(SheetFileError::TooManySeats { path, max });
    }
    Ok(sheet)
}

/// The file's text; `None` if it is larger than [`FILE_BYTES`]. Anything but a plain file or a link to one is not even
/// opened: a pipe would block, and a device may have no end.
fn text_of(path: &Path) -> io::Result<Option<String>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    let mut beginning = fs::File::open(path)?.take(FILE_BYTES + 1);
    let read = beginning.read_to_end(&mut bytes)?;
    if u64::try_from(read).is_ok_and(|read| read <= FILE_BYTES) {
        let text = String::from_utf8(bytes);
        text.map(Some)
            .map_err(|_| io::Error::other("it is not UTF-8"))
    } else {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "id = \"our-block\"\nnames = { en = \"Our block\" }\n\
        deal.tiles = { 2 = 6, 3 = 6, 4 = 6 }\nmatch.target = { 2 = 50, 3 = 50, 4 = 50 }\n";

    fn loaded(files: &[(&str, &str)]) -> Result<Sheets, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        load(Some(folder.path())).map_err(|error| error.to_string())
    }

    #[test]
    fn the_presets_come_first_and_other_files_are_left_alone() {
        let sheets = loaded(&[("a.toml", OWN), ("README.md", "no sheet")]).unwrap();
        assert_eq!(sheets.iter().count(), Sheets::presets().iter().count() + 1);
        assert_eq!(sheets.get("our-block").unwrap().names.ru, "Our block");
    }

    #[test]
    fn a_wrong_sheet_is_named_by_file_field_and_code() {
        let with = |more: &str| format!("{OWN}{more}\n");
        let many = "players.max = 9\n".to_owned()
            + &OWN
                .replace("4 = 6", "4 = 3, 5 = 3, 6 = 3, 7 = 3, 8 = 3, 9 = 3")
                .replace("4 = 50", "4 = 50, 5 = 50, 6 = 50, 7 = 50, 8 = 50, 9 = 50");
        for (text, says) in [
            (
                with("turn.draw = \"one\""),
                "a.toml: deal.undealt: undealt_draw",
            ),
            (
                with("turn.drew = \"one\""),
                "a.toml: turn.drew: unknown_field",
            ),
            (with("score.blank = 3"), "a.toml: score.blank: bad_value"),
            (OWN.replace("our-block", "kozel"), "a.toml: id: id_taken"),
            (many, "a.toml: players.max: too_many_seats"),
            ("id = ".to_owned(), "a.toml: TOML parse error at line 1"),
            (
                with(&"#".repeat(64 * 1024)),
                "a.toml: more than 65536 bytes",
            ),
        ] {
            let error = loaded(&[("a.toml", &text)]).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
        let error = loaded(&[("a.toml", OWN), ("b.toml", OWN)]).unwrap_err();
        assert!(error.contains("b.toml: id: id_taken"), "{error}");
        let none = load(Some(Path::new("/no/such/folder"))).unwrap_err();
        assert!(none.to_string().contains("/no/such/folder"), "{none}");
    }

    #[test]
    fn what_is_no_plain_file_of_text_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let refused = || load(Some(folder.path())).unwrap_err().to_string();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert!(refused().ends_with("a.toml: it is not a plain file"));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(refused().ends_with("a.toml: it is not a plain file"));
        fs::remove_dir(&path).unwrap();
        fs::write(&path, b"id = \"\xff\"").unwrap();
        assert!(refused().ends_with("a.toml: it is not UTF-8"));
        fs::write(&path, "\u{e9}".repeat(40_000)).unwrap();
        assert!(refused().ends_with("a.toml: more than 65536 bytes"));
    }
}
