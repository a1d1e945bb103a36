//! Faults planted into a world, to show that its laws can be broken.

/// A fault that a server could have. None is compiled into the server: they sit where the world meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// The journal says that facts are durable before it writes them.
    EarlyAnswer,
    /// The journal forgets which command made a record, so that a repeated command is done again.
    ForgottenCause,
    /// A frame with facts never reaches its viewer.
    LostFacts,
    /// A viewer is told tiles that must stay hidden.
    Leak,
    /// A fact is sent with another number than it has.
    WrongNumber,
    /// The monotonic clock runs five times too fast for the table.
    FastClock,
    /// A frame is stamped long after it was read.
    LateStamp,
}

impl Plant {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::EarlyAnswer,
        Self::ForgottenCause,
        Self::LostFacts,
        Self::Leak,
        Self::WrongNumber,
        Self::FastClock,
        Self::LateStamp,
    ];

    /// Its name on a command line and in a failure's file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EarlyAnswer => "early-answer",
            Self::ForgottenCause => "forgotten-cause",
            Self::LostFacts => "lost-facts",
            Self::Leak => "leak",
            Self::WrongNumber => "wrong-number",
            Self::FastClock => "fast-clock",
            Self::LateStamp => "late-stamp",
        }
    }

    /// The fault with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plant| plant.name() == name)
    }
}
