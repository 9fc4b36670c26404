import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { apiError } from "./apiError.ts";

/**
 * Accepts JSON bodies only. Rejects invalid UTF-8 and the keys `__proto__` and `constructor.prototype` (prototype
 * pollution). Treats an empty body as no body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(apiError("malformedBody"));
    // The default parser reports through `done`; `handleError` maps its error by the status, 400.
    void parse(request, bytes.toString("utf8"), done);
  });
}
