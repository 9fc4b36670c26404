import type { FastifyInstance } from "fastify";
import { isUnwritable } from "../database/unavailable.ts";

/** Whether the database can store: false from the first write that its disk refuses until the next `probe` succeeds. */
export interface Writability {
  isWritable(): boolean;
  /**
   * Runs a recurring write, and records whether it was stored.
   * @param hasWritten whether it wrote anything, by its result
   */
  probe<T>(write: () => Promise<T>, hasWritten: (result: T) => boolean): Promise<T>;
}

/** Records failed writes of the app's requests; `probe` records that writing works again. */
export function watchWritability(app: FastifyInstance): Writability {
  let isRefused = false;
  const note = (error: unknown) => {
    if (!isUnwritable(error) || isRefused) return;
    isRefused = true;
    app.log.error({ err: error }, "nothing can be stored: the database's disk is full, read-only or broken");
  };
  app.addHook("onError", async (_request, _reply, error) => note(error));
  return {
    isWritable: () => !isRefused,
    async probe(write, hasWritten) {
      try {
        const result = await write();
        if (!hasWritten(result)) return result;
        if (isRefused) app.log.warn("the database stores what it is sent again");
        isRefused = false;
        return result;
      } catch (error) {
        note(error);
        throw error;
      }
    },
  };
}
