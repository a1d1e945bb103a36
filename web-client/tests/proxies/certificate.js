// A certificate for the names of a test, made by openssl and signed by itself.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Reached through the browser's own resolver; not localhost, whose pages may open any socket. */
export const HOST = "dominoes.example";

/** No authority's, so that strict clients take it for a server's when they are told to trust it. */
const REQUEST = `[req]
distinguished_name = name
x509_extensions = leaf
prompt = no
[name]
CN = ${HOST}
[leaf]
basicConstraints = critical, CA:FALSE
subjectAltName = DNS:${HOST}, DNS:localhost, IP:127.0.0.1
`;

/** @typedef {{ cert: string, key: string }} Certificate paths of two PEM files */

/** @param {string} folder @returns {Certificate} */
export function makeCertificate(folder) {
  const [request, cert, key] = ["request.cnf", "cert.pem", "key.pem"].map((name) => join(folder, name));
  writeFileSync(request, REQUEST);
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-config",
      request,
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      cert,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  return { cert, key };
}
