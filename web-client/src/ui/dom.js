// Elements from plain descriptions. `render` changes only what differs, so that focus, scroll and transitions survive;
// text nodes only, no markup from strings, styles through CSSOM (a strict Content-Security-Policy allows nothing else).

/**
 * @typedef {object} VNode
 * @property {string} tag
 * @property {string | number | undefined} key elements with a key are kept by it, others by their place
 * @property {string} place where it stands among its parent's children, what is left out counted: what comes or goes
 *   before an element must not turn that element, which somebody may be pressing, into another
 * @property {Props} props
 * @property {Child[]} children
 *
 * @typedef {VNode | string} Child
 * @typedef {Child | number | null | undefined | false | Loose[]} Loose
 *
 * `mount` makes something that lives with the element (its children are then its own business); `sync` runs after every
 * render; `unmount` at the end.
 *
 * any: what `mount` makes is known to the view that wrote it, and so is the kind of its element.
 * @typedef {any} Held
 *
 * Attributes and handlers differ from tag to tag.
 * @typedef {{ key?: string | number, class?: string, style?: Record<string, string>, mount?: (element: Held) => Held,
 *   sync?: (held: Held, element: Held) => void,
 *   unmount?: (held: Held) => void } & Record<string, unknown>} Props
 */

/** @type {WeakMap<Node, { vnode: Child, held?: Held }>} */
const known = new WeakMap();
const OWN_PROPS = new Set(["key", "mount", "sync", "unmount"]);

/**
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Loose} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  return { tag, key: props?.key, place: "", props: props ?? {}, children: flat(children) };
}

/** The field that an event is about. @param {Event} event */
export const inputOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * An element that somebody else draws, once for each key.
 * @param {string} key
 * @param {() => Element} draw
 * @param {Props} [props]
 */
export const drawn = (key, draw, props = {}) =>
  h("span", { ...props, key, mount: (/** @type {Element} */ element) => element.append(draw()) });

/** @param {Loose[]} children @param {string} [within] the place of the list @returns {Child[]} */
function flat(children, within = "") {
  return children.flatMap((child, i) => {
    if (child === null || child === undefined || child === false) return [];
    const place = `${within}.${i}`;
    if (Array.isArray(child)) return flat(child, place);
    if (typeof child === "object") return [{ ...child, place }];
    return [String(child)];
  });
}

/**
 * @param {Element} parent
 * @param {...Loose} children
 */
export function render(parent, ...children) {
  patch(parent, flat(children));
}

/** @param {Element} parent @param {Child[]} children */
function patch(parent, children) {
  const old = Array.from(parent.childNodes);
  const taken = new Set();
  const nodes = children.map((child) => {
    const found = old.find((node) => !taken.has(node) && matches(node, child));
    if (found !== undefined) taken.add(found);
    return found;
  });
  for (const node of old) if (!taken.has(node)) remove(parent, node);
  let cursor = parent.firstChild;
  children.forEach((child, i) => {
    const node = nodes[i] ?? create(child);
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    if (nodes[i] === undefined) mounted(node, child);
    else update(node, child);
  });
}

/** @param {Node} node @param {Child} child */
function matches(node, child) {
  const entry = known.get(node);
  if (entry === undefined) return false;
  const { vnode } = entry;
  if (typeof child === "string" || typeof vnode === "string") return typeof child === typeof vnode;
  return vnode.tag === child.tag && vnode.key === child.key && (child.key !== undefined || vnode.place === child.place);
}

/** @param {Element} parent @param {Node} node */
function remove(parent, node) {
  release(node);
  parent.removeChild(node);
}

/** @param {Node} node */
function release(node) {
  for (const child of node.childNodes) release(child);
  const entry = known.get(node);
  if (entry !== undefined && typeof entry.vnode !== "string") entry.vnode.props.unmount?.(entry.held);
}

/** @param {Child} child @returns {Node} */
function create(child) {
  const node = typeof child === "string" ? document.createTextNode(child) : document.createElement(child.tag);
  known.set(node, { vnode: child });
  return node;
}

/** @param {Node} node @param {Child} child */
function mounted(node, child) {
  if (typeof child === "string") return;
  const element = /** @type {HTMLElement} */ (node);
  setProps(element, {}, child.props);
  const entry = { vnode: child, held: undefined };
  known.set(node, entry);
  if (child.props.mount === undefined) patch(element, child.children);
  else entry.held = child.props.mount(element);
  if (child.tag === "select") setProp(element, "value", undefined, child.props.value);
  child.props.sync?.(entry.held, element);
}

/** @param {Node} node @param {Child} child */
function update(node, child) {
  const entry = known.get(node);
  if (entry === undefined) return;
  const before = entry.vnode;
  entry.vnode = child;
  if (typeof child === "string" || typeof before === "string") {
    if (before !== child) node.nodeValue = /** @type {string} */ (child);
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  setProps(element, before.props, child.props);
  if (child.props.mount === undefined) patch(element, child.children);
  if (child.tag === "select") setProp(element, "value", undefined, child.props.value);
  child.props.sync?.(entry.held, element);
}

/** @param {HTMLElement} element @param {Props} before @param {Props} after */
function setProps(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) setProp(element, name, before[name], undefined);
  for (const [name, value] of Object.entries(after)) setProp(element, name, before[name], value);
}

/**
 * @param {Held} element
 * @param {string} name
 * @param {Props[string]} before
 * @param {Props[string]} value
 */
function setProp(element, name, before, value) {
  if (OWN_PROPS.has(name)) return;
  if (name === "style") setStyle(element, styleOf(before), styleOf(value));
  else if (name.startsWith("on")) element[name] = value ?? null;
  else if (name === "checked" || (name === "value" && element.tagName !== "OPTION")) {
    if (element[name] !== value && value !== undefined) element[name] = value;
  } else if (before !== value) {
    const attribute = name === "class" ? "class" : name;
    if (value === undefined || value === null || value === false) element.removeAttribute(attribute);
    else element.setAttribute(attribute, value === true ? "" : String(value));
  }
}

/** @param {Props[string]} value @returns {Record<string, string>} */
const styleOf = (value) => /** @type {Props["style"]} */ (value) ?? {};

/** @param {HTMLElement} element @param {Record<string, string>} before @param {Record<string, string>} after */
function setStyle(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(after)) if (before[name] !== value) element.style.setProperty(name, value);
}
