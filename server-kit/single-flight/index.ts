/** Deduplicates concurrent calls: while a call for a key is pending, further callers get its result or error. */
export type SingleFlight<Key, Result> = {
  /** The result of the pending call for `key`; without one, `call` is made. */
  run: (key: Key, call: () => Promise<Result>) => Promise<Result>
  /** The pending call for `key`, if there is one. */
  pending: (key: Key) => Promise<Result> | undefined
}

/** Collapses equal calls that overlap. Nothing is remembered once a call has ended, however it ended. */
export const createSingleFlight = <Key, Result>(): SingleFlight<Key, Result> => {
  const calls = new Map<Key, Promise<Result>>()
  return {
    run(key, call) {
      const known = calls.get(key)
      if (known !== undefined) return known
      const made = call().finally(() => calls.delete(key))
      calls.set(key, made)
      return made
    },
    pending: key => calls.get(key),
  }
}
