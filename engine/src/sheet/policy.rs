//! The closed sets of policies a sheet chooses from (SPEC 2.1). A new policy is one arm here; the
//! compiler names the files that must learn it.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

macro_rules! policy {
    ($(#[$doc:meta])* $name:ident { $(#[$first_doc:meta])* $first:ident = $first_text:literal $(, $(#[$arm_doc:meta])* $arm:ident = $text:literal)* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $(#[$first_doc])*
            #[default]
            #[serde(rename = $first_text)]
            $first,
            $($(#[$arm_doc])* #[serde(rename = $text)] $arm,)*
        }

        impl $name {
            /// The policy's spelling in sheets and records.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::$first => $first_text,
                    $(Self::$arm => $text,)*
                }
            }
        }
    };
}

policy! {
    /// What becomes of the undealt tiles.
    Undealt {
        /// Out of play, closed to the end.
        Aside = "aside",
        /// A stock to draw from.
        Drawable = "drawable",
    }
}

policy! {
    /// Who sees a hand.
    HandRule {
        /// Its owner.
        Seen = "seen",
        /// Its owner, until the row is fixed.
        Arranged = "arranged",
        /// Nobody.
        Unseen = "unseen",
    }
}

policy! {
    /// Who sees an opened row, or a misfit.
    Openness {
        /// Everybody.
        All = "all",
        /// The seat whose tiles they are.
        Owner = "owner",
    }
}

policy! {
    /// Who leads the first deal (SPEC 5.1).
    FirstLead {
        /// The lot of the deal.
        Lot = "lot",
        /// The holder of the foremost named tile.
        Named = "named",
        /// The hand with fewest pips.
        FewestPips = "fewest_pips",
        /// The hand with most pips.
        MostPips = "most_pips",
    }
}

policy! {
    /// Who leads a later deal (SPEC 5.1, 5.3).
    NextLead {
        /// The lot of the deal.
        Lot = "lot",
        /// The holder of the foremost named tile.
        Named = "named",
        /// The hand with fewest pips.
        FewestPips = "fewest_pips",
        /// The hand with most pips.
        MostPips = "most_pips",
        /// The seat next after the last leader.
        Rotate = "rotate",
        /// The winner of the last deal.
        Winner = "winner",
    }
}

policy! {
    /// What is led (SPEC 5.4).
    LeadTile {
        /// Every tile of the hand.
        Any = "any",
        /// The tile found by the named order.
        Named = "named",
        /// The rightmost tile of the row.
        Rightmost = "rightmost",
    }
}

policy! {
    /// The order of the search for a named lead (SPEC 5.2).
    NamedLead {
        /// 6-6, 5-5, ... 0-0, then plain tiles, more pips first.
        HighDouble = "high_double",
        /// 0-0, 1-1, ... 6-6, then plain tiles, fewer pips first.
        LowDouble = "low_double",
        /// 1-1, 2-2, ... 6-6, 0-0, then plain tiles, more pips first.
        OneDouble = "one_double",
        /// All tiles, fewer pips first.
        Zero = "zero",
    }
}

policy! {
    /// The order of tiles with equal pips (SPEC 5.2).
    LeadTie {
        /// Greater difference of the halves first.
        Wide = "wide",
        /// Smaller difference first.
        Narrow = "narrow",
        /// A double first, then as wide.
        Double = "double",
    }
}

policy! {
    /// Who leads after a block if the winner leads (SPEC 5.3).
    AfterBlock {
        /// The seat with the lowest hand, if one side won.
        Winner = "winner",
        /// The seat that laid the last tile.
        Closer = "closer",
        /// The lot of the new deal.
        Lot = "lot",
        /// The seat next after the leader.
        Rotate = "rotate",
    }
}

policy! {
    /// Which tile wins the seat draw (SPEC 10.7).
    SeatDraw {
        /// The most minor one.
        Lowest = "lowest",
        /// The least minor one.
        Highest = "highest",
    }
}

policy! {
    /// The order of play (SPEC 1.2).
    Direction {
        /// Seat 1 after seat 0.
        Clockwise = "clockwise",
        /// The last seat after seat 0.
        Anticlockwise = "anticlockwise",
    }
}

policy! {
    /// How many tiles a turn may lay (SPEC 7.4).
    LayRule {
        /// One.
        One = "one",
        /// One, or two doubles at opposite ends.
        TwinDoubles = "twin_doubles",
        /// As many as fit.
        Any = "any",
        /// From a closed row, as many as turn up fitting.
        Chain = "chain",
        /// One, or the whole row.
        AllOrOne = "all_or_one",
    }
}

policy! {
    /// How many tiles a turn may lay from an opened row.
    OpenedLay {
        /// As many as fit.
        Any = "any",
        /// One.
        One = "one",
    }
}

policy! {
    /// May one stop while a tile fits?
    MustLay {
        /// Yes, after one tile.
        One = "one",
        /// No.
        All = "all",
    }
}

policy! {
    /// Drawing when nothing fits (SPEC 7.2, 7.3).
    DrawRule {
        /// No drawing.
        Never = "never",
        /// One tile.
        One = "one",
        /// Until a tile fits.
        UntilFit = "until_fit",
    }
}

policy! {
    /// Is a drawn tile that fits laid in this turn?
    PlayDrawn {
        /// It must be.
        Must = "must",
        /// It may be.
        May = "may",
        /// It may not be.
        No = "no",
    }
}

policy! {
    /// Which double is open on four sides (SPEC 6.3).
    Spinner {
        /// No double.
        None = "none",
        /// The first double of the deal.
        FirstDouble = "first_double",
    }
}

policy! {
    /// How long the spinner counts (SPEC 6.5).
    SpinnerValue {
        /// By the number of its covered sides.
        Sides = "sides",
        /// Until left and right are covered.
        Line = "line",
    }
}

policy! {
    /// Points for placements (SPEC 9.2).
    InPlay {
        /// None.
        None = "none",
        /// For equal ends.
        EqualEnds = "equal_ends",
        /// For a value that is a multiple.
        Multiples = "multiples",
    }
}

policy! {
    /// What a multiple earns.
    Unit {
        /// One point per divisor.
        Per = "per",
        /// The sum itself.
        Sum = "sum",
    }
}

policy! {
    /// How a deal is counted (SPEC 9.3).
    ResultRule {
        /// The winner collects what the others hold.
        Collect = "collect",
        /// Every side writes what it holds, against itself.
        Own = "own",
        /// The winner gets fixed points.
        Fixed = "fixed",
        /// The winner gets one point.
        Set = "set",
    }
}

policy! {
    /// Who pays the winner.
    CollectFrom {
        /// From the other sides.
        Opponents = "opponents",
        /// From all sides.
        All = "all",
    }
}

policy! {
    /// How a block is counted (SPEC 9.3).
    BlockRule {
        /// Collect: the others' sum less the winner's value.
        Difference = "difference",
        /// Collect: each other side's difference.
        Pairwise = "pairwise",
        /// Collect: the others' sum.
        Others = "others",
        /// Own: everybody writes.
        All = "all",
        /// Own: the lowest writes nothing.
        LowestExempt = "lowest_exempt",
        /// Own: as out; a tie goes into the pot.
        Eggs = "eggs",
        /// Own and set: the lower side wins.
        Lower = "lower",
        /// Fixed: the lowest side.
        Lowest = "lowest",
        /// Fixed: by the doubles held.
        Doubles = "doubles",
    }
}

policy! {
    /// A tie for the lowest hand.
    BlockTie {
        /// Nobody wins.
        Nobody = "nobody",
        /// Each of them wins.
        Each = "each",
    }
}

policy! {
    /// Several hands without a double.
    SeveralWithout {
        /// The lowest of them wins.
        Lowest = "lowest",
        /// Each of them wins.
        Each = "each",
    }
}

policy! {
    /// When 0-0 left in a hand counts extra (SPEC 9.1).
    Blank {
        /// Never.
        Zero = "zero",
        /// Always.
        Always = "always",
        /// If it is the only tile.
        Sole = "sole",
    }
}

policy! {
    /// What becomes of entries below the threshold (SPEC 9.5).
    ThresholdMode {
        /// Lost until the account is open.
        Drop = "drop",
        /// Added up until they reach it.
        Carry = "carry",
        /// Lost at any time.
        Always = "always",
    }
}

policy! {
    /// What the match is about (SPEC 9.7).
    Goal {
        /// Who reaches the target wins.
        ReachWins = "reach_wins",
        /// Who reaches the target loses.
        ReachLoses = "reach_loses",
        /// Most points after the fixed deals.
        Most = "most",
        /// Fewest points after the fixed deals.
        Fewest = "fewest",
    }
}

policy! {
    /// When a target reached by points in play ends the match.
    MatchStop {
        /// At once.
        AtOnce = "at_once",
        /// After the deal.
        FinishRound = "finish_round",
    }
}

policy! {
    /// Points above the target (SPEC 9.8).
    Overshoot {
        /// Count in full.
        Stop = "stop",
        /// Count up to the target.
        Cap = "cap",
        /// Do not count at all.
        Exact = "exact",
    }
}

policy! {
    /// Level after the fixed deals.
    MatchTie {
        /// Extra deals follow.
        ExtraDeals = "extra_deals",
        /// They share the win.
        Shared = "shared",
    }
}

policy! {
    /// Who is the goat.
    Losers {
        /// All at or above the target.
        All = "all",
        /// Of these, the highest.
        Highest = "highest",
    }
}

policy! {
    /// Are impossible moves refused or punished (SPEC 10.1)?
    Enforcement {
        /// Refused.
        Refuse = "refuse",
        /// Punished.
        Penalize = "penalize",
    }
}

policy! {
    /// The ladder of warnings (SPEC 10.4, 10.5).
    Ladder {
        /// No warnings.
        None = "none",
        /// Fines in points.
        Points = "points",
        /// The club code.
        Club = "club",
    }
}

policy! {
    /// Which counter the ladder reads.
    WarnScope {
        /// That of the competition.
        Tournament = "tournament",
        /// That of the match.
        Game = "game",
    }
}

policy! {
    /// How a fault is priced (SPEC 10.3).
    FaultPrice {
        /// By `referee.fault_points`.
        Fixed = "fixed",
        /// By the offender's hands.
        Hands = "hands",
    }
}

policy! {
    /// The third warning of the club code (SPEC 10.5).
    ThirdWarning {
        /// The closest win of all deals.
        ByOne = "by_one",
        /// One point more than the warned pair.
        PlusOne = "plus_one",
    }
}

impl Direction {
    /// The seat next after another among `players` (SPEC 1.2).
    #[must_use]
    pub const fn next(self, seat: Seat, players: u8) -> Seat {
        let number = seat.get();
        Seat::new(match self {
            Self::Clockwise if number + 1 < players => number + 1,
            Self::Clockwise => 0,
            Self::Anticlockwise if number > 0 => number - 1,
            Self::Anticlockwise => players.saturating_sub(1),
        })
    }
}
