//! No type of the server that holds hidden tiles may be serializable.

use boneyard_layering::assert_not_serializable;
use boneyard_server::dealer::SealedEntry;

#[test]
fn types_with_hidden_tiles_cannot_be_serialized() {
    assert_not_serializable!(SealedEntry);
}
