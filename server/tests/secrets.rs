//! Nothing in the server that holds hidden tiles may be serialized by itself.

use boneyard_layering::assert_not_serializable;
use boneyard_server::dealer::SealedEntry;

#[test]
fn what_holds_hidden_tiles_cannot_be_serialized() {
    assert_not_serializable!(SealedEntry);
}
