//! The fault proxy, before an echo.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::net::SocketAddr;
use std::time::Duration;

use boneyard_lab::clock;
use boneyard_lab::drill::proxy::{Cut, Proxy, Weather};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

/// Sends everything back; ends with the set.
async fn echo() -> (SocketAddr, JoinSet<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            connections.spawn(async move {
                let (mut reading, mut writing) = stream.split();
                // A reset is the end of an echo.
                drop(tokio::io::copy(&mut reading, &mut writing).await);
            });
        }
    });
    (address, tasks)
}

async fn says(stream: &mut TcpStream, text: &[u8]) {
    stream.write_all(text).await.unwrap();
    let mut back = vec![0; text.len()];
    timeout(PATIENCE, stream.read_exact(&mut back))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(back, text);
}

async fn until_open(proxy: &Proxy, count: usize) {
    let mut look = tokio::time::interval(Duration::from_millis(5));
    let reached = async {
        while proxy.open() != count {
            look.tick().await;
        }
    };
    timeout(PATIENCE, reached).await.unwrap();
}

#[tokio::test]
async fn bytes_pass_whole_and_in_order_in_any_weather() {
    let (address, _echo) = echo().await;
    let proxy = Proxy::start(address).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let long: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
    says(&mut stream, b"clear").await;
    proxy.set_weather(Weather::Delay(Duration::from_millis(60)));
    let sent = clock::now();
    says(&mut stream, b"later").await;
    assert!(
        clock::now() - sent >= Duration::from_millis(120),
        "both ways"
    );
    let pause = Duration::from_millis(20);
    proxy.set_weather(Weather::Trickle { bytes: 2, pause });
    let sent = clock::now();
    says(&mut stream, b"12345678").await;
    assert!(clock::now() - sent >= pause * 3, "in four pieces");
    proxy.set_weather(Weather::Clear);
    says(&mut stream, &long).await;
}

#[tokio::test]
async fn what_falls_into_a_blackhole_arrives_when_the_weather_changes() {
    let (address, _echo) = echo().await;
    let proxy = Proxy::start(address).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    says(&mut stream, b"hello").await;
    proxy.set_weather(Weather::Blackhole);
    stream.write_all(b"lost?").await.unwrap();
    let mut back = [0; 5];
    let nothing = timeout(Duration::from_millis(100), stream.read_exact(&mut back)).await;
    assert!(nothing.is_err(), "{back:?}");
    proxy.set_weather(Weather::Clear);
    timeout(PATIENCE, stream.read_exact(&mut back))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(&back, b"lost?");
}

#[tokio::test]
async fn a_connection_is_cut_as_ordered_and_a_later_one_is_not() {
    let (address, _echo) = echo().await;
    let proxy = Proxy::start(address).await.unwrap();
    for cut in [Cut::Close, Cut::HalfClose, Cut::Reset] {
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        says(&mut stream, b"hello").await;
        proxy.cut(cut);
        let mut rest = Vec::new();
        let end = timeout(PATIENCE, stream.read_to_end(&mut rest))
            .await
            .unwrap();
        assert_eq!(end.is_err(), cut == Cut::Reset, "{cut:?}: {end:?}");
        let mut later = TcpStream::connect(proxy.address()).await.unwrap();
        says(&mut later, b"again").await;
        if cut == Cut::HalfClose {
            assert_eq!(proxy.open(), 2, "the other way is open");
            stream.write_all(b"still here").await.unwrap();
        }
        drop((stream, later));
        until_open(&proxy, 0).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_ends_the_client() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap();
    drop(free);
    let proxy = Proxy::start(nobody).await.unwrap();
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let mut byte = [0; 1];
    let end = timeout(PATIENCE, stream.read(&mut byte)).await.unwrap();
    assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
}
