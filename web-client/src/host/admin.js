// The host's API: every question is a POST with the token of the data folder, and is answered by JSON or refused by a
// code.

import { here } from "../net/here.js";
import { Refused } from "../net/refused.js";

/** What a token may be made of. Anything else could not even be sent. */
const TOKEN = /^[\w-]{16,128}$/;

/** The server did not answer at all. */
export class Unreachable extends Error {}

/**
 * @param {object} parts
 * @param {() => string | null} parts.token
 * @param {typeof fetch} [parts.send]
 * @param {(action: string) => string} [parts.address]
 */
export function createAdmin({
  token,
  send = (...words) => fetch(...words),
  address = (action) => here(`api/admin/${action}`),
}) {
  /**
   * @template T what the server answers to this action
   * @param {string} action
   * @param {object} [body]
   * @returns {Promise<T>} rejected with {@link Refused} or {@link Unreachable}
   */
  return async function ask(action, body = {}) {
    const secret = token() ?? "";
    if (!TOKEN.test(secret)) throw new Refused({ code: "bad_token" });
    const answer = await send(address(action), {
      method: "POST",
      credentials: "omit",
      cache: "no-store",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", accept: "application/json" },
    }).catch((error) => {
      throw new Unreachable(String(error));
    });
    const said = await answer.json().catch(() => null);
    if (answer.ok) return said;
    // A proxy that answers in the server's place knows no codes.
    throw new Refused(typeof said?.code === "string" ? said : { code: `http_${answer.status}` });
  };
}
