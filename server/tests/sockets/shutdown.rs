//! How it ends.

use std::time::Duration;

use crate::common::client::Client;
use crate::common::program::{Program, refused};
use crate::common::{TestServer, soon};
use boneyard_protocol::{ClientMessage, Command, LobbyCommand, QuickPlayAgainst, ServerMessage};
use tokio::net::TcpStream;

#[tokio::test]
async fn viewers_are_told_to_come_back() {
    let server = TestServer::start().await;
    let (mut client, _) = Client::enter(server.address()).await;
    server.shut_down();
    assert_eq!(
        client.hear().await,
        ServerMessage::Restarting { in_ms: None }
    );
    assert_eq!(client.closed().await, Some(1012));
    server.ended().await;
}

#[tokio::test]
async fn a_signal_ends_the_program_in_order_and_in_time() {
    for signal in ["TERM", "INT"] {
        let data = tempfile::tempdir().unwrap();
        let program = Program::start(data.path()).await;
        let (mut client, welcome) = Client::enter(program.address).await;
        let quick = Command::Lobby(LobbyCommand::QuickPlay {
            sheet: None,
            against: QuickPlayAgainst::Bots,
            seats: None,
        });
        client.ask(quick).await.unwrap();
        program.signal(signal).await;
        while client.hear().await != (ServerMessage::Restarting { in_ms: None }) {}
        assert_eq!(client.closed().await, Some(1012));
        let ended = tokio::time::timeout(Duration::from_secs(5), program.ended()).await;
        let (status, log) = ended.expect("an end within five seconds");
        assert!(status.success(), "{log}");
        assert!(
            !log.contains(&welcome.token.unwrap()),
            "a token stands in the log"
        );
        // The tables end before the sockets, and that is no fault.
        for fault in ["misses an input", "ERROR"] {
            assert!(!log.contains(fault), "{log}");
        }
    }
}

#[tokio::test]
async fn a_second_server_is_kept_out_of_the_data_folder() {
    let data = tempfile::tempdir().unwrap();
    let first = Program::start(data.path()).await;
    let (status, why) = refused(data.path()).await;
    assert!(!status.success());
    assert!(why.contains("belongs to another server"), "{why}");
    let _still_there = Client::enter(first.address).await;
}

#[tokio::test]
async fn identities_outlive_the_program() {
    let data = tempfile::tempdir().unwrap();
    let mut first = Program::start(data.path()).await;
    let (_, welcome) = Client::enter(first.address).await;
    first.child.start_kill().unwrap();
    soon("the kill", first.child.wait()).await.unwrap();
    let second = Program::start(data.path()).await;
    let again = boneyard_protocol::Hello {
        token: welcome.token,
        ..crate::common::client::hello()
    };
    let (_, back) = Client::enter_as(second.address, again).await;
    assert_eq!(back.player, welcome.player);
}

#[tokio::test]
async fn a_server_short_of_files_turns_newcomers_away_and_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start_with_files(data.path(), 84).await;
    let (mut client, _) = Client::enter(program.address).await;
    let mut crowd = Vec::new();
    for _ in 0..100 {
        crowd.push(TcpStream::connect(program.address).await.unwrap());
    }
    client.say(&ClientMessage::Heartbeat).await;
    assert_eq!(client.hear().await, ServerMessage::Heartbeat);
    drop(crowd);
    // A place is free as soon as the server has seen one of them go.
    let come_in = async { while Client::try_open(program.address, None).await.is_err() {} };
    soon("a place", come_in).await;
}
