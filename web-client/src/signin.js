// How a person signs in: with the server's password, or with the identity of another device; and how they move to
// another one. A part of the intents.

import { pageHere } from "./net/here.js";

/** @typedef {import("./ui/context.js").Ui} Ui */

/** How long a code that moves an identity works, ms. */
const CODE_MS = 300_000;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import("./state/store.js").createStore<import("./state/reduce.js").State,
 *   import("./net/protocol.js").Message>>} parts.store
 * @param {ReturnType<typeof import("./net/client.js").createClient>} parts.client
 * @param {{ get: () => Ui, set: (change: Partial<Ui>) => void }} parts.ui
 * @param {(kind: string) => void} parts.openDialog
 * @param {(error: unknown, tell: (text: string) => void) => void} parts.refused
 * @param {() => number} parts.now
 */
export function createSignin({ store, client, ui, openDialog, refused, now }) {
  return {
    /** @param {string} password */
    enter(password) {
      store.dispatch({ type: "page_password", why: null });
      client.enter(password);
    },
    /** Becomes the player the code belongs to; this browser's identity of before is given up. @param {string} code */
    arrive(code) {
      ui.set({ dialog: null });
      store.dispatch({ type: "page_newcomer" });
      client.arrive(code.replace(/[\s-]/g, "").toUpperCase());
    },
    /** Asks for a code that moves me to another device. */
    async openTransfer() {
      store.dispatch({ type: "page_transfer", transfer: null });
      openDialog("transfer");
      try {
        const { code } = await client.command({ type: "transfer" });
        if (code !== undefined) store.dispatch({ type: "page_transfer", transfer: { code, at: now(), left: CODE_MS } });
      } catch (error) {
        refused(error, (text) => ui.set({ error: text }));
      }
    },
    /** @param {string} code */
    transferLink: (code) => pageHere(`#transfer=${code}`),
    dismissAnnouncement: () => store.dispatch({ type: "page_announcement_read" }),
  };
}
