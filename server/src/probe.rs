//! What `boneyard health` asks a running server, so that container health checks need no other program.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Request, StatusCode};

use crate::http_client::{HttpClient, RequestError};

/// How long connecting may take, and again the answer. A slower server counts as unhealthy.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the server at this address whether it can serve (`/readyz`).
///
/// # Errors
///
/// Nobody listens there, or no answer comes in time.
pub fn is_ready(address: SocketAddr) -> Result<bool, RequestError> {
    let question = Request::get(format!("http://{address}/readyz"));
    let question = question.body(Vec::new()).expect("an address is a URI");
    match HttpClient::new(PATIENCE, 2 * PATIENCE).send(question) {
        Ok(answer) => Ok(answer.status() == StatusCode::OK),
        Err(RequestError::Broken(_)) => Ok(false),
        Err(error @ RequestError::Unreachable(_)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
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
