// The frame of every dialog: a native <dialog> that closes with Escape and gives the focus back.

import { h } from "./dom.js";
import { button, icon } from "./context.js";

/**
 * @param {{ t: import("../i18n.js").Translator, go: { closeDialog: () => void }, ui: { error: string | null } }} ctx of
 *   any page
 * @param {string} kind
 * @param {string} title
 * @param {import("./dom.js").Loose[]} body
 * @param {(event: SubmitEvent) => void} [onsubmit] makes the body a form
 */
export function frame({ t, go, ui }, kind, title, body, onsubmit) {
  const content = [
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title" }, title),
      button({ class: "icon-button", "aria-label": t.text("close"), onclick: () => go.closeDialog() }, icon("close")),
    ),
    ...body,
    ui.error !== null && h("p", { class: "error", role: "alert" }, icon("warn"), ui.error),
  ];
  return h(
    "dialog",
    {
      key: kind,
      class: `dialog dialog-${kind}`,
      "aria-labelledby": "dialog-title",
      oncancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        go.closeDialog();
      },
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target === event.currentTarget) go.closeDialog();
      },
    },
    onsubmit === undefined
      ? h("div", { class: "dialog-body" }, content)
      : h(
          "form",
          {
            class: "dialog-body",
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              onsubmit(event);
            },
          },
          content,
        ),
    h("span", {
      mount: (/** @type {HTMLElement} */ mark) => open(mark),
      unmount: (/** @type {() => void} */ close) => close(),
    }),
  );
}

/** Opens the dialog round a mark once it stands in the page. @param {HTMLElement} mark */
function open(mark) {
  let closed = false;
  queueMicrotask(() => {
    const dialog = mark.closest("dialog");
    if (!closed && dialog !== null && !dialog.open && dialog.isConnected) dialog.showModal();
  });
  return () => {
    closed = true;
    mark.closest("dialog")?.close();
  };
}
