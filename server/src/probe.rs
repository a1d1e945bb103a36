//! The question `boneyard health` asks a running server, for container health checks: no other program needed.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// For connecting, and again for each read of the answer. A server that needs longer counts as ill.
const PATIENCE: Duration = Duration::from_secs(2);
/// Bytes of the answer that are looked at; the status line fits many times.
const ANSWER_BYTES: u64 = 1024;

/// Asks the server at this address whether it can serve (`/readyz`).
///
/// # Errors
///
/// Nobody listens there, or nothing comes back in time.
pub fn is_ready(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let question = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(question.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES).read_to_end(&mut answer)?;
    Ok(answer.starts_with(b"HTTP/1.1 200 "))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// A server that gives one answer.
    fn answering(answer: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut question = [0; 256];
            let length = stream.read(&mut question).unwrap();
            assert!(question[..length].starts_with(b"GET /readyz "));
            stream.write_all(answer.as_bytes()).unwrap();
        });
        address
    }

    #[test]
    fn ready_is_status_200_and_nothing_else() {
        assert!(is_ready(answering("HTTP/1.1 200 OK\r\n\r\nready\n")).unwrap());
        assert!(!is_ready(answering("HTTP/1.1 503 Service Unavailable\r\n\r\n")).unwrap());
        assert!(!is_ready(answering("")).unwrap());
    }

    #[test]
    fn nobody_there_is_an_error() {
        let address = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        assert!(is_ready(address).is_err());
    }
}
