//! How the world's store behaves: well for most of the time, and badly for a while now and then.

use boneyard_store::Seq;

use super::dice::Dice;

/// What becomes of one append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Written and answered at once.
    Prompt,
    /// Written after so many milliseconds, answered after so many more.
    Slow { before: u64, after: u64 },
    /// Not written.
    Fails { after: u64 },
    /// Written, but the table is told that it failed: a crash between write and answer.
    LosesAnswer { after: u64 },
    /// Never answered: the program dies before.
    Hangs { is_written: bool },
}

/// The spell that the store is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spell {
    /// Every append is done at once.
    Well,
    /// Appends take their time.
    Slow,
    /// Appends fail.
    Failing,
    /// Answers are lost, and tables cannot always be read.
    Forgetful,
    /// The next append is never answered.
    Hanging,
}

/// The store's spells.
pub(super) struct Moods {
    dice: Dice,
    spell: Spell,
    /// World time at which it is well again.
    until: u64,
    hangs: bool,
    /// Starts that will fail.
    failing_starts: u32,
}

impl Moods {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed, 2),
            spell: Spell::Well,
            until: 0,
            hangs: false,
            failing_starts: 0,
        }
    }

    /// From now on it behaves like this, until that world time.
    pub(super) fn set(&mut self, spell: Spell, until: u64) {
        (self.spell, self.until) = (spell, until);
    }

    /// The next starts of the server fail.
    pub(super) fn fail_starts(&mut self, count: u32) {
        self.failing_starts = count;
    }

    /// A program that starts anew finds it well; an append that hung is forgotten.
    pub(super) fn restarted(&mut self) {
        self.hangs = false;
        self.spell = Spell::Well;
    }

    /// Whether an append hangs; it hangs until the program ends.
    pub(super) const fn hangs(&self) -> bool {
        self.hangs
    }

    /// Whether everything is answered at once.
    pub(super) fn is_well(&self, now: u64) -> bool {
        !self.hangs && self.spell_at(now) == Spell::Well
    }

    fn spell_at(&self, now: u64) -> Spell {
        if now < self.until {
            self.spell
        } else {
            Spell::Well
        }
    }

    /// What becomes of the next append, whose first record has this number.
    pub(super) fn way(&mut self, now: u64, first: Seq) -> Way {
        let spell = self.spell_at(now);
        let dice = &mut self.dice;
        match spell {
            Spell::Well => Way::Prompt,
            Spell::Slow => Way::Slow {
                before: dice.between(0, 400),
                after: dice.between(0, 400),
            },
            Spell::Failing => Way::Fails {
                after: dice.between(0, 50),
            },
            // The conflict of a second try finds a table again only if it existed before: openings keep their answers.
            Spell::Forgetful if first != Seq::FIRST && dice.chance(400) => Way::LosesAnswer {
                after: dice.between(0, 50),
            },
            Spell::Forgetful => Way::Prompt,
            Spell::Hanging => {
                self.hangs = true;
                self.spell = Spell::Well;
                Way::Hangs {
                    is_written: dice.chance(500),
                }
            }
        }
    }

    /// Whether the next question about an identity fails.
    pub(super) fn fails_to_identify(&mut self, now: u64) -> bool {
        self.reads_badly(now) && self.dice.chance(250)
    }

    /// Whether the next reading of a table fails: most do, since few tables are read while the store is not well.
    pub(super) fn fails_to_read(&mut self, now: u64) -> bool {
        self.reads_badly(now) && self.dice.chance(700)
    }

    fn reads_badly(&self, now: u64) -> bool {
        match self.spell_at(now) {
            Spell::Forgetful | Spell::Failing => true,
            Spell::Well | Spell::Slow | Spell::Hanging => false,
        }
    }

    /// Whether the server cannot start.
    pub(super) fn fails_to_start(&mut self) -> bool {
        let fails = self.failing_starts > 0;
        self.failing_starts = self.failing_starts.saturating_sub(1);
        fails
    }
}
