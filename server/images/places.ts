import { refuse } from "../http/refuse.ts";

/** Uploads under way at once, of one person and of all: each takes up to 10 MB until its turn to be decoded has come. */
const OWN_MAX = 2;
const ALL_MAX = 16;

/** Runs the work of somebody's upload if there is a place for it; refuses with 429 or 503 if not. */
export type InPlace = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export function makePlaces(): InPlace {
  const byUser = new Map<string, number>();
  let all = 0;
  return async (userId, work) => {
    const own = byUser.get(userId) ?? 0;
    if (own >= OWN_MAX) throw refuse("tooFast", { retryAfter: 1 });
    if (all >= ALL_MAX) throw refuse("busy", { retryAfter: 1 });
    byUser.set(userId, own + 1);
    all++;
    try {
      return await work();
    } finally {
      const left = (byUser.get(userId) ?? 1) - 1;
      if (left === 0) byUser.delete(userId);
      else byUser.set(userId, left);
      all--;
    }
  };
}
