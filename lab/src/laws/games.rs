//! The games that the laws are stated about: every sheet, its switches turned both ways.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use boneyard_engine::{MatchSetup, Options, presets};

/// Overrides by the preset they belong to. Each list entry is one game more.
const SWITCHES: &str = include_str!("switches.json");

/// A game with a number of players: what a match is set up from.
pub(crate) struct Setting {
    pub(crate) rules: &'static str,
    pub(crate) players: u8,
    /// Whether nothing is overridden.
    pub(crate) plain: bool,
    setup: MatchSetup,
}

impl Setting {
    /// The setup of a match, without standing and prior warnings.
    pub(crate) fn setup(&self) -> MatchSetup {
        self.setup.clone()
    }
}

/// Every game at every number of players it allows.
pub(crate) fn settings() -> &'static [Setting] {
    static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(all_settings);
    &SETTINGS
}

fn all_settings() -> Vec<Setting> {
    let mut switches: BTreeMap<String, Vec<Options>> =
        serde_json::from_str(SWITCHES).expect("the file holds overrides by preset");
    let mut settings = Vec::new();
    for sheet in presets() {
        let plain = std::iter::once(Options::default());
        let switched = switches.remove(&sheet.id).unwrap_or_default();
        for options in plain.chain(switched) {
            settings.extend(of_game(&sheet.id, &options));
        }
    }
    assert!(switches.is_empty(), "no presets: {switches:?}");
    settings
}

fn of_game(rules: &'static str, options: &Options) -> impl Iterator<Item = Setting> {
    let setup = MatchSetup::preset(rules, options.clone(), 0)
        .unwrap_or_else(|error| panic!("{rules} {options:?}: {error}"));
    let (min, max) = (setup.sheet.players.min, setup.sheet.players.max);
    let plain = options.is_empty();
    (min..=max).map(move |players| {
        let players = u8::try_from(players).expect("a sheet allows at most 28 players");
        Setting {
            rules,
            players,
            plain,
            setup: MatchSetup {
                players,
                ..setup.clone()
            },
        }
    })
}
