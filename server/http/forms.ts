import type { FastifyInstance } from "fastify";

/**
 * Makes the routes of a scope accept only the bodies of plain HTML forms: the fields by name, each with its last value.
 */
export function readFormBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
