//! The committed documents that describe the protocol to programs, as the server serves them.
//!
//! They are made from the types of this crate; the tests of this crate fail when one is stale.

/// The JSON Schema of every message, indented (`schema/protocol.schema.json`).
pub const SCHEMA: &str = include_str!("../schema/protocol.schema.json");

/// The AsyncAPI 3 document of the socket (`schema/asyncapi.yaml`), served as `/api/asyncapi.yaml`.
pub const ASYNCAPI: &str = include_str!("../schema/asyncapi.yaml");

/// The messages as TypeScript declarations (`schema/protocol.d.ts`), served as `/api/protocol.d.ts`.
/// `checks/declarations.js` makes them from [`SCHEMA`].
pub const DECLARATIONS: &str = include_str!("../schema/protocol.d.ts");
