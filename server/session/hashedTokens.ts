import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { Database } from "../database/database.ts";
import { tokenHash } from "../database/tokenHash.ts";

type MakeAdapter = ReturnType<typeof kyselyAdapter>;
type Adapter = ReturnType<MakeAdapter>;
type Conditions = NonNullable<Parameters<Adapter["findOne"]>[0]["where"]>;

/**
 * The sign-in library's own adapter for our tables, with one difference: it stores a session's token as its hash, so
 * that the content of the database or of a backup lets no one sign in.
 */
export function hashedTokens({ db, dialect }: Database): MakeAdapter {
  const make = kyselyAdapter(db as never, { type: dialect.engine, transaction: true });
  return (options) => {
    const adapter = make(options);
    return {
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((inner) => work(hashing(inner as Adapter))),
    };
  };
}

function hashing(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async create(request) {
      const { model, data } = request;
      if (!isSession(model)) return adapter.create(request);
      const { token } = data as unknown as { token: string };
      const stored = await adapter.create({ ...request, data: { ...data, token: tokenHash(token) } });
      return { ...stored, token } as never;
    },
    async findOne(request) {
      return withToken(await adapter.findOne(hashedWhere(request)), request);
    },
    async update(request) {
      return withToken(await adapter.update(hashedWhere(request)), request);
    },
    findMany: (request) => adapter.findMany(hashedWhere(request)),
    count: (request) => adapter.count(hashedWhere(request)),
    updateMany: (request) => adapter.updateMany(hashedWhere(request)),
    delete: (request) => adapter.delete(hashedWhere(request)),
    deleteMany: (request) => adapter.deleteMany(hashedWhere(request)),
  };
}

const isSession = (model: string) => model === "session";

/** Returns the same request with hashed tokens in its conditions, as they are stored. */
function hashedWhere<R extends { model: string; where?: Conditions }>(request: R): R {
  if (!isSession(request.model) || !request.where) return request;
  const where = request.where.map((each) => {
    if (each.field !== "token") return each;
    const value = Array.isArray(each.value)
      ? each.value.map((one) => tokenHash(String(one)))
      : tokenHash(String(each.value));
    return { ...each, value };
  });
  return { ...request, where };
}

/** Puts the token of the request, which is the cookie's, into the result: the library must not see its hash. */
function withToken<T>(row: T, { model, where }: { model: string; where?: Conditions }): T {
  const condition = isSession(model) ? where?.find(({ field }) => field === "token") : undefined;
  return row && condition ? { ...row, token: condition.value } : row;
}
