import { networksOf } from '@corroborate/server-kit/limits'
import { mostChecks } from './reference-reader.ts'

/** Checks that one address may have running, and any network of addresses: the rest is left to others. */
const mostOfAddress = 6
const mostOfNetwork = 12

/** A place among the checks that run; `sender` is the key by which it shares the threads. */
export type Slot = { kind: 'taken'; sender: string; release: () => void } | { kind: 'busy' } | { kind: 'too-many' }

/** Counts running checks in total and per sender. An IPv6 address counts in its /64, /56 and /48, since one client may control them all. */
export const createCheckSlots = () => {
  const running = new Map<string, number>()
  let all = 0
  const add = (key: string, more: 1 | -1): void => {
    const count = (running.get(key) ?? 0) + more
    if (count === 0) running.delete(key)
    else running.set(key, count)
  }
  return {
    take: (address: string): Slot => {
      const networks = networksOf(address)
      const isFull = networks.some(
        ({ key, senders }) => (running.get(key) ?? 0) >= Math.min(mostOfAddress * senders, mostOfNetwork),
      )
      if (isFull) return { kind: 'too-many' }
      if (all === mostChecks) return { kind: 'busy' }
      all++
      for (const { key } of networks) add(key, 1)
      return {
        kind: 'taken',
        sender: networks.at(-1)?.key ?? networks[0].key,
        release: () => {
          all--
          for (const { key } of networks) add(key, -1)
        },
      }
    },
  }
}
