/** A map that forgets what was not asked for the longest when it has more than `most` entries. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
