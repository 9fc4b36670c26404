import type { MainDatabase } from "../database/database.ts";
import { withPlugin } from "./interrupted.ts";

/**
 * A database for an app that counts the statements about some tables. Not all of them, because jobs run meanwhile, and
 * sessions are read again after a second.
 */
export function countingStatements(plain: MainDatabase, tables: readonly string[]) {
  const isCounted = new RegExp(`\\b(${tables.join("|")})\\b`);
  let counted = 0;
  const database = withPlugin(plain, {
    transformQuery({ node }) {
      if (isCounted.test(JSON.stringify(node))) counted++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return {
    database,
    async count<T>(work: () => Promise<T>): Promise<[result: T, statements: number]> {
      counted = 0;
      const result = await work();
      return [result, counted];
    },
  };
}
