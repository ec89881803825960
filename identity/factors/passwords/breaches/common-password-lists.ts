import { createRequire } from 'node:module'
import { type BloomFilter, createBloomFilter } from './bloom-filter.ts'
import { foldPassword } from './fold-password.ts'

const require = createRequire(import.meta.url)

/** The packages with lists of the passwords that leaks hold most often. Both are under the MIT licence. */
export const listPackages = ['@zxcvbn-ts/language-common', 'popular-passwords'] as const

/** The passwords that the filter holds, each once. The lists are loaded by this call: most starts do not need them. */
export const commonPasswords = (): ReadonlySet<string> => {
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  const popular: readonly string[] = require('popular-passwords')
  return new Set([...dictionary['passwords-common'], ...popular].map(foldPassword))
}

/** A filter that holds all of them. It takes half a second to make. */
export const commonPasswordFilter = (): BloomFilter => {
  const passwords = commonPasswords()
  const filter = createBloomFilter({ entries: passwords.size })
  for (const password of passwords) filter.add(password)
  return filter
}
