import { createRequire } from 'node:module'
import { dictionary } from '@zxcvbn-ts/language-common'
import { type BloomFilter, createBloomFilter } from './bloom-filter.ts'
import { foldPassword } from './common-passwords.ts'

const require = createRequire(import.meta.url)

/** The passwords the filter holds, each once. */
export const commonPasswords = (): ReadonlySet<string> => {
  const popular: readonly string[] = require('popular-passwords')
  return new Set([...dictionary['passwords-common'], ...popular].map(foldPassword))
}

export const commonPasswordFilter = (): BloomFilter => {
  const passwords = commonPasswords()
  const filter = createBloomFilter({ entries: passwords.size })
  for (const password of passwords) filter.add(password)
  return filter
}
