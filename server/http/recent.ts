/**
 * A map that keeps what was used lately: entries that weigh between `max` and twice as much, the others are forgotten
 * in one go. Cheaper than an order of use: a hit is one look-up.
 */
export class Recent<K, V> {
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param weigh what an entry weighs; without it each weighs one */
  constructor(max: number, weigh: (value: V) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#weight >= this.#max) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    this.#weight += this.#weigh(value);
    this.#young.set(key, value);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Looks at every entry. */
  deleteWhere(isMeant: (value: V) => boolean): void {
    for (const map of [this.#young, this.#old]) {
      for (const [key, value] of map) if (isMeant(value)) map.delete(key);
    }
  }
}
