//! Nothing in the store that holds hidden tiles may be serialized by itself; its codec alone writes them down.

use boneyard_layering::assert_not_serializable;
use boneyard_store::fact::Fact;
use boneyard_store::record::JournalRecord;

#[test]
fn what_holds_hidden_tiles_cannot_be_serialized() {
    assert_not_serializable!(Fact, JournalRecord);
}
