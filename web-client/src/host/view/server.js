// The server itself: whether it is well, how much it keeps, which versions it speaks, how much is allowed.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { english, facts, nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */

/** @param {HostContext} ctx */
export function server(ctx) {
  const { t, state, format, go } = ctx;
  const known = state.state;
  if (known === null) return part("server", t.text("host.part.server"), null, nothing(t.text("lobby.loading")));
  const { counts, data } = known;
  return part(
    "server",
    t.text("host.part.server"),
    button({ class: "icon-button", "aria-label": t.text("host.look"), onclick: () => go.lookAtAll() }, icon("again")),
    h(
      "ul",
      { class: "host-health", "aria-label": t.text("host.health") },
      known.health.map(({ name, ok, detail }) =>
        h(
          "li",
          { key: name, class: ok ? "ok" : "host-bad" },
          icon(ok ? "check" : "warn"),
          h("span", { class: "sr" }, t.text(ok ? "host.well" : "host.bad"), ": "),
          healthText(ctx, known, { name, ok }) ?? english(detail),
        ),
      ),
    ),
    facts([
      [
        t.text("host.server.version"),
        known.version,
        " · ",
        t.text("host.server.versions", { schema: String(known.schema), protocol: String(known.protocol) }),
      ],
      [t.text("host.server.uptime"), format.span(known.uptime_ms)],
      [
        t.text("host.server.tables"),
        t.number(counts.tables),
        counts.tables_out_of_order > 0 && [
          " · ",
          t.text("host.server.out_of_order", { n: counts.tables_out_of_order }),
        ],
      ],
      [t.text("host.server.sockets"), t.number(counts.sockets)],
      [
        t.text("host.server.data"),
        format.size(data.folder_bytes),
        " · ",
        t.text("host.server.database", { size: format.size(data.database_bytes) }),
      ],
      ...(data.free_bytes === undefined
        ? []
        : [/** @type {[string, string]} */ ([t.text("host.server.free"), format.size(data.free_bytes)])]),
    ]),
    limits(ctx, known.limits),
  );
}

/**
 * What is known by its name is said in the host's language.
 * @param {HostContext} ctx
 * @param {import("../state.js").AdminState} known
 * @param {{ name: string, ok: boolean }} check
 */
function healthText({ t, format }, { counts, data }, { name, ok }) {
  if (name === "tables")
    return ok ? t.text("host.health.tables") : t.text("host.health.lost_tables", { n: counts.tables_out_of_order });
  if (name === "space" && data.free_bytes !== undefined)
    return t.text(ok ? "host.health.space" : "host.health.little_space", { size: format.size(data.free_bytes) });
  return name === "storage" ? t.text(ok ? "host.health.storage" : "host.health.no_storage") : null;
}

/** @param {HostContext} ctx @param {Record<string, number>} list */
const limits = ({ t }, list) =>
  h(
    "details",
    { class: "option-group host-limits" },
    h("summary", null, icon("next"), h("span", null, t.text("host.limits"))),
    facts(
      Object.entries(list).map(([name, value]) => [
        t.has(`host.limit.${name}`) ? t.text(`host.limit.${name}`) : name,
        t.number(value),
      ]),
    ),
  );
