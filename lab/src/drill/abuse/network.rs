//! N1: a network that fails, for one seat of every table.

use std::time::Duration;

use super::found::{Found, Miss, check};
use super::ground::Ground;
use crate::drill::network::{self, NetworkPlan};

/// N1: on a server of its own, whose log is looked at, too.
pub(super) async fn failing_network(ground: &Ground) -> Found {
    let own = ground.own_server(Vec::new(), None).await?;
    let plan = NetworkPlan {
        tables: 3,
        sheet: "kozel".to_owned(),
        think: Duration::from_millis(5),
        times: 3,
        seed: ground.seed,
    };
    let trials = network::run(&own, &plan).await;
    let trials = trials.map_err(|error| Miss(error.to_string()))?;
    for trial in &trials {
        check(trial.is_clean(), || format!("{trial}; {}", trial.report))?;
    }
    super::ground::is_sound(&own).await?;
    own.stop().await?;
    let acknowledged: u64 = trials.iter().map(|trial| trial.report.acknowledged).sum();
    let returns: u64 = trials.iter().map(|trial| trial.report.returns).sum();
    Ok(format!(
        "{} faults, each {} times at {} tables: {returns} returns to the exact state, {acknowledged} acts acknowledged, \
         none lost or doubled",
        trials.len(),
        plan.times,
        plan.tables
    ))
}
