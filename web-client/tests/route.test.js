import assert from "node:assert/strict";
import { test } from "node:test";
import { readRoute, readTransfer } from "../src/route.js";

test("an address leads to a page, a table, or a seat", () => {
  assert.deepEqual(readRoute(""), { page: "lobby" });
  assert.deepEqual(readRoute("#/rules"), { page: "rules", sheet: null });
  assert.deepEqual(readRoute("#/rules/kozel"), { page: "rules", sheet: "kozel" });
  assert.deepEqual(readRoute("#/table/0198C1DE-7b4e-7000-8000-0000000000a1"), {
    page: "table",
    id: "0198c1de-7b4e-7000-8000-0000000000a1",
  });
  assert.deepEqual(readRoute("#/table/elsewhere"), { page: "lobby" });
  assert.deepEqual(readRoute("#/join/ABCD-2345-WXYZ"), { page: "join", code: "ABCD-2345-WXYZ" });
  assert.deepEqual(readRoute("#/join/ABCD2345WXYZ/2"), { page: "join", code: "ABCD2345WXYZ", seat: 2 });
  assert.deepEqual(readRoute("#/join/AB%2"), { page: "join", code: "AB%2" });
});

test("a link can carry an identity to this browser", () => {
  assert.equal(readTransfer("#transfer=ABCD2345WXYZ"), "ABCD2345WXYZ");
  assert.equal(readTransfer("#/transfer/ABCD2345WXYZ"), null);
  assert.equal(readTransfer("#/"), null);
  assert.deepEqual(readRoute("#transfer=ABCD2345WXYZ"), { page: "lobby" });
});
