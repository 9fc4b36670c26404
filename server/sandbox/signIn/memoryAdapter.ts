import type { Adapter, AdapterPayload } from "oidc-provider";

/** The maximum number of entries of each kind; beyond that the oldest are removed. */
const KEPT_MAX = 1000;

interface Entry {
  payload: AdapterPayload;
  endsAt: number;
}

/** Stores the sandbox provider's sessions, codes and tokens in memory. */
export class MemoryAdapter implements Adapter {
  readonly #kept = new Map<string, Entry>();

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.#kept.delete(id);
    this.#kept.set(id, { payload, endsAt: Date.now() + expiresIn * 1000 });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.#kept.get(id);
    return entry && entry.endsAt > Date.now() ? entry.payload : undefined;
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy((payload) => payload.uid === uid);
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const entry = this.#kept.get(id);
    if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }

  async #findBy(isMeant: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
    const now = Date.now();
    return this.#kept.values().find(({ payload, endsAt }) => endsAt > now && isMeant(payload))?.payload;
  }
}
