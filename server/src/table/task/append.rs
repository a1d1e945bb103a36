//! One round of deciding: what is to be decided next, and its append.

use boneyard_engine::{Event, MatchRecord, Seat};
use boneyard_protocol::{ErrorCode, MatchId, Refusal, TableId};
use rand::Rng;
use rand_chacha::ChaCha20Rng;

use super::storage::Lack;
use super::{Asker, InHand, Pending, Stopping, TableTask};
use crate::clock::Moment;
use crate::table::answers::Known;
use crate::table::brain::{self, Given, Input, NewTable, ServerMove};
use crate::table::seats::SeatState;
use crate::table::state::{Game, State};
use crate::table::{Opener, PlayerCommand, TableInput, TableParts};
use boneyard_store::FinishedMatch;
use boneyard_store::fact::Fact;
use boneyard_store::{Append, AppendError, Cause, Seq};

/// Makes a new table's opening durable.
///
/// # Errors
///
/// The refusal for the opener: there is no table then.
pub(super) async fn first_append(
    parts: &TableParts,
    id: TableId,
    new: &NewTable,
    opener: &Opener,
    mut stream: ChaCha20Rng,
) -> Result<(State, ChaCha20Rng), Refusal> {
    let given = given(parts.clock.now(), &mut stream);
    let facts = brain::open(id, new, &given)?;
    let append = Append {
        table: id,
        expect: Seq::FIRST,
        at: given.now.wall,
        cause: Some(opener.cause),
        facts,
        finished: None,
    };
    let records = parts
        .journal
        .append(append)
        .await
        .map_err(|error| match error {
            AppendError::Unavailable | AppendError::Conflict { .. } | AppendError::Closed => {
                Refusal::from(ErrorCode::StorageUnavailable)
            }
        })?;
    let state = State::from_records(&records).map_err(|error| {
        tracing::error!(%error, "a table's opening cannot be read back");
        Refusal::from(ErrorCode::StorageUnavailable)
    })?;
    Ok((state, stream))
}

fn given(now: Moment, stream: &mut ChaCha20Rng) -> Given {
    let mut id = [0; 16];
    stream.fill_bytes(&mut id);
    let match_id = MatchId(uuid::Builder::from_random_bytes(id).into_uuid());
    Given {
        now,
        draw: stream.next_u64(),
        match_id,
    }
}

impl TableTask {
    /// Decides what can be decided, until an append is in flight or nothing is left to do.
    pub(super) fn step(&mut self) {
        while self.pending.is_none() && !self.is_over() && !self.storage.is_down() {
            if self.table.state.awaits_entry() {
                if !self.deal() {
                    return;
                }
            } else if self.presence_changed {
                self.presence_changed = false;
                self.decide(&Input::Presence, None);
            } else if let Some(input) = self.backlog.pop_front() {
                self.do_input(input);
            } else if self.stopping == Stopping::Asked {
                self.stopping = Stopping::Done;
                self.decide(&Input::Stop, None);
            } else {
                return;
            }
        }
        if self.storage.is_down() {
            self.refuse_backlog();
        }
    }

    /// The next entry. Returns whether there was entropy for it.
    fn deal(&mut self) -> bool {
        match self.parts.dealer.entry(self.table.state.opening.seats) {
            Ok(sealed) => {
                self.decide(&Input::Entry(sealed), None);
                self.pending.is_some()
            }
            Err(error) => {
                tracing::error!(%error, "no entry can be dealt");
                self.stand(Lack::Entropy, self.parts.clock.now().mono);
                false
            }
        }
    }

    fn do_input(&mut self, input: TableInput) {
        match input {
            TableInput::Command(command) => self.do_command(command),
            TableInput::Renamed { player, name } => {
                self.decide(
                    &Input::Renamed {
                        player,
                        name: &name,
                    },
                    None,
                );
            }
            TableInput::ShowOut { player, .. } => self.decide(&Input::ShowOut { player }, None),
            // Taken at once, never kept.
            _ => {}
        }
    }

    fn do_command(&mut self, command: PlayerCommand) {
        self.in_hand = Some(InHand::Undecided(command.sender.reply_to()));
        let now = self.parts.clock.now().mono;
        if !self.answer_at_once(&command, now) {
            self.decide_command(command);
        }
        self.in_hand = None;
    }

    fn decide_command(&mut self, command: PlayerCommand) {
        let cause = command.sender.cause();
        match self.table.state.answers.look_up(&cause) {
            Known::Done(seq) => {
                let now = self.parts.clock.now().mono;
                self.answer(&Asker::new(command), Some(seq), now);
            }
            Known::Reused => {
                self.refuse(command.sender.reply_to(), ErrorCode::IdReused.into());
            }
            Known::New if self.let_watcher_go(&command) => {}
            Known::New => {
                let asker = Asker::new(command.clone());
                let PlayerCommand { sender, request } = command;
                let input = Input::Command {
                    player: &sender.from.player,
                    request: &request,
                    received: sender.received,
                };
                self.decide(&input, Some((asker, cause)));
            }
        }
    }

    /// Something is due: a clock has run out, a bot has thought, the journal is to be tried again. What
    /// has arrived is taken first, so that an action that came in time is never beaten by the timer.
    pub(super) async fn wake(&mut self) {
        // Read before: whatever is stamped after it is later.
        let moment = self.parts.clock.now();
        while let Ok(input) = self.queue.try_recv() {
            self.take(input);
        }
        let now = moment.mono;
        if self.storage.is_down() {
            self.try_to_go_on(now).await;
            return;
        }
        if !self.backlog.is_empty() || self.presence_changed {
            return;
        }
        if self.pace.due().is_some_and(|due| due <= now) {
            self.take_step();
        }
        if self.pending.is_none() {
            self.decide_at(moment, &Input::Wake, None);
        }
    }

    /// Takes the step that is due.
    fn take_step(&mut self) {
        self.pace.rest();
        match self.table.next_step() {
            None => {}
            Some(ServerMove::ServerBot(seat)) => self.let_bot_act(seat),
            Some(ServerMove::AutoPass(seat)) => self.decide(&Input::AutoPass { seat }, None),
        }
    }

    fn let_bot_act(&mut self, seat: Seat) {
        let Some(play) = self.table.state.game.as_deref().and_then(Game::play) else {
            return;
        };
        if let Some(action) = self.bots.choose(play, seat, &mut self.stream) {
            self.decide(&Input::ServerBot { seat, action }, None);
        }
    }

    /// Lets the brain decide and starts the append of what it says.
    pub(super) fn decide(&mut self, input: &Input<'_>, asker: Option<(Asker, Cause)>) {
        self.decide_at(self.parts.clock.now(), input, asker);
    }

    fn decide_at(&mut self, now: Moment, input: &Input<'_>, asker: Option<(Asker, Cause)>) {
        let given = given(now, &mut self.stream);
        let facts = match (self.table.decide(input, &given), &asker) {
            (Ok(facts), _) => facts,
            (Err(why), Some((asker, _))) => return self.refuse_asker(asker, why),
            (Err(why), None) => {
                let seq = self.table.state.seq;
                tracing::error!(%seq, code = ?why.code, "the table's own input was refused");
                return;
            }
        };
        if facts.is_empty() {
            if let Some((asker, _)) = asker {
                self.answer(&asker, None, given.now.mono);
            }
            return;
        }
        let (asker, cause) =
            asker.map_or((None, None), |(asker, cause)| (Some(asker), Some(cause)));
        self.append(facts, cause, asker, given.now);
    }

    /// Refuses what the brain refuses.
    fn refuse_asker(&self, asker: &Asker, why: Refusal) {
        let PlayerCommand { sender, request } = &asker.command;
        if request.knows_the_table() {
            self.refuse(sender.reply_to(), why);
        } else {
            self.refuse_as_known(sender.reply_to(), why);
        }
    }

    /// Starts an append.
    pub(super) fn append(
        &mut self,
        facts: Vec<Fact>,
        cause: Option<Cause>,
        asker: Option<Asker>,
        now: Moment,
    ) {
        let finished = self.finished(&facts, now);
        let append = Append {
            table: self.table.state.id,
            expect: self.table.state.seq.next(),
            at: now.wall,
            cause,
            facts,
            finished,
        };
        let answer = self.parts.journal.append(append);
        self.table.hold(now.mono);
        self.pending = Some(Pending {
            answer,
            asker,
            began: now.mono,
        });
    }

    /// The record of the match that ends with these facts, by its rules or broken off.
    fn finished(&self, facts: &[Fact], now: Moment) -> Option<FinishedMatch> {
        let is_over = |fact: &Fact| {
            matches!(
                fact,
                Fact::Game {
                    event: Event::MatchOver { .. },
                    ..
                }
            )
        };
        let is_broken_off = |fact: &Fact| matches!(fact, Fact::Unfinished { .. });
        if facts.iter().any(is_broken_off) {
            let State { game, story, .. } = &self.table.state;
            let (game, story) = (game.as_deref()?, story.as_deref()?);
            let record = story.broken_off_record(names(&self.table.state))?;
            return Some(archived(game, &record));
        }
        if !facts.iter().any(is_over) {
            return None;
        }
        let mut after = self.table.state.clone();
        for fact in facts {
            after.fold(after.seq.next(), fact, now.wall);
        }
        let (game, story) = (after.game.as_deref()?, after.story.as_deref()?);
        let record = story.finished_record(game, names(&after))?;
        Some(archived(game, &record))
    }
}

fn names(state: &State) -> Vec<Option<String>> {
    let name = |seat: &SeatState| seat.name().map(|(name, _)| name.to_owned());
    state.seats.iter().map(name).collect()
}

fn archived(game: &Game, record: &MatchRecord) -> FinishedMatch {
    FinishedMatch {
        id: game.match_id,
        record: record.to_json().to_string(),
    }
}
