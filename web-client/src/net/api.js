// The public HTTP API.

/** @param {string} path @returns {Promise<any>} rejected when the answer is no */
export async function fetchJson(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" }, credentials: "omit" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
