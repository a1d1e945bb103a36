//! The threads that play the deals, each deal by one of them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use boneyard_engine::Seat;
use boneyard_protocol::limits::Limits;
use boneyard_protocol::{PROTOCOL_VERSION, ServerMessage, Welcome};

use super::deal::{Chair, play_round, rounds};
use super::dice::Round;
use super::plan::Plan;
use super::program::Program;
use super::tally::{DealScore, RoundScore, Tally};
use super::{ArenaError, Contender};

/// Plays every deal of the plan.
///
/// # Errors
///
/// What went wrong in the lowest deal in which something did; no further deal is begun then.
pub(super) fn play(plan: &Plan) -> Result<Tally, ArenaError> {
    let next = AtomicU32::new(0);
    let faults = Mutex::new(BTreeMap::new());
    let one_thread = || {
        let mut worker = Worker::new(plan);
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= plan.deals {
                return worker.tally;
            }
            if let Err(error) = worker.play(deal) {
                next.store(plan.deals, Ordering::Relaxed);
                let mut faults = faults.lock().unwrap_or_else(|poison| poison.into_inner());
                faults.insert(deal, error);
                return worker.tally;
            }
        }
    };
    let tallies: Result<Vec<Tally>, ArenaError> = thread::scope(|scope| {
        let crew: Vec<_> = (0..plan.threads).map(|_| scope.spawn(one_thread)).collect();
        let joined = crew.into_iter().map(|thread| thread.join());
        joined
            .map(|tally| tally.map_err(|_| ArenaError::Panicked))
            .collect()
    });
    let mut all = Tally::default();
    tallies?.into_iter().for_each(|tally| all.add(tally));
    all.deals.sort_by_key(|score| score.deal);
    let faults = faults
        .into_inner()
        .unwrap_or_else(|poison| poison.into_inner());
    match faults.into_values().next() {
        Some(error) => Err(error),
        None => Ok(all),
    }
}

/// One thread with its programs, which it keeps from deal to deal.
struct Worker<'a> {
    plan: &'a Plan,
    programs: BTreeMap<Chair, Program>,
    tally: Tally,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self {
            plan,
            programs: BTreeMap::new(),
            tally: Tally::default(),
        }
    }

    fn play(&mut self, deal: u32) -> Result<(), ArenaError> {
        let scores = rounds(self.plan, deal).into_iter();
        let scores: Result<Vec<_>, ArenaError> = scores
            .map(|round| Ok((round, self.play_round(deal, round)?)))
            .collect();
        let rounds = scores?;
        self.tally.deals.push(DealScore { deal, rounds });
        Ok(())
    }

    fn play_round(&mut self, deal: u32, round: Round) -> Result<RoundScore, ArenaError> {
        let seats = (0..self.plan.setup.players).map(Seat::new);
        let chairs: Vec<Chair> = seats.map(|seat| Chair::of(round, seat)).collect();
        let hired: Result<Vec<_>, _> = chairs.iter().map(|chair| self.hire(*chair)).collect();
        let mut hired = hired?;
        let (score, conduct) = play_round(self.plan, deal, round, &mut hired)?;
        for ((chair, program), conduct) in chairs.into_iter().zip(hired).zip(&conduct) {
            if let Some(owner) = self.tally.conduct.get_mut(chair.owner) {
                owner.add(conduct);
            }
            if let Some(program) = program {
                self.programs.insert(chair, program);
            }
        }
        Ok(score)
    }

    /// The program of a chair, started when it is needed first; none for a built-in bot.
    fn hire(&mut self, chair: Chair) -> Result<Option<Program>, ArenaError> {
        match self.plan.contenders.get(chair.owner) {
            Some(Contender::Program(command)) => {
                let known = self.programs.remove(&chair);
                let hired = known.map_or_else(|| Program::start(command, &welcome(chair)), Ok);
                hired.map(Some)
            }
            Some(Contender::BuiltIn(_)) | None => Ok(None),
        }
    }
}

/// What a program is told first. It may say `hello`, which asks for nothing more.
fn welcome(chair: Chair) -> ServerMessage {
    ServerMessage::Welcome(Box::new(Welcome {
        version: PROTOCOL_VERSION,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        player: chair.player(),
        token: None,
        limits: Limits::usual(1),
        seats: Vec::new(),
    }))
}
