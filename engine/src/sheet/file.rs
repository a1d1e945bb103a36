//! Reading a sheet from a file that somebody else has written.

use std::fmt;

use serde_json::Value;

use crate::plain::{Plain, is_plain};

use super::effective::{in_domain, is_table, place, put, tree};
use super::{Invalid, Sheet};

/// Why a text is not a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotASheet {
    /// It is not TOML; what the reader says, with the line.
    Toml(String),
    /// Fields are wrong: those that the first stage of SPEC 2.2 finds, sorted by code and field.
    Fields(Vec<WrongField>),
}

/// A field, by its dotted name, and the code of SPEC 2.2 for what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrongField {
    /// What is wrong.
    pub code: Invalid,
    /// The field; of a rule about several, the one that should be looked at first.
    pub field: String,
}

impl fmt::Display for NotASheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(message) => write_lines(f, message.trim_end()),
            Self::Fields(fields) => {
                for (index, WrongField { code, field }) in fields.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}: {code}", Plain(field))?;
                }
                Ok(())
            }
        }
    }
}

/// The reader's message quotes the file: its line breaks are kept, all else that is not plain is written out.
fn write_lines(f: &mut fmt::Formatter<'_>, message: &str) -> fmt::Result {
    for (index, line) in message.split('\n').enumerate() {
        let feed = if index > 0 { "\n" } else { "" };
        write!(f, "{feed}{}", Plain(line))?;
    }
    Ok(())
}

impl std::error::Error for NotASheet {}

impl Sheet {
    /// Reads and validates a sheet in TOML, in the form of the files of `engine/sheets`. A field left
    /// out takes the default of SPEC 2.1, but there must be an `id` of small letters, digits and
    /// hyphens, at most 40, and an English name; a name in another language that is left out is the
    /// English one. A name has at most 60 characters, none of them a control character or one that turns
    /// its surroundings round.
    ///
    /// # Errors
    ///
    /// See [`NotASheet`].
    pub fn from_toml(text: &str) -> Result<Self, NotASheet> {
        let table: toml::Table =
            toml::from_str(text).map_err(|error| NotASheet::Toml(error.to_string()))?;
        // Only dates are not plain JSON data; as texts they are bad values wherever they stand.
        let written =
            serde_json::to_value(table).map_err(|error| NotASheet::Toml(error.to_string()))?;
        let mut fields = Vec::new();
        flatten(&written, String::new(), &mut fields);
        let blank = tree(&Self::default());
        let wrong = |code, is_wrong: &dyn Fn(&str, &Value) -> bool| {
            let found = fields
                .iter()
                .filter(|(field, value)| is_wrong(field, value));
            let found = found.map(|(field, _)| WrongField {
                code,
                field: field.clone(),
            });
            refuse(found.collect())
        };
        wrong(Invalid::UnknownField, &|field, _| {
            place(&blank, field).is_none()
        })?;
        wrong(Invalid::BadValue, &|field, value| {
            !in_domain(&blank, field, value)
        })?;
        let mut whole = blank;
        for (field, value) in &fields {
            put(&mut whole, field, value);
        }
        let mut sheet: Self =
            serde_json::from_value(whole).map_err(|error| NotASheet::Toml(error.to_string()))?;
        sheet.check_identity()?;
        let codes = sheet.validate().err().unwrap_or_default();
        let fields = codes.into_iter().map(|code| WrongField {
            code,
            field: code.field().to_owned(),
        });
        refuse(fields.collect())?;
        for name in [&mut sheet.names.ru, &mut sheet.names.hu] {
            if name.is_empty() {
                name.clone_from(&sheet.names.en);
            }
        }
        Ok(sheet)
    }

    /// The id stands in records, addresses and lines of words, so it must be one plain word.
    fn check_identity(&self) -> Result<(), NotASheet> {
        const LONGEST_ID: usize = 40;
        const LONGEST_NAME: usize = 60;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let id_is_plain = (1..=LONGEST_ID).contains(&self.id.len()) && self.id.bytes().all(plain);
        let may_be =
            |name: &str| name.chars().all(is_plain) && name.chars().nth(LONGEST_NAME).is_none();
        let wrong = [
            ("id", id_is_plain),
            (
                "names.en",
                !self.names.en.trim().is_empty() && may_be(&self.names.en),
            ),
            ("names.ru", may_be(&self.names.ru)),
            ("names.hu", may_be(&self.names.hu)),
        ];
        let wrong = wrong.into_iter().filter(|(_, is_well)| !is_well);
        refuse(
            wrong
                .map(|(field, _)| WrongField {
                    code: Invalid::BadValue,
                    field: field.to_owned(),
                })
                .collect(),
        )
    }
}

fn refuse(mut wrong: Vec<WrongField>) -> Result<(), NotASheet> {
    wrong.sort();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(NotASheet::Fields(wrong))
    }
}

/// The fields of a tree by their dotted names. A table by player count is one field.
fn flatten(value: &Value, name: String, fields: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(inner) if !is_table(&name) => {
            for (key, value) in inner {
                let name = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}.{key}")
                };
                flatten(value, name, fields);
            }
        }
        _ => fields.push((name, value.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = r#"
        id = "our-draw"
        names = { en = "Our draw" }
        [deal]
        tiles = { 2 = 6, 3 = 6, 4 = 5 }
        undealt = "drawable"
        [turn]
        draw = "until_fit"
        [match]
        target = { 2 = 50, 3 = 50, 4 = 50 }
    "#;

    fn wrong(text: &str) -> Vec<(String, &'static str)> {
        match Sheet::from_toml(text) {
            Err(NotASheet::Fields(fields)) => fields
                .into_iter()
                .map(|wrong| (wrong.field, wrong.code.code()))
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sheet_is_read_with_defaults() {
        let sheet = Sheet::from_toml(OWN).unwrap();
        assert_eq!(
            (sheet.names.hu.as_str(), sheet.referee.clock),
            ("Our draw", 30)
        );
        assert_eq!(sheet.tiles_each(4), 5);
    }

    #[test]
    fn what_is_wrong_is_named_by_field_and_code() {
        for (more, field, code) in [
            ("[line]\nspin = true", "line.spin", "unknown_field"),
            ("[rules.x]\ny = 1", "rules.x.y", "unknown_field"),
            ("[score]\nblank = \"never\"", "score.blank", "bad_value"),
            (
                "[score]\nblank_value = 1.5",
                "score.blank_value",
                "bad_value",
            ),
            (
                "[score]\nthreshold = 13",
                "score.threshold",
                "threshold_result",
            ),
            ("[players]\nmax = 1", "players.min", "players_range"),
            ("[players]\nmax = 5", "deal.tiles", "tiles_missing"),
        ] {
            let found = wrong(&format!("{OWN}\n{more}"));
            assert!(
                found.contains(&(field.to_owned(), code)),
                "{more}: {found:?}"
            );
        }
        assert_eq!(
            wrong("id = \"a b\""),
            [
                ("id".to_owned(), "bad_value"),
                ("names.en".to_owned(), "bad_value")
            ]
        );
        assert!(matches!(Sheet::from_toml("id ="), Err(NotASheet::Toml(_))));
    }

    #[test]
    fn every_preset_is_read_from_its_file_alike() {
        for (text, sheet) in crate::sheet::preset::FILES
            .iter()
            .zip(crate::sheet::presets())
        {
            assert_eq!(Sheet::from_toml(text).as_ref(), Ok(&**sheet));
        }
    }
}
