import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { apiError } from "./apiError.ts";

/** JSON bodies only: valid UTF-8, no `__proto__` or `constructor.prototype` keys, and an empty body is no body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(apiError("malformedBody"));
    // The default parser answers through `done`; its error has status 400, which `answerProblem` knows.
    void parse(request, bytes.toString("utf8"), done);
  });
}
