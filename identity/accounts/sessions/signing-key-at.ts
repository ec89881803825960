/** A key of a project, as far as it matters for who signs. */
export type KeyTerm = { createdAt: number; retiredAt: number | null }

/**
 * How long a new key is published before it signs, in ms. Other nodes read the keys anew within a second, and those who check
 * signatures keep them for some seconds: by then all of them know the key that signs.
 */
export const publishedBefore = 60_000

/** True from the moment a key signs no more. */
const isRetired = ({ retiredAt }: KeyTerm, now: number): boolean => retiredAt !== null && retiredAt <= now

/**
 * Which of a project's keys signs at a time: of those that are not retired the one that retires first, and of several the oldest.
 * So a key signs until its time is over, and the one made in its place waits for that, published. A key that is alone signs
 * at once: the first of a project, and one made after all others were revoked. Pure.
 */
export const signingKeyAt = <Key extends KeyTerm>(keys: readonly Key[], now: number): Key | null => {
  const end = ({ retiredAt }: KeyTerm): number => retiredAt ?? Number.POSITIVE_INFINITY
  const order = (a: Key, b: Key): number => (end(a) === end(b) ? a.createdAt - b.createdAt : end(a) < end(b) ? -1 : 1)
  return keys.filter(key => !isRetired(key, now)).toSorted(order)[0] ?? null
}
