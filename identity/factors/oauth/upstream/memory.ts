import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

/** Storage of a fake provider's codes, tokens and keys. */
export type Memory = {
  /** A code or a token that stands for a value. */
  write: (value: object) => string
  /** Decodes the value; null if it was not encoded here. */
  read: (text: string) => unknown
  /** Notes that something happened. True the first time. @param until epoch milliseconds after which it may be forgotten */
  note: (name: string, until: number) => Promise<boolean>
  isNoted: (name: string) => Promise<boolean>
  /** Returns the named private key. Created on first use. */
  key: (name: string, make: () => Promise<JWK>) => Promise<JWK>
}

/** The memory of one process, for tests. */
export const createProcessMemory = (): Memory => {
  const values = new LRUCache<string, object>({ max: 1_000 })
  const noted = new LRUCache<string, true>({ max: 1_000 })
  const keys = new Map<string, Promise<JWK>>()
  return {
    write: value => {
      const text = randomBytes(24).toString('base64url')
      values.set(text, value)
      return text
    },
    read: text => values.get(text) ?? null,
    note: async name => {
      const isFirst = !noted.has(name)
      noted.set(name, true)
      return isFirst
    },
    isNoted: async name => noted.has(name),
    key: (name, make) => {
      const key = keys.get(name) ?? make()
      keys.set(name, key)
      return key
    },
  }
}
