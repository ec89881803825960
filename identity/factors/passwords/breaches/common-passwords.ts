import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { createBloomFilter } from './bloom-filter.ts'
import { commonPasswordFilter, listPackages } from './common-password-lists.ts'
import { foldPassword } from './fold-password.ts'

/** Build output folder of `identity/`, ignored by git. */
const identityDist = join(import.meta.dirname, '..', '..', '..', 'dist')

/** The installed version of a package. */
const versionOf = (name: string): string => {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new TypeError(`The package ${name} is not installed.`)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** Returns the file of the common password filter. Its name contains the list versions, so newer lists create a new file. */
export const filterFile = (folder = identityDist): string =>
  join(folder, `common-passwords-${listPackages.map(versionOf).join('-')}.bloom`)

/** True if the filter of the current lists exists. */
export const isFilterBuilt = (folder = identityDist): boolean => existsSync(filterFile(folder))

/** Builds the filter unless it is there already. Returns whether it had to. */
export const buildFilterIfMissing = (folder = identityDist): boolean => {
  if (isFilterBuilt(folder)) return false
  keep(folder, commonPasswordFilter().bits)
  return true
}

/**
 * The bits of the filter. The first start on a machine builds it; later ones read it. Where the folder cannot be written to,
 * nothing is kept, and each start builds the filter again.
 */
export const readFilterBits = (folder = identityDist): Uint8Array => {
  const kept = readIfThere(filterFile(folder))
  if (kept !== null) return kept
  const { bits } = commonPasswordFilter()
  try {
    keep(folder, bits)
  } catch {
    // It only saves time.
  }
  return bits
}

const readIfThere = (file: string): Uint8Array | null => {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Writes the file as a whole: of several processes that build it at the same time, none reads half of it. */
const keep = (folder: string, bits: Uint8Array): void => {
  mkdirSync(folder, { recursive: true })
  const unfinished = `${filterFile(folder)}.${process.pid}-${threadId}`
  writeFileSync(unfinished, bits)
  renameSync(unfinished, filterFile(folder))
}

/** Result of a password lookup in a source. */
export type Lookup = { kind: 'found' } | { kind: 'not-found' } | { kind: 'unavailable'; reason: string }

/** Loads a check for the 77,000 most common passwords. False positives: one in 100,000. */
export const readCommonPasswords = (): ((password: string) => boolean) => {
  const filter = createBloomFilter({ bits: readFilterBits() })
  return password => filter.has(foldPassword(password))
}
