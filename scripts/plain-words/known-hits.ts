import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many words that we avoid each file still has: text from before there was a list. It may shrink only. */
export type KnownHits = Readonly<Record<string, number>>

const file = join(import.meta.dirname, 'known-hits.json')

export const readKnownHits = (): KnownHits => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

export const writeKnownHits = (hits: KnownHits): void => {
  writeFileSync(file, `${JSON.stringify(hits, null, 2)}\n`)
}
