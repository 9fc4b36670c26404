import type { FastifyReply } from "fastify";
import { PLAIN_STYLE } from "../words/plainPages.ts";
import { cspHash } from "./headers.ts";

const policy = (formAction: string) =>
  `default-src 'none'; style-src ${cspHash(PLAIN_STYLE)}; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/**
 * Sets the headers of a page without scripts, stylesheets and pictures (words/plainPages.ts), for browsers that only
 * have cookies and HTML.
 * @param hasForm whether it has a form that is sent to this site
 */
export function setPlainHeaders(reply: FastifyReply, { hasForm = false } = {}): void {
  reply.header("content-security-policy", policy(hasForm ? "'self'" : "'none'")).type("text/html; charset=utf-8");
}
