//! How many connections may be open, together and for one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use ipnet::Ipv6Net;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Counts open connections. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    per_address: u32,
    addresses: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// A place among all connections; it is free again when the value is dropped.
#[derive(Debug)]
pub(crate) struct Passage {
    _place: OwnedSemaphorePermit,
    address: Mutex<Option<AddressPlace>>,
}

/// A place among the connections of one address.
#[derive(Debug)]
struct AddressPlace {
    address: IpAddr,
    addresses: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// Of all connections.
    Server,
    /// Of this address.
    Address,
}

impl Gate {
    /// A gate with these limits.
    pub(crate) fn new(connections: u32, per_address: u32) -> Self {
        let places = usize::try_from(connections).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            places: Arc::new(Semaphore::new(places)),
            per_address,
            addresses: Arc::default(),
        }
    }

    /// Takes a place among all connections.
    pub(crate) fn enter(&self) -> Result<Passage, Full> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| Full::Server)?;
        Ok(Passage {
            _place: place,
            address: Mutex::new(None),
        })
    }

    /// Counts a connection for its client's address as well. A repeated call counts once.
    pub(crate) fn count(&self, passage: &Passage, address: IpAddr) -> Result<(), Full> {
        let mut place = passage
            .address
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if place.is_some() {
            return Ok(());
        }
        let address = network_of(address);
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let open = addresses.entry(address).or_insert(0);
        if *open >= self.per_address {
            return Err(Full::Address);
        }
        *open += 1;
        *place = Some(AddressPlace {
            address,
            addresses: Arc::clone(&self.addresses),
        });
        Ok(())
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = addresses.get_mut(&self.address) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, because one subscriber has the whole
/// network.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Net::new_assert(v6, 64).network()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn places_are_limited_and_come_back() {
        let gate = Gate::new(2, 1);
        let one = gate.enter().unwrap();
        let _two = gate.enter().unwrap();
        assert_eq!(gate.enter().unwrap_err(), Full::Server);
        drop(one);
        assert!(gate.enter().is_ok());
    }

    #[test]
    fn one_address_does_not_fill_the_server() {
        let gate = Gate::new(9, 1);
        let (one, two, three) = (
            gate.enter().unwrap(),
            gate.enter().unwrap(),
            gate.enter().unwrap(),
        );
        gate.count(&one, ip("2001:db8::1")).unwrap();
        gate.count(&one, ip("2001:db8::1")).unwrap();
        assert_eq!(gate.count(&two, ip("2001:db8::2")), Err(Full::Address));
        gate.count(&two, ip("2001:db8:0:1::2")).unwrap();
        drop(one);
        gate.count(&three, ip("2001:db8::3")).unwrap();
        drop((two, three));
        assert!(gate.addresses.lock().unwrap().is_empty());
    }
}
