//! How a bot behaves all the time: sockets, pings, and how much it says.

use std::time::Duration;

use super::Witness;

/// Messages in one second, besides one for each news of a table, beyond which a bot floods.
const FLOOD: usize = 200;
/// Sockets in three seconds beyond which a bot connects too often.
const HAMMERING: usize = 12;
/// Pings without a pong after which a bot counts as not answering.
const PINGS: u32 = 5;

impl Witness {
    /// A socket was opened.
    pub(in crate::validate) fn opened(&mut self, at: Duration) {
        self.unanswered_pings = 0;
        self.opened.push_back(at);
        let window = Duration::from_secs(3);
        let recent = self
            .opened
            .iter()
            .rev()
            .take_while(|opened| at - **opened < window);
        if recent.count() > HAMMERING {
            self.wrong(
                "coming back",
                format!(
                    "more than {HAMMERING} sockets in 3 s: wait longer each time, and by chance"
                ),
                "docs/bots.md",
            );
        }
    }

    /// The relay has asked for a sign of life.
    pub(in crate::validate) fn pinged(&mut self) {
        self.unanswered_pings += 1;
        if self.unanswered_pings > PINGS {
            self.wrong(
                "ping",
                "no pong: the server takes a silent socket for dead".to_owned(),
                "docs/protocol.md, Commands",
            );
        }
    }

    /// The bot has given one.
    pub(in crate::validate) fn ponged(&mut self) {
        self.unanswered_pings = 0;
        self.pongs += 1;
    }

    /// The bot has said something that is no JSON object.
    pub(in crate::validate) fn babble(&mut self) {
        self.wrong(
            "messages",
            "a frame that is no JSON object".to_owned(),
            "docs/protocol.md, its first paragraph",
        );
    }

    /// What answers news of a table is no flood: a match among fast bots is as fast as they are.
    pub(super) fn count_message(&mut self, at: Duration) {
        if std::mem::take(&mut self.has_news) {
            return;
        }
        self.said.push_back(at);
        while self
            .said
            .front()
            .is_some_and(|said| at.saturating_sub(*said) > Duration::from_secs(1))
        {
            self.said.pop_front();
        }
        if self.said.len() > FLOOD {
            self.wrong(
                "messages",
                format!("more than {FLOOD} in a second that nothing at a table asked for"),
                "docs/protocol.md, Refusals",
            );
        }
    }

    /// Whether it answered pings.
    pub(in crate::validate) fn answers_pings(&self) -> bool {
        self.pongs > 0
    }
}
