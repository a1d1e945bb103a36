//! Panics inside a world: a table's are caught and cost that table alone, but none may happen.

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

thread_local! {
    static WATCHED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Keeps the panics of this thread until it is dropped.
pub(super) struct Watch;

impl Watch {
    /// Watches from now on.
    pub(super) fn new() -> Self {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                let is_watched = WATCHED.with_borrow_mut(|watched| {
                    if let Some(panics) = watched {
                        panics.push(info.to_string());
                    }
                    watched.is_some()
                });
                if !is_watched {
                    before(info);
                }
            }));
        });
        WATCHED.set(Some(Vec::new()));
        Self
    }

    /// The first panic so far.
    pub(super) fn first(&self) -> Option<String> {
        WATCHED.with_borrow(|watched| watched.as_ref()?.first().cloned())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.set(None);
    }
}
