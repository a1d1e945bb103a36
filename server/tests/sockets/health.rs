//! What the server says of itself.

use crate::common::http::get;
use crate::common::program::Program;

#[tokio::test]
async fn the_tasks_are_counted() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path()).await;
    let figures = get(program.address, "/metrics").await;
    let line = |line: &&str| line.starts_with("boneyard_tasks ");
    let tasks = figures.text().lines().find(line).expect("a gauge");
    // The writer, the clock's pulse and the connection that asks.
    assert_eq!(tasks, "boneyard_tasks 3");
}
