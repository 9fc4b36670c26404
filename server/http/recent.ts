/**
 * A map that keeps what was used lately: between `max` and twice as many entries, the others are forgotten in one go.
 * Cheaper than an order of use: a hit is one look-up.
 */
export class Recent<K, V> {
  readonly #max: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young;
      this.#young = new Map();
    }
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
