import { keep, readKept } from '../../../kit/browser/index.ts'

/** So many are kept: the oldest go first. */
const most = 2_000
const name = 'known-references'
const none: readonly string[] = []

let now: readonly string[] | null = null
const listeners = new Set<() => void>()

/** DOIs acknowledged by the reader, stored in this browser only. */
export const acknowledged = {
  none,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly string[] => {
    now ??= idsIn(readKept(name)?.ids)
    return now
  },
  set: (id: string, isKnown: boolean): void => {
    const others = acknowledged.read().filter(each => each !== id)
    now = isKnown ? [...others, id].slice(-most) : others
    keep(name, now.length === 0 ? null : { ids: now })
    for (const listener of listeners) listener()
  },
}

/** Storage is user-editable. */
const idsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : none
