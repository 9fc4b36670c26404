import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { FastifyInstance } from "fastify";

const POLICY = "/security-policy.txt";
/**
 * RFC 9116 recommends less than a year. Counted from each response, so it is never stale, however long the server runs.
 */
const VALID_MS = 180 * DAY_MS;

/**
 * Serves `security.txt` (RFC 9116), which says where to report vulnerabilities, and the security policy. Without a
 * contact both are 404: a file without a working contact is worse than none.
 */
export function serveSecurityTxt(
  app: FastifyInstance,
  { publicUrl, securityContact }: { publicUrl: string; securityContact: string | null },
): void {
  if (securityContact === null) return;
  const policy = readFileSync(join(import.meta.dirname, "../../SECURITY.md"), "utf8");
  app.get("/.well-known/security.txt", (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(`Contact: ${securityContact}
Expires: ${new Date(Date.now() + VALID_MS).toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
Policy: ${publicUrl}${POLICY}
`),
  );
  app.get(POLICY, (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(policy),
  );
}
