//! How often somebody may do something within a span of time.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::clock::MonoMillis;

/// Keys above which those without an event in the span are forgotten.
const SWEEP_ABOVE: usize = 4_096;

/// The events of the last `span_ms` milliseconds, counted separately for each key. An event carries a mark by which it
/// can be found again; `()` if nobody looks for it.
///
/// Kept in memory only: a restart of the server begins at zero.
#[derive(Debug)]
pub(crate) struct SlidingWindow<K, M = ()> {
    limit: usize,
    span_ms: u64,
    events: HashMap<K, VecDeque<Event<M>>>,
    sweep_above: usize,
}

#[derive(Debug)]
struct Event<M> {
    at: MonoMillis,
    mark: M,
}

impl<K: Eq + Hash, M: PartialEq> SlidingWindow<K, M> {
    /// At most `limit` events of each key within `span_ms` milliseconds.
    pub(crate) fn new(limit: u32, span_ms: u64) -> Self {
        Self {
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            span_ms,
            events: HashMap::new(),
            sweep_above: SWEEP_ABOVE,
        }
    }

    /// Counts an event.
    ///
    /// # Errors
    ///
    /// The key has reached its limit. Returns the milliseconds, at least 1, until its oldest event leaves the span.
    pub(crate) fn count(&mut self, key: K, mark: M, now: MonoMillis) -> Result<(), u64> {
        self.sweep(now);
        let (limit, span_ms) = (self.limit, self.span_ms);
        let events = self.events.entry(key).or_default();
        events.retain(|event| now.since(event.at) < span_ms);
        match events.front() {
            Some(oldest) if events.len() >= limit => Err(span_ms - now.since(oldest.at)),
            _ => {
                events.push_back(Event { at: now, mark });
                Ok(())
            }
        }
    }

    /// Whether an event with this mark is counted.
    pub(crate) fn has(&self, key: &K, mark: &M, now: MonoMillis) -> bool {
        let events = self.events.get(key).into_iter().flatten();
        let mut current = events.filter(|event| now.since(event.at) < self.span_ms);
        current.any(|event| event.mark == *mark)
    }

    /// Removes an event from the count.
    pub(crate) fn take_back(&mut self, key: &K, mark: &M) {
        if let Some(events) = self.events.get_mut(key) {
            events.retain(|event| event.mark != *mark);
        }
    }

    /// Forgets keys without a current event. The next sweep comes when the number of keys that are left has doubled, so
    /// that a crowd does not make each event as slow as a sweep.
    fn sweep(&mut self, now: MonoMillis) {
        if self.events.len() <= self.sweep_above {
            return;
        }
        let span_ms = self.span_ms;
        let is_current = |event: &Event<M>| now.since(event.at) < span_ms;
        self.events
            .retain(|_, events| events.back().is_some_and(is_current));
        self.sweep_above = (self.events.len() * 2).max(SWEEP_ABOVE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_counts_until_it_leaves_the_span() {
        let mut window = SlidingWindow::new(2, 1_000);
        window.count("a", (), MonoMillis(0)).unwrap();
        window.count("a", (), MonoMillis(400)).unwrap();
        assert_eq!(window.count("a", (), MonoMillis(999)), Err(1));
        window.count("b", (), MonoMillis(999)).unwrap();
        window.count("a", (), MonoMillis(1_000)).unwrap();
        assert_eq!(window.count("a", (), MonoMillis(1_000)), Err(400));
    }

    #[test]
    fn an_event_is_found_by_its_mark_and_can_be_taken_back() {
        let mut window = SlidingWindow::new(1, 1_000);
        window.count("a", 7, MonoMillis(0)).unwrap();
        assert!(window.has(&"a", &7, MonoMillis(999)));
        assert!(!window.has(&"a", &7, MonoMillis(1_000)));
        assert!(!window.has(&"a", &8, MonoMillis(0)) && !window.has(&"b", &7, MonoMillis(0)));
        window.take_back(&"a", &7);
        window.count("a", 8, MonoMillis(0)).unwrap();
    }

    #[test]
    fn keys_without_a_current_event_are_forgotten() {
        let mut window = SlidingWindow::new(1, 1_000);
        for key in 0..=SWEEP_ABOVE {
            window.count(key, (), MonoMillis(0)).unwrap();
        }
        window.count(0, (), MonoMillis(1_000)).unwrap();
        assert_eq!(window.events.len(), 1);
    }
}
