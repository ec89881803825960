/** The fields of a project key that decide which one signs. */
export type KeyTerm = { createdAt: number; retiredAt: number | null }

/**
 * Lead time between a key's publication and its first signature, in ms. Other nodes reload keys within a second and verifiers cache them
 * for seconds, so by then all know the key.
 */
export const publishedBefore = 60_000

/** True from the moment a key signs no more. */
const isRetired = ({ retiredAt }: KeyTerm, now: number): boolean => retiredAt !== null && retiredAt <= now

/**
 * Selects the signing key of a project at a time: of the unretired keys, the one that retires first, then the oldest. A key signs until it
 * retires while its published successor waits. A sole key signs immediately: the project's first key, or one created after all others were
 * revoked. Pure.
 */
export const signingKeyAt = <Key extends KeyTerm>(keys: readonly Key[], now: number): Key | null => {
  const end = ({ retiredAt }: KeyTerm): number => retiredAt ?? Number.POSITIVE_INFINITY
  const order = (a: Key, b: Key): number => (end(a) === end(b) ? a.createdAt - b.createdAt : end(a) < end(b) ? -1 : 1)
  return keys.filter(key => !isRetired(key, now)).toSorted(order)[0] ?? null
}
